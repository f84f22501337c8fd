import type { FastifyRequest } from 'fastify';
import type { AnyCrud } from '../../contract/crud.ts';
import type { Tx } from '../db/database.ts';
import { putInBin } from '../db/recycle.ts';
import { countedTotal } from '../db/total.ts';
import { inOrder, sliceOf } from '../db/page-offset.ts';
import type { AppContext } from '../context.ts';
import type { Sent } from '../files/send-file.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { conflict, failed, forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { columnOf, toColumns, toWire } from './crud-columns.ts';
import { filesOfRow, withStoredFiles } from './crud-files.ts';
import { anyTable } from '../db/any-table.ts';
import { filtered, ordered, scopeFor, totalKey, visible } from './crud-query.ts';
import { assertOnlyOnce, assertKnownEntries, assertUnused } from './crud-rules.ts';
import { named } from './crud-names.ts';
import { unmasked } from './personal-view.ts';
import type { CrudTable, Draft, Query, Row, TableName, WireRow } from './crud-table.ts';

/** The current user and the request. */
export interface RequestCaller {
  readonly context: AppContext;
  readonly currentUser: CurrentUser;
  readonly request: FastifyRequest;
}

/** The checked body of a change, with the defaults of the fields that the client left out, and the body as the client sent it. */
export interface Change<C extends AnyCrud> {
  readonly draft: Draft<C>;
  readonly sent: object;
}

type Asked = Readonly<Record<string, unknown>> & { readonly pageNum: number; readonly pageSize: number };

/** The operations of a resource, for routes and for other services of its area. */
export interface CrudService<C extends AnyCrud> {
  readonly table: CrudTable<C>;
  /**
   * Returns a page and the exact total; a page past the end returns the last page. Set `permission` when a permission
   * other than the resource's own `list` applies: its data scope is used.
   */
  list(context: AppContext, currentUser: CurrentUser, asked: Asked, permission?: string): Promise<{ rows: WireRow<C>[]; total: number }>;
  /** Returns every row of a filter in list order, for short lists. */
  all(context: AppContext, currentUser: CurrentUser, asked: Readonly<Record<string, unknown>>, permission?: string): Promise<WireRow<C>[]>;
  /** Returns one row within the current user's scope; throws when there is none. */
  get(context: AppContext, currentUser: CurrentUser, id: number): Promise<WireRow<C>>;
  /** Returns a file of a row within the current user's scope; throws when the row does not have it. */
  file(context: AppContext, currentUser: CurrentUser, id: number, fileId: number): Promise<Sent>;
  /**
   * Returns the draft of a change with the stored values of the fields that the client did not send, and the version of the row
   * from which they come. The draft is returned unchanged when every field was sent.
   */
  complete(context: AppContext, currentUser: CurrentUser, id: number, change: Change<C>): Promise<{ draft: Draft<C>; version?: number }>;
  add(caller: RequestCaller, draft: Draft<C>): Promise<WireRow<C>>;
  edit(caller: RequestCaller, id: number, draft: Draft<C>, version?: number): Promise<WireRow<C>>;
  remove(caller: RequestCaller, ids: readonly number[]): Promise<void>;
  /** Writes a checked draft inside the caller's transaction. `before` is null for a new row. Returns the id. */
  write(tx: Tx, currentUser: CurrentUser, draft: Draft<C>, before: Row | null): Promise<number>;
  /** Returns the rows with these ids that the current user may see with a permission; other rows are left out. */
  within(db: AppContext['db'] | Tx, currentUser: CurrentUser, ids: readonly number[], permission: string): Promise<Row[]>;
  /** Returns the number of rows of a filter that an export has, but `most` when there are more. */
  countUpTo(context: AppContext, currentUser: CurrentUser, asked: Readonly<Record<string, unknown>>, most: number): Promise<number>;
  /** Returns every row of a filter by id, in parts, for an export. */
  every(context: AppContext, currentUser: CurrentUser, asked: Readonly<Record<string, unknown>>): AsyncGenerator<WireRow<C>[]>;
}

/** Maximum number of export rows in memory. */
const PART = 1000;

