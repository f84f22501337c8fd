/** Value, label, and the colour of its tag. */
export type Entries = readonly (readonly [value: string, label: string, listClass?: string])[];
