import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { ORDER_CODES } from '../../../contract/commerce/order-limits.ts';
import type { claimSeat, giveSeats, seatOffer, SeatPool } from '../../../contract/commerce/seat.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { addSeatRight, liveRights, revokeSeatRights, revokeUnopenedSeat } from '../entitlement.queries.ts';
import { itemById } from '../order.queries.ts';
import { endsOpened, holdsSeat, isPoolOver, ownsPool } from '../order.policy.ts';
import { orderIn } from '../order-step.service.ts';
import { countsOf, freeCopies, returnedOf } from './seat-count.service.ts';
import { coverOf, OWNED } from '../price.service.ts';
import {
  addSeat,
  claimFor,
  liveSeats,
  lockPool,
  poolById,
  poolOfItem,
  readerByName,
  seatByCode,
  seatById,
  takeBack,
  type OfferRow,
  type PoolRow,
  type SeatRow,
} from './seat.queries.ts';

const CODE_BYTES = 16;
const GIVING: RateLimit = { name: 'seat-give', points: 60, windowMs: 3_600_000, message: '您分配席位太频繁了，请一小时后再试' };
const CLAIMING: RateLimit = { name: 'seat-claim', points: 30, windowMs: 600_000, message: '您打开领取链接太频繁了，请十分钟后再试' };
export const poolGone = (): AppError => missing('席位不存在，请刷新后重试');
const linkGone = (): AppError => new AppError(ORDER_CODES.seatLink, '领取链接不存在、已被使用或已被收回，请联系赠送人');
export const pageOf = ({ publishId, workKind }: Pick<PoolRow, 'publishId' | 'workKind'>): string =>
  `/cms/main/${workKind === 'audio' || workKind === 'video' ? 'collectedVideoDetail' : 'bookDetail'}/${publishId}`;
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

async function wire(db: Database | Tx, pool: PoolRow): Promise<SeatPool> {
  const seats = await liveSeats(db, [pool.id]);
  return {
    poolId: pool.id,
    publishId: pool.publishId,
    title: pool.title,
    ...countsOf(pool, seats, await returnedOf(db, pool)),
    seats: seats.map((seat) => ({
      seatId: seat.id,
      state: seat.userId === null ? 'link' : seat.openedAt === null ? 'given' : 'opened',
      nickName: seat.nickName ?? '',
      userName: seat.userName ?? '',
      byLink: seat.codeHash !== null,
      givenAt: wireTime(seat.claimedAt ?? seat.givenAt),
    })),
  };
}

export async function poolFor({ db }: AppContext, currentUser: CurrentUser, orderItemId: number): Promise<SeatPool> {
  const pool = await poolOfItem(db, orderItemId);
  if (!pool || !ownsPool(pool, currentUser)) throw poolGone();
  return wire(db, pool);
}

/** The pool under its lock. The order comes first, as in a refund, so that handing out and returning have one winner. */
export async function lockedPool(tx: Tx, owner: Pick<CurrentUser, 'userId'>, poolId: number): Promise<PoolRow> {
  const pool = await poolById(tx, poolId);
  if (!pool || !ownsPool(pool, owner)) throw poolGone();
  await lockWithOrder(tx, pool);
  // What was decided before the lock may have changed.
  return (await poolById(tx, poolId)) ?? pool;
}

export async function lockWithOrder(tx: Tx, pool: Pick<PoolRow, 'id' | 'orderItemId'>): Promise<void> {
  const line = pool.orderItemId === null ? undefined : await itemById(tx, pool.orderItemId);
  if (line) await orderIn(tx, line.orderId);
  await lockPool(tx, pool.id);
}

/** Takes a copy of a reader back under the lock of its pool; returns whether the rules of the pool allow it. */
export async function endSeat(tx: Tx, pool: PoolRow, seat: Pick<SeatRow, 'id' | 'classId'>, now: number): Promise<boolean> {
  if (endsOpened(pool, seat)) await revokeSeatRights(tx, [seat.id]);
  else if (!(await revokeUnopenedSeat(tx, seat.id))) return false;
  await takeBack(tx, seat.id, now);
  return true;
}

