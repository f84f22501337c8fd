import {
  ColumnNode,
  TableNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

/** Columns that readers change by reading and signing in: writes of these alone do not count. */
const COUNTERS: Readonly<Record<string, ReadonlySet<string>>> = {
  publication: new Set(['viewNum', 'readerNum', 'collectNum', 'downloadNum']),
  information: new Set(['viewNum']),
  scholar: new Set(['viewNum']),
  user: new Set(['loginIp', 'loginDate']),
};

/**
 * Counts the writes to each table, so that a cached read stays valid until one of its tables is written: nothing
 * is stale while this process is the only writer. A write counts before it runs, again after it has run, and a
 * third time when its transaction is committed, so that a read between two of them is not cached.
 */
export class TableWrites implements KyselyPlugin {
  readonly #counts = new Map<string, number>();
  readonly #running = new WeakMap<object, string>();
  /** Tables written since the last commit. */
  readonly #open = new Set<string>();

  /** Returns a number that changes after any write to one of the tables. */
  of(tables: readonly string[]): number {
    let sum = 0;
    for (const table of tables) sum += this.#counts.get(table) ?? 0;
    return sum;
  }

  /** Returns a number that changes after any write to a table that is not one of `tables`. */
  ofOthers(tables: ReadonlySet<string>): number {
    let sum = 0;
    for (const [table, count] of this.#counts) if (!tables.has(table)) sum += count;
    return sum;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const table = writtenTable(node);
    if (table) {
      this.#count(table);
      this.#running.set(queryId, table);
    }
    return node;
  }

  /** Called after a transaction is committed. */
  committed(): void {
    for (const table of this.#open) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
    this.#open.clear();
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const table = this.#running.get(queryId);
    if (table) this.#count(table);
    return result;
  }

  #count(table: string): void {
    this.#open.add(table);
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }
}

function writtenTable(node: RootOperationNode): string | undefined {
  if (node.kind === 'InsertQueryNode') return node.into?.table.identifier.name;
  if (node.kind === 'UpdateQueryNode') {
    const table = node.table && TableNode.is(node.table) ? node.table.table.identifier.name : undefined;
    const counters = table ? COUNTERS[table] : undefined;
    const columns = node.updates?.map(({ column }) => (ColumnNode.is(column) ? column.column.name : ''));
    return counters && columns?.every((column) => counters.has(column)) ? undefined : table;
  }
  if (node.kind === 'DeleteQueryNode') {
    const [from] = node.from.froms;
    return from && TableNode.is(from) ? from.table.identifier.name : undefined;
  }
  return undefined;
}
