import type { Selectable } from 'kysely';
import { DAY_MS } from '../../contract/clock.ts';
import type { Bin, RecycleItem } from '../../contract/system/recycle-item.ts';
import { recycleKind, recycleTables, type RecycleKind } from '../crud/recycle-bin.ts';
import { anyTable } from '../db/any-table.ts';
import { contains } from '../db/contains.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { scopeOf, within } from '../crud/data-scope.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import type { RecycleItemTable } from '../db/tables/admin-tables.ts';
import { offsetOf } from '../db/page-offset.ts';
import type { AppContext } from '../context.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { erasePerson } from '../identity/closing/erase-person.service.ts';
import { closingBlocksOf } from '../identity/closing/closing-block.service.ts';
import { assertOwnRoles, rejectForeignSuper } from '../identity/staff.service.ts';
import { failed, forbidden, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';

type Row = Selectable<RecycleItemTable>;

export const userBin: RecycleKind = { bin: 'user', purge: 'mark', check: assertNotStrongerUser, purged: erasePurged };

const wire = ({ id, entityType, entityId, title, origin, deletedBy, deletedAt, expireAt }: Row): RecycleItem => ({
  recycleId: id,
  entityType,
  entityId,
  title,
  origin,
  deletedBy,
  deletedAt: wireTime(deletedAt),
  expireAt: wireTime(expireAt),
});

/** A purged user leaves no personal data behind. Throws while business of the person is open. */
async function erasePurged(tx: Tx, id: number): Promise<void> {
  const open = await closingBlocksOf(tx, id);
  if (open.length > 0) throw failed(`这个人还有没办完的事，不能彻底删除。${open.join('；')}`);
  await erasePerson(tx, id);
}

/** Restoring a user also gives back the roles, so the restorer must be allowed to give them. */
async function assertNotStrongerUser(tx: Tx, id: number, currentUser: CurrentUser): Promise<void> {
  await rejectForeignSuper(tx, currentUser, id);
  const held = await tx.selectFrom('userRole').select('roleId').where('userId', '=', id).execute();
  const alive = await tx
    .selectFrom('role')
    .select('id')
    .where('id', 'in', [0, ...held.map((row) => row.roleId)])
    .where('delFlag', '=', '0')
    .execute();
  await assertOwnRoles(
    tx,
    currentUser,
    alive.map((row) => row.id),
    'recycle:user:restore',
  );
}

export async function recycled(
  context: AppContext,
  currentUser: CurrentUser,
  query: { group: Bin; title?: string | undefined; pageNum: number; pageSize: number },
) {
  const { group, title, pageNum, pageSize } = query;
  if (!hasPermission(currentUser, `recycle:${group}:list`)) throw forbidden();
  const types = recycleTables(group);
  if (types.length === 0) return { rows: [], total: 0 };
  let found = context.db.selectFrom('recycleItem').where('entityType', 'in', types);
  const people = await peopleWithin(context.db, currentUser, group, 'list');
  if (people) found = found.where('entityId', 'in', people);
  if (title) found = found.where(contains('title', title));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('deletedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(offsetOf({ pageNum, pageSize }, Number(total)))
    .execute();
  return { rows: rows.map(wire), total: Number(total) };
}

/** Ids of the users in the bin that the current user's data scope covers; null without a limit. `[0]` matches nobody. */
async function peopleWithin(db: Database | Tx, currentUser: CurrentUser, bin: Bin, action: string): Promise<number[] | null> {
  if (bin !== 'user') return null;
  const limit = within(await scopeOf(db, currentUser, `recycle:user:${action}`), { dept: 'deptId', user: 'id' }, currentUser);
  if (!limit) return null;
  const rows = await db.selectFrom('user').select('id').where(limit).execute();
  return [0, ...rows.map((row) => row.id)];
}

async function chosen(tx: Tx, currentUser: CurrentUser, ids: readonly number[], action: string): Promise<Row[]> {
  const rows = await tx.selectFrom('recycleItem').selectAll().where('id', 'in', ids).execute();
  if (rows.length < new Set(ids).size) throw missing('选中的内容已不在回收站里，请刷新后重试');
  if (rows.some((row) => !hasPermission(currentUser, `recycle:${recycleKind(row.entityType)?.bin ?? ''}:${action}`))) throw forbidden();
  const people = rows.some((row) => row.entityType === 'user') ? await peopleWithin(tx, currentUser, 'user', action) : null;
  if (people && rows.some((row) => row.entityType === 'user' && !people.includes(row.entityId)))
    throw missing('选中的内容已不在回收站里，请刷新后重试');
  return rows;
}

/** Restores all chosen rows or none. */
export async function restore(caller: RequestCaller, ids: readonly number[]): Promise<void> {
  const { context, currentUser } = caller;
  await withOperationLog(caller, { title: '回收站' }, async (tx) => {
    for (const row of await chosen(tx, currentUser, ids, 'restore')) {
      try {
        const { check, restore: own } = recycleKind(row.entityType) ?? {};
        await check?.(tx, row.entityId, currentUser);
        if (own) await own(tx, context.db.engine, row.entityId, currentUser);
        else await mark(tx, row, '0');
      } catch (error) {
        throw context.db.engine.isTwice(error) ? failed(`已有与「${row.title}」相同的${row.origin}，不能恢复；请先改名`) : error;
      }
      await tx.deleteFrom('recycleItem').where('id', '=', row.id).execute();
    }
  });
}

export async function purge(caller: RequestCaller, ids: readonly number[]): Promise<void> {
  await withOperationLog(caller, { title: '回收站', business: 'remove' }, async (tx) => {
    for (const row of await chosen(tx, caller.currentUser, ids, 'purge')) await purgeOne(tx, row);
  });
}

/** Purges rows that have been in the bins for more than `days` days. Returns their number. */
export async function purgeExpired(context: AppContext, days: number): Promise<number> {
  const before = Date.now() - days * DAY_MS;
  return context.db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('recycleItem').selectAll().where('deletedAt', '<', before).limit(500).execute();
    for (const row of rows) await purgeOne(tx, row, true);
    return rows.length;
  });
}

/** With `lenient`, a row that was already restored elsewhere is only removed from the bin list, without an error. */
async function purgeOne(tx: Tx, row: Row, lenient = false): Promise<void> {
  if (recycleKind(row.entityType)?.purge === 'mark') await mark(tx, row, '2', lenient);
  else {
    const done = await anyTable(tx).deleteFrom(row.entityType).where('id', '=', row.entityId).where('delFlag', '=', '1').executeTakeFirst();
    if (Number(done.numDeletedRows) === 0 && !lenient) throw notInBin(row);
  }
  await recycleKind(row.entityType)?.purged?.(tx, row.entityId);
  await tx.deleteFrom('recycleItem').where('id', '=', row.id).execute();
}

const notInBin = (row: Row) => missing(`「${row.title}」已不在回收站里，请刷新后重试`);

async function mark(tx: Tx, row: Row, delFlag: '0' | '2', lenient = false): Promise<void> {
  const done = await anyTable(tx)
    .updateTable(row.entityType)
    .set({ delFlag, updateTime: Date.now() })
    .where('id', '=', row.entityId)
    .where('delFlag', '=', '1')
    .executeTakeFirst();
  if (Number(done.numUpdatedRows) === 0 && !lenient) throw notInBin(row);
}
