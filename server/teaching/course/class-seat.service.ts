import type { z } from 'zod';
import {
  CLASS_SEAT_CODES,
  type ClassSeatPool,
  type giveClassSeats,
  type SeatResult,
  type setAutoSeats,
} from '../../../contract/teaching/class-seat.ts';
import { endSeatsOfClass, giveSeatsOnJoining, giveSeatsTo, poolsForClass, setAuto, takeSeatsFrom } from '../../commerce/seat/class-seat.service.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { classFor, requireLive } from './class-access.service.ts';
import { lockClass, type ClassRow } from './course-class.queries.ts';
import { membersOf, type MemberRow } from './class-member.queries.ts';
import { idsOf } from './course.service.ts';

/** Each seat that is given or taken back is a message to its reader. */
const CHANGES: RateLimit = { name: 'class-seat', points: 300, windowMs: 3_600_000, message: '您分配和收回席位太频繁了，请一小时后再试' };

type Picked = z.output<typeof giveClassSeats.body>;
const NOT_HERE = '班级里没有这位成员';

export async function seatsFor({ db }: AppContext, currentUser: CurrentUser, classId: number): Promise<ClassSeatPool[]> {
  const { row } = await classFor(db, currentUser, classId, 'teacher');
  const members = new Map((await membersOf(db, classId)).flatMap(({ id, userId }) => (userId === null ? [] : [[userId, id] as const])));
  return (await poolsForClass(db, currentUser, idsOf(row.publishIds), classId)).map((pool) => ({
    ...pool,
    holders: pool.holders.flatMap(({ userId, opened, mayTake }) => {
      const memberId = members.get(userId);
      return memberId === undefined ? [] : [{ memberId, opened, mayTake }];
    }),
  }));
}

/** Why a member gets no seat; empty when the member can. */
function memberFault(member: MemberRow | undefined): string {
  if (!member) return NOT_HERE;
  if (member.userId === null) return '还没有加入，加入后才能分配';
  return member.status === 'active' ? '' : '不是班级的在读成员';
}

const nameOf = ({ nickName, userName }: CurrentUser): string => nickName || userName;

export async function give(context: AppContext, currentUser: CurrentUser, classId: number, { poolId, memberIds }: Picked): Promise<SeatResult> {
  await rateLimit(context, CHANGES, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    const { row } = await classFor(tx, currentUser, classId, 'teacher');
    requireLive(row, '分配席位');
    // Nobody leaves between this and the seat.
    await lockClass(tx, classId);
    const members = new Map((await membersOf(tx, classId)).map((member) => [member.id, member]));
    const skipped = new Map<number, string>();
    const users = new Map<number, number>();
    for (const memberId of new Set(memberIds)) {
      const member = members.get(memberId);
      const fault = memberFault(member);
      if (fault !== '' || !member || member.userId === null) skipped.set(memberId, fault || NOT_HERE);
      else users.set(member.userId, memberId);
    }
    const said = await giveSeatsTo(tx, currentUser, poolId, {
      classId,
      publishIds: idsOf(row.publishIds),
      userIds: [...users.keys()],
      giver: nameOf(currentUser),
    });
    if (said.fault === 'ended') throw new AppError(CLASS_SEAT_CODES.ended, `席位已于${said.endDate}到期，请联系出版社`);
    if (said.fault === 'closed') throw new AppError(CLASS_SEAT_CODES.ended, '席位池已由出版社关闭，不能再分配；已分配的席位不受影响');
    if (said.fault === 'short')
      throw new AppError(CLASS_SEAT_CODES.short, said.free === 0 ? '席位已用完，请先收回，或联系出版社增加' : `只剩${said.free}个席位，请少选几位`);
    for (const userId of said.known) skipped.set(users.get(userId) ?? 0, '已经有席位');
    return { done: said.given.length, skipped: [...skipped].map(([memberId, reason]) => ({ memberId, reason })) };
  });
}

/** Seats are taken back also from members who have left, and after the end of the class. */
export async function take(context: AppContext, currentUser: CurrentUser, classId: number, { poolId, memberIds }: Picked): Promise<SeatResult> {
  await rateLimit(context, CHANGES, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    const { row } = await classFor(tx, currentUser, classId, 'teacher');
    const members = new Map((await membersOf(tx, classId)).map((member) => [member.id, member]));
    const asked = [...new Set(memberIds)].map((memberId) => ({ memberId, userId: members.get(memberId)?.userId ?? null }));
    const userIds = asked.flatMap(({ userId }) => userId ?? []);
    const { taken, kept } = await takeSeatsFrom(tx, currentUser, poolId, { publishIds: idsOf(row.publishIds), userIds });
    return {
      done: taken.length,
      skipped: asked
        .filter(({ userId }) => userId === null || !taken.includes(userId))
        .map(({ memberId, userId }) => ({
          memberId,
          reason: userId !== null && kept.includes(userId) ? '已开始阅读，购买的席位不能收回' : members.has(memberId) ? '没有席位' : NOT_HERE,
        })),
    };
  });
}

export const autoSeats = (
  { db }: AppContext,
  currentUser: CurrentUser,
  classId: number,
  { poolId, auto }: z.output<typeof setAutoSeats.body>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { row } = await classFor(tx, currentUser, classId, 'teacher');
    await setAuto(tx, currentUser, poolId, idsOf(row.publishIds), classId, auto);
  });

/** A user is a member from now on. The caller holds the lock of the class. */
export const seatsOnJoining = (tx: Tx, row: ClassRow, userId: number): Promise<void> =>
  giveSeatsOnJoining(tx, { userId: row.teacherId }, { classId: row.id, publishIds: idsOf(row.publishIds), userId, giver: row.teacherName || '老师' });

/** A user is no member any more. The caller holds the lock of the class. */
export const seatsOnLeaving = (tx: Tx, classId: number, userId: number): Promise<void> => endSeatsOfClass(tx, classId, userId);
