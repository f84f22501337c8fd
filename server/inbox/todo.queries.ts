import { sql, type Expression, type SqlBool } from 'kysely';
import { contains } from '../db/contains.ts';
import type { Database, Tx } from '../db/database.ts';
import type { TodoMarkTable } from '../db/tables/todo-tables.ts';
import { offsetOf } from '../db/page-offset.ts';

interface Item {
  itemId: number;
  title: string;
  note: string;
  askedBy: string;
  since: number;
  due: number | null;
  page: string | null;
}
interface SourcedItem extends Item {
  source: string;
}

/** The items of one source. */
export interface Part {
  readonly key: string;
  readonly items: Expression<Readonly<Item>>;
}

/** Limits in epoch milliseconds: `dueBefore` excludes items without a due date. */
export interface Limits {
  readonly text?: string | undefined;
  readonly dueFrom?: number | undefined;
  readonly dueBefore?: number | undefined;
  readonly due?: 'none' | undefined;
  readonly followUp?: 'none' | undefined;
  readonly followUpFrom?: number | undefined;
  readonly followUpBefore?: number | undefined;
  readonly sinceBefore?: number | undefined;
}

const COLUMNS = ['itemId', 'title', 'note', 'askedBy', 'since', 'due', 'page'] as const;

/** All parts below each other. A compound select takes no parentheses on SQLite, so that each part is a subquery. */
function union(parts: readonly Part[]) {
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)));
  const selects = parts.map(
    ({ key, items }, index) =>
      sql`select cast(${sql.lit(key)} as text) as ${sql.ref('source')}, ${columns} from ${items} as ${sql.ref(`part${index}`)}`,
  );
  return sql<SourcedItem>`(${sql.join(selects, sql` union all `)})`;
}

function waitingItems(db: Database, userId: number, parts: readonly Part[], limits: Limits) {
  let query = db
    .selectFrom(union(parts).as('w'))
    .leftJoin('todoMark as m', (on) => on.on('m.userId', '=', userId).onRef('m.source', '=', 'w.source').onRef('m.itemId', '=', 'w.itemId'));
  const { text, due, dueFrom, dueBefore, followUp, followUpFrom, followUpBefore, sinceBefore } = limits;
  if (text)
    query = query.where(
      sql<SqlBool>`(${sql.join(
        ['w.title', 'w.note', 'w.askedBy'].map((name) => contains(name, text)),
        sql` or `,
      )})`,
    );
  if (due === 'none') query = query.where('w.due', 'is', null);
  if (dueFrom !== undefined) query = query.where('w.due', '>=', dueFrom);
  if (dueBefore !== undefined) query = query.where('w.due', '<', dueBefore);
  if (followUp === 'none') query = query.where('m.followUp', 'is', null);
  if (followUpFrom !== undefined) query = query.where('m.followUp', '>=', followUpFrom);
  if (followUpBefore !== undefined) query = query.where('m.followUp', '<', followUpBefore);
  if (sinceBefore !== undefined) query = query.where('w.since', '<=', sinceBefore);
  return query;
}

interface Asked {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly order: 'longest' | 'newest' | 'due';
}

export async function itemPage(db: Database, userId: number, parts: readonly Part[], limits: Limits, asked: Asked) {
  if (parts.length === 0) return { rows: [], total: 0 };
  const query = waitingItems(db, userId, parts, limits);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('w')
    .select('m.followUp')
    .$if(asked.order === 'due', (one) => one.orderBy((eb) => eb.case().when('w.due', 'is', null).then(1).else(0).end()).orderBy('w.due'))
    .orderBy('w.since', asked.order === 'newest' ? 'desc' : 'asc')
    .orderBy('w.source')
    .orderBy('w.itemId')
    .limit(asked.pageSize)
    .offset(offsetOf(asked, Number(total)))
    .execute();
  return { rows, total: Number(total) };
}

/** Number and oldest time of each source that has any; the same rows as `itemPage` without limits. */
export async function itemCounts(db: Database, userId: number, parts: readonly Part[]) {
  if (parts.length === 0) return [];
  const rows = await waitingItems(db, userId, parts, {})
    .select((eb) => ['w.source', eb.fn.countAll<number>().as('count'), eb.fn.min('w.since').as('oldest')])
    .groupBy('w.source')
    .execute();
  return rows.map(({ source, count, oldest }) => ({ source, count: Number(count), oldest: Number(oldest) }));
}

/** Whether an item waits for this user. */
export async function waits(db: Database, userId: number, part: Part, itemId: number): Promise<boolean> {
  const found = await waitingItems(db, userId, [part], {}).select('w.itemId').where('w.itemId', '=', itemId).executeTakeFirst();
  return found !== undefined;
}

export async function mark(db: Database, own: Omit<TodoMarkTable, 'followUp'>, followUp: number | null): Promise<void> {
  const { userId, source, itemId } = own;
  if (followUp === null) {
    await db.deleteFrom('todoMark').where('userId', '=', userId).where('source', '=', source).where('itemId', '=', itemId).execute();
    return;
  }
  await db
    .insertInto('todoMark')
    .values({ ...own, followUp })
    .onConflict((oc) => oc.columns(['userId', 'source', 'itemId']).doUpdateSet({ followUp }))
    .execute();
}

/** Marks of items that were finished long ago. */
export const removeMarks = (db: Database, userId: number, before: number) =>
  db.deleteFrom('todoMark').where('userId', '=', userId).where('followUp', '<', before).execute();

export const viewsOf = (db: Database | Tx, userId: number) =>
  db.selectFrom('todoView').selectAll().where('userId', '=', userId).orderBy('id').execute();

export const putView = (tx: Tx, userId: number, name: string, filter: string) =>
  tx
    .insertInto('todoView')
    .values({ userId, name, filter, createTime: Date.now() })
    .onConflict((oc) => oc.columns(['userId', 'name']).doUpdateSet({ filter }))
    .returning(['id', 'name', 'filter'])
    .executeTakeFirstOrThrow();

export const deleteView = async (db: Database, userId: number, id: number): Promise<boolean> =>
  Number((await db.deleteFrom('todoView').where('userId', '=', userId).where('id', '=', id).executeTakeFirst()).numDeletedRows) === 1;
