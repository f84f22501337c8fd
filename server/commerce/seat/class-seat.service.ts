import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { DAY_MS } from '../../../contract/clock.ts';
import type { AppContext } from '../../context.ts';
import { wireDate } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { addSeatRight, liveRights } from '../entitlement.queries.ts';
import { endsOpened, isPoolEnded, isPoolOver } from '../order.policy.ts';
import { countsOf, freeCopies, returnedOf } from './seat-count.service.ts';
import { endSeat, lockedPool, lockWithOrder, pageOf, poolGone } from './seat.service.ts';
import {
  addSeat,
  liveSeats,
  noteEndNotice,
  poolById,
  poolsOfOwner,
  seatsOfClass,
  seatToNotify,
  setAutoClasses,
  type PoolRow,
} from './seat.queries.ts';

/** Seats that a teacher gives to a class. Who may do so with a class is decided there; whose pool it is, here. */
type Owner = Pick<CurrentUser, 'userId'>;

/** The first message about the end of a seat is sent this long before it, milliseconds. */
const ENDING_MS = 14 * DAY_MS;

const classesOf = ({ autoClasses }: Pick<PoolRow, 'autoClasses'>): number[] => JSON.parse(autoClasses) as number[];

export interface ClassPool {
  readonly poolId: number;
  readonly publishId: number;
  readonly title: string;
  readonly n: number;
  readonly given: number;
  readonly free: number;
  readonly endDate: string;
  readonly ended: boolean;
  readonly closed: boolean;
  readonly auto: boolean;
  readonly holders: readonly { readonly userId: number; readonly opened: boolean; readonly mayTake: boolean }[];
}

/** Pools of an owner for the textbooks of a class, with the holders of their seats. */
export async function poolsForClass(db: Database | Tx, owner: Owner, publishIds: readonly number[], classId: number): Promise<ClassPool[]> {
  const now = Date.now();
  const pools = await poolsOfOwner(db, owner.userId, publishIds);
  const seats = await liveSeats(
    db,
    pools.map(({ id }) => id),
  );
  return Promise.all(
    pools.map(async (pool) => {
      const own = seats.filter(({ poolId }) => poolId === pool.id);
      const returned = await returnedOf(db, pool);
      const { given, free } = countsOf(pool, own, returned);
      return {
        poolId: pool.id,
        publishId: pool.publishId,
        title: pool.title,
        n: pool.n - returned,
        given,
        free,
        endDate: pool.to === null ? '' : wireDate(pool.to),
        ended: isPoolEnded(pool, now),
        closed: pool.closedAt !== null,
        auto: classesOf(pool).includes(classId),
        holders: own.flatMap((seat) =>
          seat.userId === null
            ? []
            : [{ userId: seat.userId, opened: seat.openedAt !== null, mayTake: seat.openedAt === null || endsOpened(pool, seat) }],
        ),
      };
    }),
  );
}

/** The pool of an owner under its lock; 404 when it is of another person or not for a textbook of the class. */
async function classPool(tx: Tx, owner: Owner, poolId: number, publishIds: readonly number[]): Promise<PoolRow> {
  const pool = await lockedPool(tx, owner, poolId);
  if (!publishIds.includes(pool.publishId)) throw poolGone();
  return pool;
}

interface Given {
  readonly classId: number;
  readonly publishIds: readonly number[];
  readonly userIds: readonly number[];
  /** Who gives them, as the readers see it. */
  readonly giver: string;
}

async function giveSeat(tx: Tx, pool: PoolRow, { classId, giver }: Given, userId: number, now: number): Promise<void> {
  const seatId = await addSeat(tx, { poolId: pool.id, codeHash: null, userId, classId, givenAt: now, claimedAt: now });
  await addSeatRight(tx, userId, pool.publishId, seatId, pool.to, now);
  await sendMessage(tx, {
    userId,
    type: 'task',
    title: `${giver}给您分配了${inTitleMarks(pool.title)}的席位，现在就可以读全书`,
    content: pool.to === null ? '' : `可以读到${wireDate(pool.to)}。`,
    link: pageOf(pool),
  });
}

export type GiveResult =
  | { readonly fault: 'ended'; readonly endDate: string }
  | { readonly fault: 'closed' }
  | { readonly fault: 'short'; readonly free: number }
  | { readonly fault: ''; readonly given: readonly number[]; readonly known: readonly number[] };

