import type { z } from 'zod';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { SEAT_POOL_YEARS, type addSeatPool, type SeatPoolRow, type seatPools } from '../../../contract/commerce/seat-pool.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { endOfDay, wireDate, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { failed } from '../../http/app-error.ts';
import { peopleWithPermission } from '../../identity/permission/permission-holder.service.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { isPoolOver, isRecalled } from '../order.policy.ts';
import { returnedCopies } from '../refund.queries.ts';
import { countsOf } from './seat-count.service.ts';
import { poolPage, workForSeats, type ListedPool } from './seat-pool.queries.ts';
import { addGiftPool, liveSeats, readerByName } from './seat.queries.ts';

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
      ended: isPoolOver(row, now),
      createTime: wireTime(row.createTime),
    };
  });
}

export async function poolsBy({ db }: AppContext, query: z.output<typeof seatPools.query>): Promise<{ total: number; rows: SeatPoolRow[] }> {
  const { total, rows } = await poolPage(db, query, query.pageSize, (all) => offsetOf(query, all));
  return { total, rows: await wireRows(db, rows) };
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
    const { rows } = await poolPage(tx, { poolId }, 1, () => 0);
    const [row] = await wireRows(tx, rows);
    if (!row) throw failed('席位池没有建成，请重试');
    return row;
  });
