import {
  TableNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

/**
 * Counts the writes to each table, so that a cached read stays valid until one of its tables is written: nothing
 * is stale while this process is the only writer. A write counts before it runs and again after it
 * has run, so that a read between the two is not cached.
 */
export class TableWrites implements KyselyPlugin {
  readonly #counts = new Map<string, number>();
  readonly #running = new WeakMap<object, string>();

  /** Returns a number that changes after any write to one of the tables. */
  of(tables: readonly string[]): number {
    let sum = 0;
    for (const table of tables) sum += this.#counts.get(table) ?? 0;
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

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const table = this.#running.get(queryId);
    if (table) this.#count(table);
    return result;
  }

  #count(table: string): void {
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }
}

function writtenTable(node: RootOperationNode): string | undefined {
  if (node.kind === 'InsertQueryNode') return node.into?.table.identifier.name;
  if (node.kind === 'UpdateQueryNode') return node.table && TableNode.is(node.table) ? node.table.table.identifier.name : undefined;
  if (node.kind === 'DeleteQueryNode') {
    const [from] = node.from.froms;
    return from && TableNode.is(from) ? from.table.identifier.name : undefined;
  }
  return undefined;
}