/** Implements the rules shared by all resources, over one table. */
export function crudService<C extends AnyCrud, T extends TableName>(crud: C, own: CrudTable<C, T>): CrudService<C> {
  const table = own as unknown as CrudTable<AnyCrud>;
  const wired = async (db: AppContext['db'] | Tx, currentUser: CurrentUser, rows: readonly Row[]) =>
    (await named(db, crud, table, currentUser, rows)) as WireRow<C>[];
  const gone = () => missing(`${crud.name}不存在或已被删除，请刷新后重试`);

  async function seen(db: AppContext['db'] | Tx, currentUser: CurrentUser, action: string): Promise<Query> {
    return visible(db, table, currentUser, await scopeFor(db, crud, table, currentUser, action));
  }
  async function rowOf(db: AppContext['db'] | Tx, currentUser: CurrentUser, id: number, action: string): Promise<Row> {
    const row = (await (await seen(db, currentUser, action)).selectAll().where('id', '=', id).executeTakeFirst()) as Row | undefined;
    if (!row) throw await unseen(db, [id]);
    return row;
  }
  /** Returns why a row is missing: outside the scope (when the resource defines such a message) or gone. */
  async function unseen(db: AppContext['db'] | Tx, ids: readonly number[]) {
    if (!table.outOfScopeMessage) return gone();
    const live = anyTable(db)
      .selectFrom(table.table)
      .select('id')
      .where('id', 'in', [...ids]);
    const found: unknown[] = await (table.appendOnly ? live : live.where('delFlag', '=', '0')).execute();
    return found.length === new Set(ids).size ? forbidden(table.outOfScopeMessage) : gone();
  }
  async function write(tx: Tx, currentUser: CurrentUser, sent: Draft<C>, before: Row | null): Promise<number> {
    const present = before ? filesOfRow(crud, before, (field) => columnOf(table, crud, field)) : [];
    const draft = (await withStoredFiles(
      tx,
      crud,
      unmasked(crud, sent as object, before) as Record<string, unknown>,
      present,
      currentUser.userId,
    )) as Draft<C>;
    const given = { currentUser, draft, before };
    await assertOnlyOnce(tx, crud, table, given);
    await assertKnownEntries(tx, crud, table, given);
    await table.check?.(tx, given);
    const now = Date.now();
    const values = { ...toColumns(crud, table, draft), ...(await table.columnsOf?.(given, tx)), updateBy: currentUser.userName, updateTime: now };
    let id = before?.id ?? 0;
    if (before) {
      const done: Query = anyTable(tx)
        .updateTable(table.table)
        .set({ ...values, version: before.version + 1 });
      const result = (await done.where('id', '=', id).where('version', '=', before.version).executeTakeFirst()) as { numUpdatedRows: bigint };
      if (Number(result.numUpdatedRows) === 0) throw conflict();
    } else {
      const done: Query = anyTable(tx)
        .insertInto(table.table)
        .values({ ...values, createBy: currentUser.userName, createTime: now });
      id = Number(((await done.returning('id').executeTakeFirst()) as Row).id);
    }
    await table.afterSave?.(tx, { ...given, id });
    return id;
  }

  /** Two users may add the same value at once; then the unique constraint of the database rejects the second. */
  async function once<T>(context: AppContext, work: Promise<T>): Promise<T> {
    const done = await work.catch((error: unknown) => {
      throw context.db.engine.isTwice(error) ? failed(`已有相同的${crud.name}，请刷新后重试`) : error;
    });
    await table.afterCommit?.(context);
    return done;
  }

  return {
    table: own as unknown as CrudTable<C>,
    write,
    async all(context, currentUser, asked, permission) {
      const scope = await scopeFor(context.db, crud, table, currentUser, 'list', permission);
      const start = await filtered(context, crud, table, visible(context.db, table, currentUser, scope), asked);
      return wired(context.db, currentUser, (await ordered(crud, table, start, asked).selectAll().execute()) as Row[]);
    },
    async within(db, currentUser, ids, permission) {
      if (ids.length === 0) return [];
      const scope = await scopeFor(db, crud, table, currentUser, 'list', permission);
      return (await visible(db, table, currentUser, scope)
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()) as Row[];
    },
    async list(context, currentUser, asked, permission) {
      const scope = await scopeFor(context.db, crud, table, currentUser, 'list', permission);
      const start = await filtered(context, crud, table, visible(context.db, table, currentUser, scope), asked);
      const total = await countedTotal(context.db, totalKey(table, crud, currentUser, scope, asked), [table.table], async () => {
        const counted = (await start.select((eb: Query) => eb.fn.countAll().as('total')).executeTakeFirst()) as { total: number | string };
        return Number(counted.total);
      });
      const slice = sliceOf(asked, total);
      const page = ordered(crud, table, start, asked, slice.fromEnd).selectAll().limit(slice.limit).offset(slice.offset);
      return { rows: await wired(context.db, currentUser, inOrder((await page.execute()) as Row[], slice)), total };
    },
    async get(context, currentUser, id) {
      const [row] = await wired(context.db, currentUser, [await rowOf(context.db, currentUser, id, 'query')]);
      return row as WireRow<C>;
    },
    async file(context, currentUser, id, fileId) {
      const row = await rowOf(context.db, currentUser, id, 'query');
      const listed = filesOfRow(crud, row, (field) => columnOf(table, crud, field)).some((one) => one.fileId === fileId);
      const found = listed && (await context.db.selectFrom('file').selectAll().where('id', '=', fileId).executeTakeFirst());
      if (!found) throw missing('文件已被删除');
      return { key: found.fileName.slice(1), name: found.fileOriginName, mime: found.mime, size: found.size };
    },
    async complete(context, currentUser, id, { draft, sent }) {
      const omitted = Object.keys(crud.fields).filter((field) => !Object.hasOwn(sent, field) && !crud.meta[field]?.keep);
      if (omitted.length === 0) return { draft };
      const row = await rowOf(context.db, currentUser, id, 'edit');
      // Fields without a column are only in the answer; a shown name or a cut text never replaces a stored column.
      const [wire = {}] = await named(context.db, crud, table, currentUser, [row]);
      const stored: Record<string, unknown> = { ...wire, ...toWire(crud, table, row, {}) };
      const kept = omitted.flatMap((field) => (stored[field] === undefined || stored[field] === null ? [] : [[field, stored[field]] as const]));
      return { draft: { ...(draft as object), ...Object.fromEntries(kept) } as Draft<C>, version: row.version };
    },
    async add(caller, draft) {
      const work = withOperationLog(caller, { title: table.log, business: 'add' }, async (tx) => {
        const id = await write(tx, caller.currentUser, draft, null);
        return (await wired(tx, caller.currentUser, [await byId(tx, table, id)]))[0] as WireRow<C>;
      });
      return once(caller.context, work);
    },
    async edit(caller, id, draft, version) {
      const work = withOperationLog(caller, { title: table.log, business: 'edit' }, async (tx) => {
        const before = await rowOf(tx, caller.currentUser, id, 'edit');
        if (version !== undefined && version !== before.version) throw conflict();
        await write(tx, caller.currentUser, draft, before);
        return (await wired(tx, caller.currentUser, [await byId(tx, table, id)]))[0] as WireRow<C>;
      });
      return once(caller.context, work);
    },
    async remove(caller, ids) {
      const { currentUser } = caller;
      const work = withOperationLog(caller, { title: table.log, business: 'remove' }, async (tx) => {
        const rows = (await (await seen(tx, currentUser, 'remove')).selectAll().where('id', 'in', ids).execute()) as Row[];
        if (rows.length < new Set(ids).size) throw await unseen(tx, ids);
        await assertUnused(tx, table, rows);
        await table.beforeRemove?.(tx, rows, currentUser);
        if (table.removal === 'hard') await anyTable(tx).deleteFrom(table.table).where('id', 'in', ids).execute();
        else await toBin(tx, crud, table, rows, currentUser);
      });
      await once(caller.context, work);
    },
    async countUpTo(context, currentUser, asked, most) {
      const start = await filtered(context, crud, table, await seen(context.db, currentUser, 'export'), asked);
      const { total } = (await anyTable(context.db)
        .selectFrom(start.select('id').limit(most).as('some'))
        .select((eb: Query) => eb.fn.countAll().as('total'))
        .executeTakeFirst()) as { total: number | string };
      return Number(total);
    },
    async *every(context, currentUser, asked) {
      for (let after = 0; ; ) {
        const start = await filtered(context, crud, table, await seen(context.db, currentUser, 'export'), asked);
        const rows = (await start.selectAll().where('id', '>', after).orderBy('id').limit(PART).execute()) as Row[];
        if (rows.length > 0) yield await wired(context.db, currentUser, rows);
        if (rows.length < PART) return;
        after = rows.at(-1)?.id ?? after;
      }
    },
  };
}

const byId = async (tx: Tx, table: CrudTable<AnyCrud>, id: number): Promise<Row> =>
  (await anyTable(tx).selectFrom(table.table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as Row;

/** Marks the rows as deleted and puts them in the recycle bin for 30 days. */
async function toBin(tx: Tx, crud: AnyCrud, table: CrudTable<AnyCrud>, rows: readonly Row[], currentUser: CurrentUser): Promise<void> {
  const now = Date.now();
  await anyTable(tx)
    .updateTable(table.table)
    .set((eb: Query) => ({ delFlag: '1', updateBy: currentUser.userName, updateTime: now, version: eb('version', '+', 1) }))
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  const title = columnOf(table, crud, crud.title);
  await putInBin(
    tx,
    currentUser,
    ...rows.map((row) => ({ entityType: table.table, entityId: row.id, title: String(row[title] ?? row.id), origin: crud.name })),
  );
}
