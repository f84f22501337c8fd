import { setImmediate } from 'node:timers';
import {
  CompiledQuery,
  createQueryId,
  type DatabaseConnection,
  type Driver,
  IdentifierNode,
  type QueryCompiler,
  type QueryResult,
  RawNode,
  SelectQueryNode,
} from 'kysely';

/** Statements may follow each other for this time before other work of the server gets its turn, in milliseconds. */
const TURN_MS = 10;

/** A prepared statement of the connection that writes. */
export interface Statement {
  /** True when it returns rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

/** The connection that writes. */
export interface Writer {
  prepare(sql: string): Statement;
  isInTransaction(): boolean;
  close(): void;
}

/** Reads beside the writer, in other processes. */
export interface LongReads {
  isLong(sql: string): boolean;
  note(sql: string, ms: number): void;
  read(sql: string, parameters: readonly unknown[]): Promise<{ rows: unknown[]; ms: number }>;
  close(): void;
}

/**
 * One connection writes, and runs short reads; long reads outside a transaction run in other processes and see what was committed before they
 * started. While a transaction or a migration runs, other statements of the writer wait for its end.
 */
export class SqliteDriver implements Driver {
  readonly #open: () => { writer: Writer; long: LongReads | null };
  #writer: Writer | undefined;
  #long: LongReads | null = null;
  readonly #free: SqliteConnection[] = [];
  /** The connection that uses the writer: for one statement, a transaction or a migration. */
  #holder: SqliteConnection | null = null;
  readonly #queue: { readonly connection: SqliteConnection; readonly go: () => void }[] = [];

  /** When the first statement of this turn of the event loop began. */
  #turn: number | null = null;

  constructor(open: () => { writer: Writer; long: LongReads | null }) {
    this.#open = open;
  }

  async init(): Promise<void> {
    const { writer, long } = this.#open();
    this.#writer = writer;
    this.#long = long;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#free.pop() ?? new SqliteConnection(this);
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#free.push(connection);
    if (this.#holder !== connection) return;
    const next = this.#queue.shift();
    this.#holder = next?.connection ?? null;
    next?.go();
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await this.#hold(connection);
    this.#run('begin', []);
  }

  async commitTransaction(): Promise<void> {
    this.#run('commit', []);
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite itself rolls back a transaction for which the disk has no room.
    if (this.#writer?.isInTransaction()) this.#run('rollback', []);
  }

  async savepoint(connection: DatabaseConnection, name: string, compile: QueryCompiler['compileQuery']): Promise<void> {
    await connection.executeQuery(named('savepoint', name, compile));
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string, compile: QueryCompiler['compileQuery']): Promise<void> {
    await connection.executeQuery(named('rollback to', name, compile));
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string, compile: QueryCompiler['compileQuery']): Promise<void> {
    await connection.executeQuery(named('release', name, compile));
  }

  async destroy(): Promise<void> {
    this.#long?.close();
    this.#writer?.close();
  }

  async execute<Row>(connection: SqliteConnection, { sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const long = this.#holder === connection || !SelectQueryNode.is(query) ? null : this.#long;
    if (long?.isLong(sql)) {
      const { rows, ms } = await long.read(sql, parameters);
      long.note(sql, ms);
      return { rows: rows as Row[] };
    }
    await this.#hold(connection);
    await this.#yield();
    const started = performance.now();
    const result = this.#run<Row>(sql, parameters);
    long?.note(sql, performance.now() - started);
    return result;
  }

  #run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    if (!this.#writer) throw new Error('the database is not open');
    const statement = this.#writer.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  /** Statements end at once, so a loop of them would let no request in. */
  async #yield(): Promise<void> {
    const now = performance.now();
    if (this.#turn === null) {
      this.#turn = now;
      setImmediate(() => (this.#turn = null));
    } else if (now - this.#turn > TURN_MS) await new Promise((resolve) => void setImmediate(resolve));
  }

  /** Waits until no other connection uses the writer; the connection keeps it until it is released. */
  async #hold(connection: SqliteConnection): Promise<void> {
    if (this.#holder === null) this.#holder = connection;
    else if (this.#holder !== connection) await new Promise<void>((go) => this.#queue.push({ connection, go }));
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }
  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#driver.execute(this, query);
  }
  streamQuery(): AsyncIterableIterator<QueryResult<never>> {
    throw new Error('rows are read in pages, not as a stream');
  }
}

const named = (command: string, name: string, compile: QueryCompiler['compileQuery']): CompiledQuery =>
  compile(RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(name)]), createQueryId());