/** Hands copies out. Names that cannot get one are skipped, each with its reason; when the copies do not suffice, nothing is handed out. */
export async function give(
  context: AppContext,
  currentUser: CurrentUser,
  poolId: number,
  { userNames, links }: z.output<typeof giveSeats.body>,
): Promise<DataOf<typeof giveSeats>> {
  await rateLimit(context, GIVING, currentUser.userId);
  const names = [...new Map(userNames.map((name) => [name.toLowerCase(), name])).values()];
  if (names.length + links === 0) throw failed('请填写读者的用户名，或选择要生成的链接数');
  const codes = Array.from({ length: links }, () => randomBytes(CODE_BYTES).toString('base64url'));
  return context.db.transaction().execute(async (tx) => {
    const pool = await lockedPool(tx, currentUser, poolId);
    const now = Date.now();
    if (isPoolOver(pool, now)) throw failed(`席位${pool.closedAt === null ? '已到期' : '池已由出版社关闭'}，不能再分配`);
    const taken = new Set((await liveSeats(tx, [pool.id])).map(({ userId }) => userId));
    const readers: { id: number }[] = [];
    const skipped: { userName: string; reason: string }[] = [];
    for (const userName of names) {
      const reader = await readerByName(tx, userName);
      if (!reader) skipped.push({ userName, reason: '没有这个用户名，请核对' });
      else if (taken.has(reader.id)) skipped.push({ userName, reason: '已经分配给这位读者' });
      else readers.push(reader);
    }
    const free = await freeCopies(tx, pool);
    if (readers.length + links > free) throw new AppError(ORDER_CODES.quantity, `只剩${free}份可以分配，请减少份数`);
    for (const { id: userId } of readers) {
      const seatId = await addSeat(tx, { poolId, codeHash: null, userId, givenAt: now, claimedAt: now });
      await addSeatRight(tx, userId, pool.publishId, seatId, pool.to, now);
      await sendMessage(tx, {
        userId,
        type: 'pay',
        title: `${currentUser.nickName || currentUser.userName}送给您《${pool.title}》，现在就可以读`,
        link: pageOf(pool),
      });
    }
    for (const code of codes) await addSeat(tx, { poolId, codeHash: hashOf(code), userId: null, givenAt: now, claimedAt: null });
    return { pool: await wire(tx, pool), codes, skipped };
  });
}

export async function take({ db }: AppContext, currentUser: CurrentUser, seatId: number): Promise<SeatPool> {
  return db.transaction().execute(async (tx) => {
    const known = await seatById(tx, seatId);
    if (!known) throw poolGone();
    const pool = await lockedPool(tx, currentUser, known.poolId);
    const seat = await seatById(tx, seatId);
    if (!seat || seat.takenBack !== null) throw failed('这一份已经收回');
    const now = Date.now();
    if (seat.userId === null) await takeBack(tx, seat.id, now);
    else if (!(await endSeat(tx, pool, seat, now))) throw new AppError(ORDER_CODES.seatUsed, '读者已开始阅读，这一份不能收回');
    return wire(tx, pool);
  });
}

async function offerWire(db: Database | Tx, currentUser: CurrentUser, row: OfferRow): Promise<DataOf<typeof seatOffer>> {
  const owned = (await liveRights(db, currentUser.userId, row.publishId, Date.now())).length > 0;
  const gone = row.workStatus === 'recalled' || row.workDelFlag === '1';
  return {
    publishId: row.publishId,
    title: row.title,
    workKind: row.workKind,
    cover: coverOf(row),
    giver: row.giver,
    fault: gone ? '这部作品已停止阅读' : owned ? `${OWNED}，可以把链接转给别人` : '',
  };
}

const isUsed = (row: OfferRow): boolean => row.userId !== null || row.takenBack !== null;

export async function offer(context: AppContext, currentUser: CurrentUser, code: string): Promise<DataOf<typeof seatOffer>> {
  await rateLimit(context, CLAIMING, currentUser.userId);
  const row = await seatByCode(context.db, hashOf(code));
  if (!row || isUsed(row)) throw linkGone();
  return offerWire(context.db, currentUser, row);
}

/** The first account that claims a link gets the copy. The same account again gets the same answer. */
export async function claim(context: AppContext, currentUser: CurrentUser, code: string): Promise<DataOf<typeof claimSeat>> {
  await rateLimit(context, CLAIMING, currentUser.userId);
  const { userId } = currentUser;
  return context.db.transaction().execute(async (tx) => {
    const known = await seatByCode(tx, hashOf(code));
    if (!known) throw linkGone();
    await lockPool(tx, known.poolId);
    const row = await seatByCode(tx, hashOf(code));
    if (!row || (isUsed(row) && !holdsSeat(row, currentUser))) throw linkGone();
    if (row.takenBack !== null) throw linkGone();
    if (holdsSeat(row, currentUser)) return { ...(await offerWire(tx, currentUser, row)), fault: '' };
    const offered = await offerWire(tx, currentUser, row);
    if (offered.fault) throw new AppError(ORDER_CODES.owned, offered.fault);
    const now = Date.now();
    if (!(await claimFor(tx, row.id, userId, now))) throw linkGone();
    await addSeatRight(tx, userId, row.publishId, row.id, row.to, now);
    return offered;
  });
}
