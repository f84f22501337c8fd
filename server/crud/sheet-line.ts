/** A line of a sheet: its number as the program shows it, and its cells as text. */
export interface Line {
  readonly number: number;
  readonly cells: readonly string[];
  /** Why the value of a cell cannot be taken, by its place in the row. */
  readonly faults: Readonly<Record<number, string>>;
}