/** Gives seats to users of a class, or to none of them when they do not suffice. `known` have one of this pool already. */
export async function giveSeatsTo(tx: Tx, owner: Owner, poolId: number, asked: Given): Promise<GiveResult> {
  const now = Date.now();
  const pool = await classPool(tx, owner, poolId, asked.publishIds);
  if (isPoolEnded(pool, now)) return { fault: 'ended', endDate: wireDate(pool.to ?? now) };
  if (isPoolOver(pool, now)) return { fault: 'closed' };
  const holders = new Set((await liveSeats(tx, [pool.id])).map(({ userId }) => userId));
  const users = asked.userIds.filter((userId) => !holders.has(userId));
  const free = await freeCopies(tx, pool);
  if (users.length > free) return { fault: 'short', free };
  for (const userId of users) await giveSeat(tx, pool, asked, userId, now);
  return { fault: '', given: users, known: asked.userIds.filter((userId) => holders.has(userId)) };
}

/** Tells a reader that the own work stays when the right to the book has ended. */
const notifyEnded = (tx: Tx, userId: number, pool: Pick<PoolRow, 'publishId' | 'workKind' | 'title'>, what: string): Promise<void> =>
  sendMessage(tx, {
    userId,
    type: 'task',
    title: `${inTitleMarks(pool.title)}的席位${what}`,
    content: '您的笔记、作答和成绩都保留，试读部分仍可以读。',
    link: pageOf(pool),
  });

/** Takes seats of users back. `kept` have opened a copy that was bought; the others of the list have none. */
export async function takeSeatsFrom(
  tx: Tx,
  owner: Owner,
  poolId: number,
  { publishIds, userIds }: Pick<Given, 'publishIds' | 'userIds'>,
): Promise<{ readonly taken: readonly number[]; readonly kept: readonly number[] }> {
  const now = Date.now();
  const pool = await classPool(tx, owner, poolId, publishIds);
  const taken: number[] = [];
  const kept: number[] = [];
  for (const seat of await liveSeats(tx, [pool.id])) {
    if (seat.userId === null || !userIds.includes(seat.userId)) continue;
    if (!(await endSeat(tx, pool, seat, now))) kept.push(seat.userId);
    else {
      taken.push(seat.userId);
      await notifyEnded(tx, seat.userId, pool, '已由老师收回');
    }
  }
  return { taken, kept };
}

export async function setAuto(tx: Tx, owner: Owner, poolId: number, publishIds: readonly number[], classId: number, auto: boolean): Promise<void> {
  const pool = await classPool(tx, owner, poolId, publishIds);
  const others = classesOf(pool).filter((id) => id !== classId);
  await setAutoClasses(tx, pool.id, JSON.stringify(auto ? [...others, classId] : others));
}

/** A user has joined a class: a seat of each pool that is given at once, while there are free ones and the user cannot read the book as long anyway. */
export async function giveSeatsOnJoining(
  tx: Tx,
  owner: Owner,
  { classId, publishIds, userId, giver }: Omit<Given, 'userIds'> & { userId: number },
): Promise<void> {
  const wanted = (await poolsOfOwner(tx, owner.userId, publishIds)).filter((pool) => classesOf(pool).includes(classId));
  // In the order of their ids, as everywhere, so that two transactions never wait for each other.
  for (const { id, publishId, to } of wanted.toSorted((one, two) => one.id - two.id)) {
    const rights = await liveRights(tx, userId, publishId, Date.now());
    if (rights.some(({ validTo }) => validTo === null || (to !== null && validTo >= to))) continue;
    await giveSeatsTo(tx, owner, id, { classId, publishIds, userIds: [userId], giver });
  }
}

/** A user has left a class: the seats that the class gave are free again, except bought ones that the user has opened. */
export async function endSeatsOfClass(tx: Tx, classId: number, userId: number): Promise<void> {
  const now = Date.now();
  for (const { poolId } of await seatsOfClass(tx, classId, userId)) {
    const pool = await poolById(tx, poolId);
    if (!pool) continue;
    await lockWithOrder(tx, pool);
    const seat = (await seatsOfClass(tx, classId, userId)).find((one) => one.poolId === poolId);
    if (seat && (await endSeat(tx, pool, seat, now)) && !isPoolEnded(pool, now)) await notifyEnded(tx, userId, pool, '已收回，因为您不在班级里了');
  }
}

/** Tells one reader that the right of a seat ends in two weeks, or has ended, once each. Returns whether there was one. */
export async function notifySeatEnd({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const now = Date.now();
  for (const kind of ['ended', 'ending'] as const) {
    const seat = await seatToNotify(db, kind, now, ENDING_MS);
    if (!seat) continue;
    await db.transaction().execute(async (tx) => {
      if (!(await noteEndNotice(tx, seat.id, kind))) return;
      if (kind === 'ended') return notifyEnded(tx, seat.userId, seat, '已到期');
      await sendMessage(tx, {
        userId: seat.userId,
        type: 'task',
        title: `${inTitleMarks(seat.title)}的席位${wireDate(seat.to)}到期`,
        content: '到期后存在本机的书也不能再读；笔记、作答和成绩都保留。',
        link: pageOf(seat),
      });
    });
    return true;
  }
  return false;
}
