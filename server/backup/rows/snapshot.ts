import { createHash } from 'node:crypto';

export type Value = string | number | null;
export type Row = readonly Value[];

/** A table of the product: its columns in alphabetical order, as in the database (snake_case). */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** All rows of a database at one moment. Tables that are made again (search words) or belong to the migrator are left out. */
export interface Snapshot {
  /** Name of the last migration. */
  readonly migration: string;
  readonly tables: readonly TableShape[];
  /** The last number that each identity column gave, by table. */
  readonly identities: Readonly<Record<string, number>>;
  /** Reads the rows of a table, some hundreds at a time; values are in the order of `columns`. */
  rows(table: TableShape): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
}

/** Rows read in one step. */
export const ROWS_AT_ONCE = 500;

/** The migrator writes these itself, and the words of the search index are made again from the texts. */
const OWN = /^(kysely_migration|kysely_migration_lock|migration_hash|schema_release|search_rebuild|move_progress|sqlite_.*)$/;
export const isCarried = (table: string): boolean => !OWN.test(table);

export interface Counted {
  readonly rows: number;
  /** Hexadecimal; the same for the same rows in any order. */
  readonly checksum: string;
}

/** Counts rows and adds up their hashes, so that two databases can be compared without sorting: 64 bits of SHA-256 of each row. */
export class RowCount {
  #rows = 0;
  #sum = 0n;

  add(row: Row): void {
    this.#rows += 1;
    this.#sum = (this.#sum + createHash('sha256').update(JSON.stringify(row)).digest().readBigUInt64BE(0)) & 0xffff_ffff_ffff_ffffn;
  }

  result(): Counted {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(16, '0') };
  }
}

/** Counts all rows of a table of a snapshot. */
export async function countRows(snapshot: Snapshot, table: TableShape): Promise<Counted> {
  const count = new RowCount();
  for await (const some of snapshot.rows(table)) for (const row of some) count.add(row);
  return count.result();
}
