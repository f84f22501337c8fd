import { ColumnNode, TableNode, type DatabaseConnection, type Driver, type RootOperationNode } from 'kysely';
import { COUNTER_COLUMNS, isWatched, snakeCase, UNCOUNTED_INSERTS } from './watched-tables.ts';

/** What a read came from: it stays valid while `count` is unchanged and `heard` is true. */
export interface WriteStamp {
  /** Changes after any write to one of the tables. */
  readonly count: number;
  /** True when the writes of every other server are known too. */
  readonly heard: boolean;
}

/** Other servers' writes are known while the server of the database answered on the listening connection within this time, in milliseconds. */
const LEASE_MS = 1_000;

/**
 * Counts the writes to each table, by this process and by others, so that a cached read stays valid until one of its tables is written. An own
 * write counts after its statement, and again when its transaction is committed: a read between the two is not cached. The writes of others come
 * over the listening connection of the database (decision 075); while it does not answer, nothing is known of them.
 */
export class TableWrites {
  readonly #alone: boolean;
  /** By the name of the table in the database. */
  readonly #counts = new Map<string, number>();
  /** Added to every count: changes when writes of others may have been missed. */
  #missed = 0;
  #announced = false;
  #answeredAt = -Infinity;

  /** `alone`: no other process writes. */
  constructor(alone: boolean) {
    this.#alone = alone;
  }

  /** The stamp of reads from these tables. */
  of(tables: readonly string[]): WriteStamp {
    let count = this.#missed;
    for (const table of tables) count += this.#counts.get(snakeCase(table)) ?? 0;
    return { count, heard: this.#alone || (this.#listens() && tables.every(isWatched)) };
  }

  /** The stamp of reads from all tables but these. */
  ofOthers(tables: ReadonlySet<string>): WriteStamp {
    const left = new Set([...tables].map(snakeCase));
    let count = this.#missed;
    for (const [table, writes] of this.#counts) if (!left.has(table)) count += writes;
    return { count, heard: this.#alone };
  }

  /** The database announces the writes of the watched tables from now on. */
  announced(): void {
    this.#announced = true;
    this.#missed++;
  }

  /** A table (by its name in the database) was written, here or by another server. */
  wrote(table: string): void {
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }

  /** Listening began: what was read before may be out of date. */
  began(): void {
    this.#missed++;
  }

  /** What others wrote before `at` (of `performance.now()`) has been counted. */
  answered(at: number): void {
    this.#answeredAt = at;
  }

  /** Listening ended: nothing is known of the writes of others. */
  lost(): void {
    this.#answeredAt = -Infinity;
    this.#missed++;
  }

  #listens(): boolean {
    return this.#announced && performance.now() - this.#answeredAt < LEASE_MS;
  }

  /** Counts what the connections of a driver write. */
  watch(driver: Driver): Driver {
    /** Tables written in the open transaction of a connection. */
    const open = new WeakMap<DatabaseConnection, Set<string>>();
    const known = new WeakSet<DatabaseConnection>();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async () => {
      const connection = await acquire();
      if (known.has(connection)) return connection;
      known.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = async (query) => {
        const table = writtenTable(query.query);
        if (table === undefined) return execute(query);
        open.get(connection)?.add(table);
        // A statement that failed may have been executed when the connection broke.
        return execute<never>(query).finally(() => this.wrote(table));
      };
      return connection;
    };
    const begin = driver.beginTransaction.bind(driver);
    driver.beginTransaction = async (connection, settings) => {
      await begin(connection, settings);
      open.set(connection, new Set());
    };
    const commit = driver.commitTransaction.bind(driver);
    driver.commitTransaction = async (connection) => {
      try {
        await commit(connection);
      } finally {
        for (const table of open.get(connection) ?? []) this.wrote(table);
        open.delete(connection);
      }
    };
    const rollback = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = async (connection) => {
      open.delete(connection);
      await rollback(connection);
    };
    return driver;
  }
}

const counters = new Map(Object.entries(COUNTER_COLUMNS).map(([table, columns]) => [snakeCase(table), new Set([...columns].map(snakeCase))]));
const uncountedInserts = new Set([...UNCOUNTED_INSERTS].map(snakeCase));

/** The name of the written table in the database; undefined for a read, and for a write that invalidates nothing. */
function writtenTable(node: RootOperationNode): string | undefined {
  if (node.kind === 'InsertQueryNode') {
    const table = node.into?.table.identifier.name;
    return table !== undefined && uncountedInserts.has(table) ? undefined : table;
  }
  if (node.kind === 'UpdateQueryNode') {
    const table = node.table && TableNode.is(node.table) ? node.table.table.identifier.name : undefined;
    const counted = table ? counters.get(table) : undefined;
    const columns = node.updates?.map(({ column }) => (ColumnNode.is(column) ? column.column.name : '')) ?? [];
    return counted && columns.length > 0 && columns.every((column) => counted.has(column)) ? undefined : table;
  }
  if (node.kind === 'DeleteQueryNode') {
    const [from] = node.from.froms;
    return from && TableNode.is(from) ? from.table.identifier.name : undefined;
  }
  return undefined;
}
