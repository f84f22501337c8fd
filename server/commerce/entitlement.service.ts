import { entitlementsWithUser } from './entitlement.queries.ts';
import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import { endOfDay, wireDate, wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { unloggedWrite, type Write } from '../audit/operation-log.ts';
import { invalid, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { addGift, hasSuspended, liveRights, markOpened } from './entitlement.queries.ts';
import { itemById } from './order.queries.ts';
import { finishLine, orderIn } from './order-step.service.ts';

/** Rights of the access codes of printed books. */
export { addCodeRight, liveRights, revokeCodeRight } from './entitlement.queries.ts';

export interface Right {
  readonly entitled: boolean;
  /** Epoch milliseconds; null when there is no limit. */
  readonly validTo: number | null;
}

const NONE: Right = { entitled: false, validTo: null };
const FOR_EVER: Right = { entitled: true, validTo: null };

/**
 * Returns whether the user may read the whole work: free works while they are on sale, works with a live right from any source (also
 * after the sale ends, but not after a recall), and every work for staff who may view publications.
 */
export async function rightTo(context: AppContext, currentUser: Pick<CurrentUser, 'userId' | 'permissions'>, publicationId: number): Promise<Right> {
  const work = await context.db
    .selectFrom('publication')
    .select(['status', 'isFree'])
    .where('id', '=', publicationId)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  if (!work) return NONE;
  if (hasPermission(currentUser, 'publish:publication:query')) return FOR_EVER;
  if (work.status === 'recalled') return NONE;
  if (work.status === 'listed' && work.isFree === '1') return FOR_EVER;
  const rows = await liveRights(context.db, currentUser.userId, publicationId, Date.now());
  if (rows.length === 0) return NONE;
  // The right is the union of its sources.
  const ends = rows.map(({ validTo }) => validTo ?? Infinity);
  const validTo = Math.max(...ends);
  return { entitled: true, validTo: validTo === Infinity ? null : validTo };
}

/** Where the right of a user comes from, for the page of the work. `entitled`: the answer of `rightTo`. */
export async function rightKind(
  context: AppContext,
  { userId, permissions }: Pick<CurrentUser, 'userId' | 'permissions'>,
  publicationId: number,
  entitled: boolean,
): Promise<'none' | 'bought' | 'granted' | 'refunding'> {
  if (!entitled) return (await hasSuspended(context.db, userId, publicationId)) ? 'refunding' : 'none';
  const rows = await liveRights(context.db, userId, publicationId, Date.now());
  if (rows.some(({ source }) => source === 'order')) return 'bought';
  return rows.length > 0 || hasPermission({ permissions }, 'publish:publication:query') ? 'granted' : 'none';
}

/**
 * Like `rightTo`, for an answer with the first byte outside the trial: the right is opened, so its order line cannot be returned any more. A return
 * that began at the same moment wins or loses as a whole: both lock the order and then the right.
 */
export async function openRight(
  context: AppContext,
  currentUser: Pick<CurrentUser, 'userId' | 'permissions'>,
  publicationId: number,
): Promise<Right> {
  const right = await rightTo(context, currentUser, publicationId);
  if (!right.entitled || hasPermission(currentUser, 'publish:publication:query')) return right;
  const { userId } = currentUser;
  const unopened = (await liveRights(context.db, userId, publicationId, Date.now())).filter(({ openedAt }) => openedAt === null);
  if (unopened.length === 0) return right;
  await context.db.transaction().execute(async (tx) => {
    const now = Date.now();
    const bought = unopened.flatMap(({ source, sourceId }) => (source === 'order' ? [sourceId] : [])).toSorted((a, b) => a - b);
    const orders = new Map<number, Awaited<ReturnType<typeof orderIn>>>();
    for (const itemId of bought) {
      const line = await itemById(tx, itemId);
      if (line) orders.set(itemId, await orderIn(tx, line.orderId));
    }
    const opened = await markOpened(
      tx,
      unopened.map(({ id }) => id),
      now,
    );
    for (const itemId of opened) {
      const [line, order] = [await itemById(tx, itemId), orders.get(itemId)];
      if (!line || !order) continue;
      await tx.updateTable('orderItem').set({ openedAt: now }).where('id', '=', itemId).where('openedAt', 'is', null).execute();
      await finishLine(tx, order, line, now);
    }
  });
  return rightTo(context, currentUser, publicationId);
}

/** Returns whether the work is or was on sale, so that its existence is public. */
export async function wasOnSale(context: AppContext, publicationId: number): Promise<boolean> {
  const shown = await context.db
    .selectFrom('publication')
    .select('id')
    .where('id', '=', publicationId)
    .where('delFlag', '=', '0')
    .where('status', 'in', publicationMachine.groups.public)
    .executeTakeFirst();
  return shown !== undefined;
}

/** Returns whether the user may see that the work exists: it is or was on sale, or the user has a right to it. */
export const knowsOf = async (
  context: AppContext,
  currentUser: Pick<CurrentUser, 'userId' | 'permissions'>,
  publicationId: number,
): Promise<boolean> => (await wasOnSale(context, publicationId)) || (await rightTo(context, currentUser, publicationId)).entitled;

type Row = Awaited<ReturnType<ReturnType<typeof entitlementsWithUser>['execute']>>[number];

function wire(row: Row) {
  return {
    entitlementId: row.id,
    publishId: row.publicationId,
    userId: row.userId,
    userName: row.userName,
    nickName: row.nickName,
    source: row.source,
    validTo: row.validTo === null ? '' : wireDate(row.validTo),
    revoked: row.revoked === '1',
    createTime: wireTime(row.createTime),
  };
}

export async function entitlementsTo(context: AppContext, publicationId: number) {
  const rows = await entitlementsWithUser(context.db)
    .where('entitlement.publicationId', '=', publicationId)
    .orderBy('entitlement.id', 'desc')
    .limit(500)
    .execute();
  return { rows: rows.map(wire), total: rows.length };
}

/** Gives users a work without an order, such as its authors. Giving it again changes nothing. */
export async function giveTo(tx: Tx, userIds: readonly number[], publicationId: number, now: number): Promise<void> {
  for (const userId of userIds) await addGift(tx, userId, publicationId, now);
}

/** Grants a reader the right to a work; an older or revoked right of that reader is renewed. */
export async function grantTo(
  context: AppContext,
  currentUser: CurrentUser,
  input: { publishId: number; userName: string; validTo: string },
  write: Write = unloggedWrite(context),
) {
  const { publishId: publicationId, userName } = input;
  const user = await context.db
    .selectFrom('user')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['userName']), '=', userName.toLowerCase()))
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  if (!user) throw invalid(`没有用户名为“${userName}”的读者，请核对`);
  const work = await context.db.selectFrom('publication').select('id').where('id', '=', publicationId).where('delFlag', '=', '0').executeTakeFirst();
  if (!work) throw missing('出版物不存在或已删除');
  const now = Date.now();
  const validTo = input.validTo ? endOfDay(input.validTo) : null;
  if (validTo !== null && validTo <= now) throw invalid('到期日须晚于今天');
  const right = { source: 'staff' as const, validFrom: now, validTo, revoked: '0' as const, createBy: currentUser.userName, createTime: now };
  const { id } = await write((tx) =>
    tx
      .insertInto('entitlement')
      .values({ userId: user.id, publicationId, sourceId: 0, ...right })
      .onConflict((oc) => oc.columns(['userId', 'publicationId', 'source', 'sourceId']).doUpdateSet(right))
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return wire(await entitlementsWithUser(context.db).where('entitlement.id', '=', id).executeTakeFirstOrThrow());
}

export async function revoke(write: Write, id: number): Promise<void> {
  await write(async (tx) => {
    const row = await tx.updateTable('entitlement').set({ revoked: '1' }).where('id', '=', id).returning('id').executeTakeFirst();
    if (!row) throw missing('授权不存在');
  });
}
