/** A line of a sheet: its line number in the spreadsheet program, and its cells as text. */
export interface Line {
  readonly number: number;
  readonly cells: readonly string[];
  /** Why a cell value cannot be read, by column index. */
  readonly faults: Readonly<Record<number, string>>;
}
