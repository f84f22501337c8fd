/** What can be placed at a paragraph. */
export const PLACED_KINDS = { listen: '听', watch: '看', exercise: '练习', file: '资料' } as const;
export type PlacedKind = keyof typeof PLACED_KINDS;

/** Lengths in characters. */
export const TEXTBOOK = { courseName: 60, approvedNo: 60, label: 40, quote: 80, placedInBook: 500 } as const;

/** Error codes of textbooks. */
export const TEXTBOOK_CODES = { notText: 23901, foreignPart: 23902, oldEdition: 23903 } as const;
