import type { z } from 'zod';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import {
  SEAT_POOL_YEARS,
  type addSeatPool,
  type closeSeatPool,
  type SeatPoolRow,
  type seatPools,
  type setSeatNumber,
} from '../../../contract/commerce/seat-pool.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { endOfDay, wireDate, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { peopleWithPermission } from '../../identity/permission/permission-holder.service.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { isPoolEnded, isPoolOver, isRecalled } from '../order.policy.ts';
import { returnedCopies } from '../refund.queries.ts';
import { countsOf } from './seat-count.service.ts';
import { closeReasons, poolPage, workForSeats, type ListedPool } from './seat-pool.queries.ts';
import { addGiftPool, liveSeats, poolById, readerByName, setPool, type PoolRow } from './seat.queries.ts';
import { lockWithOrder, poolGone } from './seat.service.ts';

/** Courses and classes: a teacher gives the seats on the page of a class. */
const PLATFORM = '/cms/main/IntelligentDigitalTeachingPlatform';

async function wireRows(db: Database | Tx, rows: readonly ListedPool[]): Promise<SeatPoolRow[]> {
  const now = Date.now();
  const seats = await liveSeats(
    db,
    rows.map(({ id }) => id),
  );
  const returned = await returnedCopies(
    db,
    rows.flatMap(({ orderItemId }) => orderItemId ?? []),
  );
  const reasons = new Map(
    (
      await closeReasons(
        db,
        rows.map(({ id }) => id),
      )
    ).map(({ entityId, note }) => [entityId, note]),
  );
  return rows.map((row) => {
    const back = row.orderItemId === null ? 0 : (returned.get(row.orderItemId) ?? 0);
    const { given, opened } = countsOf(
      row,
      seats.filter(({ poolId }) => poolId === row.id),
      back,
    );
    return {
      poolId: row.id,
      publishId: row.publishId,
      publishTitle: row.title,
      nickName: row.nickName,
      userName: row.userName,
      n: row.n - back,
      given,
      opened,
      source: row.source,
      endDate: row.to === null ? '' : wireDate(row.to),
      ended: isPoolEnded(row, now),
      closed: row.closedAt !== null,
      closeReason: reasons.get(row.id) ?? '',
      mayChange: row.orderItemId === null && !isPoolOver(row, now),
      createTime: wireTime(row.createTime),
    };
  });
}

export async function poolsBy({ db }: AppContext, query: z.output<typeof seatPools.query>): Promise<{ total: number; rows: SeatPoolRow[] }> {
  const { total, rows } = await poolPage(db, query, query.pageSize, (all) => offsetOf(query, all));
  return { total, rows: await wireRows(db, rows) };
}

async function rowOf(tx: Tx, poolId: number): Promise<SeatPoolRow> {
  const { rows } = await poolPage(tx, { poolId }, 1, () => 0);
  const [row] = await wireRows(tx, rows);
  if (!row) throw poolGone();
  return row;
}

/** Makes a pool for a teacher without an order. */
export const makePool = (write: Write, body: z.output<typeof addSeatPool.body>): Promise<SeatPoolRow> =>
  write(async (tx) => {
    const now = Date.now();
    const today = wireDate(now);
    if (body.endDate < today) throw failed('到期日已经过了，请选择今天或以后的日期');
    if (Number(body.endDate.slice(0, 4)) > Number(today.slice(0, 4)) + SEAT_POOL_YEARS) throw failed(`到期日不能超过${SEAT_POOL_YEARS}年`);
    const work = await workForSeats(tx, body.publishId);
    if (work?.kind !== 'textbook') throw failed('只有数字教材可以建席位池，请重新选择');
    if (isRecalled({ workStatus: work.status })) throw failed('这本教材已召回，不能建席位池');
    const teacher = await readerByName(tx, body.userName);
    if (!teacher) throw failed('没有这个用户名，请核对');
    if ((await peopleWithPermission(tx, 'teaching:course:teach', { userIds: [teacher.id] })).length === 0)
      throw failed('对方不是教师，或账号已停用，请先让对方申请成为教师');
    const poolId = await addGiftPool(tx, { publishId: work.id, ownerId: teacher.id, n: body.n, to: endOfDay(body.endDate) }, now);
    await sendMessage(tx, {
      userId: teacher.id,
      type: 'task',
      title: `您得到${inTitleMarks(work.title)}的${body.n}个席位，用到${body.endDate}`,
      content: '课程用了这本教材的班级，可以在“成员”里分配给学生。',
      link: PLATFORM,
    });
    return rowOf(tx, poolId);
  });

/** A pool that staff may change, under its lock. What was bought is changed by a refund of its order. */
async function poolOfStaff(tx: Tx, poolId: number): Promise<PoolRow> {
  const known = await poolById(tx, poolId);
  if (known?.workKind !== 'textbook') throw poolGone();
  await lockWithOrder(tx, known);
  const pool = (await poolById(tx, poolId)) ?? known;
  if (pool.orderItemId !== null) throw failed('这些席位是订单购买的，请在订单里退款');
  if (isPoolOver(pool, Date.now())) throw failed(`席位池已${pool.closedAt === null ? '到期' : '关闭'}，请刷新后查看`);
  return pool;
}

export const changeNumber = (
  write: Write,
  currentUser: CurrentUser,
  poolId: number,
  { n, reason }: z.output<typeof setSeatNumber.body>,
): Promise<SeatPoolRow> =>
  write(async (tx) => {
    const pool = await poolOfStaff(tx, poolId);
    const given = (await liveSeats(tx, [poolId])).length;
    if (n === pool.n) throw failed(`席位数已经是${n}，没有变化`);
    if (n < given) throw failed(`已分配${given}个席位，不能少于这个数`);
    await setPool(tx, poolId, { n });
    await logTransition(tx, currentUser, {
      entityType: 'seatPool',
      entityId: poolId,
      event: 'number',
      fromStatus: String(pool.n),
      toStatus: String(n),
      note: reason,
    });
    await sendMessage(tx, {
      userId: pool.ownerId,
      type: 'task',
      title: `${inTitleMarks(pool.title)}的席位数由${pool.n}改为${n}`,
      content: `原因：${reason}。已分配的席位不受影响。`,
      link: PLATFORM,
    });
    return rowOf(tx, poolId);
  });

/** Seats that were given stay to the end of the pool; no class gives any more on joining. */
export const closePool = (
  write: Write,
  currentUser: CurrentUser,
  poolId: number,
  { reason }: z.output<typeof closeSeatPool.body>,
): Promise<SeatPoolRow> =>
  write(async (tx) => {
    const pool = await poolOfStaff(tx, poolId);
    await setPool(tx, poolId, { closedAt: Date.now(), autoClasses: '[]' });
    await logTransition(tx, currentUser, {
      entityType: 'seatPool',
      entityId: poolId,
      event: 'close',
      fromStatus: 'open',
      toStatus: 'closed',
      note: reason,
    });
    await sendMessage(tx, {
      userId: pool.ownerId,
      type: 'task',
      title: `${inTitleMarks(pool.title)}的席位池已关闭，不能再分配`,
      content: `原因：${reason}。已分配的席位${pool.to === null ? '不受影响' : `可以用到${wireDate(pool.to)}`}。`,
      link: PLATFORM,
    });
    return rowOf(tx, poolId);
  });
