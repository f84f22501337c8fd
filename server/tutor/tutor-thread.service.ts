import type { TutorCard, TutorDetail } from '../../contract/tutor/tutor.ts';
import type { TutorMode } from '../../contract/tutor/tutor-limits.ts';
import { APPLICANT_EVENTS, EXPERT_EVENTS, STAFF_EVENTS, tutorMachine, type TutorState, type TutorStep } from '../../contract/tutor/tutor.machine.ts';
import { wireTime } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { feeOrderOf } from '../commerce/order-kind/fee-order.service.ts';
import { failed } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { calendarFile } from './calendar-file.ts';
import { addMessage, countOf, lastMessage, logOf, threadOf, tutorById, tutorsOf, type TutorRow } from './tutor.queries.ts';
import { canPayNow } from './tutor-fee.service.ts';
import { tutorGone, tutorPath } from './tutor.service.ts';
import { sideOf, wroteMessage } from './tutor.policy.ts';

const MINUTE_MS = 60_000;
/** Further messages within this time are not announced again. */
const QUIET_MS = 10 * MINUTE_MS;
const WRITES: RateLimit = { name: 'tutor-message', points: 30, windowMs: 10 * MINUTE_MS, message: '您发得太快了，请稍后再发' };
const WITHOUT_NAME = '已注销用户';
const CLOSED: ReadonlySet<string> = new Set(tutorMachine.groups.closed);
type Side = TutorCard['side'];

const cardOf = (row: TutorRow, side: Side): TutorCard => ({
  tutorId: row.id,
  tutorNo: row.tutorNo,
  professorId: row.professorId,
  professorName: row.professorName ?? WITHOUT_NAME,
  applicantName: row.applicantName ?? WITHOUT_NAME,
  side,
  topic: row.topic,
  mode: row.mode as TutorMode,
  expectTime: wireTime(row.expectTime),
  minutes: row.minutes,
  feeFen: row.feeFen,
  status: row.status as TutorState,
  rating: row.rating,
  createTime: wireTime(row.createTime),
});

export async function tutorsFor(
  { db }: AppContext,
  { userId }: CurrentUser,
  { side, pageNum, pageSize }: { side: 'applicant' | 'expert'; pageNum: number; pageSize: number },
) {
  const column = side === 'applicant' ? 'userId' : 'expertUserId';
  const { total } = await countOf(db, column, userId);
  const rows = await tutorsOf(db, column, userId, pageSize, (pageNum - 1) * pageSize);
  return { rows: rows.map((row) => cardOf(row, side)), total: Number(total) };
}

async function seen(db: Database, currentUser: CurrentUser, id: number): Promise<{ row: TutorRow; side: Side }> {
  const row = await tutorById(db, id);
  const side = row ? sideOf(row, currentUser, hasPermission(currentUser, 'cms:tutor:query')) : null;
  if (!row || !side) throw tutorGone();
  return { row, side };
}

const EVENTS_OF: Readonly<Record<Side, readonly TutorStep[]>> = { applicant: APPLICANT_EVENTS, expert: EXPERT_EVENTS, staff: STAFF_EVENTS };

/** Events that state, side and time allow. */
function allowed(row: TutorRow, side: Side, currentUser: CurrentUser): TutorStep[] {
  const late = row.expectTime <= Date.now();
  return EVENTS_OF[side].filter((event) => {
    const { from, permission } = tutorMachine.events[event] as { from: readonly string[]; permission?: string };
    if (!from.includes(row.status) || (permission !== undefined && !hasPermission(currentUser, permission))) return false;
    if (event === 'accept') return !late;
    if (event === 'finish') return late;
    return event !== 'cancel' || row.status !== 'scheduled' || !late;
  });
}

export async function detailFor({ db }: AppContext, currentUser: CurrentUser, id: number): Promise<TutorDetail> {
  const { row, side } = await seen(db, currentUser, id);
  const thread = await threadOf(db, id);
  const log = await logOf(db, id);
  return {
    ...cardOf(row, side),
    question: row.question,
    link: row.link,
    summary: row.summary,
    ratingNote: row.ratingNote,
    payNote: row.payNote,
    refundFen: row.refundFen,
    order: await feeOrderOf(db, 'tutor', id, side !== 'expert'),
    canPay: canPayNow(row, currentUser),
    thread: thread.map((one) => ({
      messageId: one.id,
      side: one.userId === row.userId ? ('applicant' as const) : ('expert' as const),
      nickName: one.nickName ?? WITHOUT_NAME,
      content: one.content,
      createTime: wireTime(one.createTime),
    })),
    threadOpen: !CLOSED.has(row.status) && side !== 'staff',
    log: log.map((one) => ({
      // Until fees became orders, staff registered a payment by an event of their own.
      event: one.event === 'settle' ? 'paid' : one.event,
      status: one.toStatus as TutorState,
      note: one.note,
      nickName: one.nickName ?? (one.operatorId === 0 ? '系统' : WITHOUT_NAME),
      at: wireTime(one.at),
    })),
    can: allowed(row, side, currentUser),
  };
}

/** Adds a message of one side to the thread; staff only read it. */
export async function writeMessage(context: AppContext, currentUser: CurrentUser, id: number, content: string) {
  await rateLimit(context, WRITES, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    const row = await tutorById(tx, id);
    const side = row ? sideOf(row, currentUser, false) : null;
    if (!row || !side || side === 'staff') throw tutorGone();
    if (CLOSED.has(row.status)) throw failed('这次辅导已经结束，不能再留言');
    const now = Date.now();
    const last = await lastMessage(tx, id);
    const made = await addMessage(tx, { tutorId: id, userId: currentUser.userId, content, createTime: now });
    if (!last || !wroteMessage(last, currentUser) || now - last.createTime > QUIET_MS)
      await sendMessage(tx, {
        userId: side === 'applicant' ? row.expertUserId : row.userId,
        type: 'reply',
        title: `${currentUser.nickName}在辅导《${row.topic}》中留言`,
        content: content.slice(0, 100),
        link: tutorPath(id),
      });
    return { messageId: made.id, side, nickName: currentUser.nickName, content, createTime: wireTime(now) };
  });
}

const IN_CALENDAR: ReadonlySet<string> = new Set(tutorMachine.groups.inCalendar);

/** The calendar file of a tutoring whose time is settled; one that was cancelled afterwards removes the appointment. */
export async function calendarOf({ db, settings }: AppContext, currentUser: CurrentUser, id: number): Promise<{ name: string; content: string }> {
  const { row, side } = await seen(db, currentUser, id);
  if (!IN_CALENDAR.has(row.status) || row.confirmTime === null) throw failed('预约确认后才有日历文件');
  const other = side === 'expert' ? row.applicantName : row.professorName;
  const host = new URL(settings.publicUrl).host;
  const content = calendarFile({
    uid: `${row.tutorNo}@${host}`,
    sequence: row.version,
    start: row.expectTime,
    end: row.expectTime + row.minutes * MINUTE_MS,
    changed: row.updateTime,
    summary: `辅导：${row.topic}（${other ?? WITHOUT_NAME}）`,
    description: `${row.question}\n${settings.publicUrl.replace(/\/$/, '')}${tutorPath(id)}`,
    location: row.link,
    cancelled: row.status === 'cancelled',
  });
  return { name: `${row.tutorNo}.ics`, content };
}
