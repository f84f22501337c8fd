import { DAY_MS } from '../../contract/clock.ts';
import { MODE_NAMES, TUTOR, type TutorMode } from '../../contract/tutor/tutor-limits.ts';
import { APPLICANT_EVENTS, EXPERT_EVENTS, STAFF_EVENTS, tutorMachine, type TutorEvent, type TutorState } from '../../contract/tutor/tutor.machine.ts';
import { timesRatio, yuan } from '../../contract/money.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { epochOf, wireDate, wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { nextNumber } from '../db/sequence.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { AppError, failed, invalid, missing } from '../http/app-error.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { finishFee, lockFee, placeFee, returnFee, withdrawFee } from '../commerce/order-kind/fee-order.service.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { requirePermission, transition } from '../state-machine/transition.ts';
import { overlaps } from './free-slots.ts';
import { expertById } from './timetable.queries.ts';
import { openSlotsOf } from './timetable.service.ts';
import { addTutor, comingOf, openRequests, tutorById, type TutorRow } from './tutor.queries.ts';
import { isOwnPerson } from '../http/person.policy.ts';

const LOG = '辅导管理';
const CODES = { closed: 22202, summary: 22203 } as const;
const HOUR_MS = 3_600_000;
const APPLIES: RateLimit = { name: 'tutor-apply', points: 10, windowMs: DAY_MS, message: '您今天申请得太多了，请明天再试' };

export const tutorPath = (tutorId: number): string => `/authorBackground/professorCenter?tutor=${tutorId}`;
export const tutorGone = (): AppError => missing('辅导不存在或与您无关，请刷新后重试');

interface Asked {
  readonly professorId: number;
  readonly topic: string;
  readonly question: string;
  readonly mode: TutorMode;
  readonly expectTime: string;
}

/** `FD` + yyyyMMdd + 4. The row of the sequence is locked until the transaction ends, so that applications run one after another. */
async function nextTutorNo(tx: Tx, now: number): Promise<string> {
  const day = wireDate(now).replaceAll('-', '');
  return `FD${day}${String(await nextNumber(tx, `tutor:${day}`)).padStart(4, '0')}`;
}

/** Applies for a free slot; of two people who apply for the same slot one is told that it is taken. */
export async function applyFor({ context, currentUser }: RequestCaller, asked: Asked): Promise<{ tutorId: number }> {
  await rateLimit(context, APPLIES, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    const now = Date.now();
    const tutorNo = await nextTutorNo(tx, now);
    const expert = await expertById(tx, asked.professorId);
    if (!expert) throw new AppError(CODES.closed, '该专家暂不接受辅导');
    if (isOwnPerson(expert.userId, currentUser)) throw failed('不能预约自己的辅导，请选择其他专家');
    const start = epochOf(asked.expectTime);
    const free = (await openSlotsOf(tx, [expert], now)).get(expert.id) ?? [];
    if (start === null || !free.includes(start)) throw failed('这个时段已被预约或不再开放，请选择其他时段');
    if (Number((await openRequests(tx, currentUser.userId)).total) >= TUTOR.openRequests)
      throw failed(`您有${TUTOR.openRequests}个预约还在等待确认，请等专家答复或取消后再申请`);
    const coming = await comingOf(tx, currentUser.userId, now - DAY_MS);
    if (coming.some((other) => overlaps(start, expert.tutorMinutes, other))) throw failed('您在这个时间已有一次辅导，请选择其他时段');
    const made = await addTutor(
      tx,
      {
        tutorNo,
        userId: currentUser.userId,
        professorId: expert.id,
        expertUserId: expert.userId,
        topic: asked.topic,
        question: asked.question,
        mode: asked.mode,
        expectTime: start,
        minutes: expert.tutorMinutes,
        feeFen: expert.tutorPriceFen,
        createBy: currentUser.userName,
      },
      now,
    );
    if (!made) throw failed('这个时段已被预约或不再开放，请选择其他时段');
    await logTransition(tx, currentUser, { entityType: 'tutor', entityId: made.id, event: 'apply', fromStatus: '', toStatus: 'applied', note: '' });
    await sendMessage(tx, {
      userId: expert.userId,
      type: 'task',
      title: `${currentUser.nickName}预约您的辅导`,
      content: `主题：${asked.topic}\n时间：${wireTime(start).slice(0, 16)}（${MODE_NAMES[asked.mode]}）`,
      link: tutorPath(made.id),
    });
    return { tutorId: made.id };
  });
}

export interface Sent {
  readonly text: string;
  readonly link: string;
  readonly rating: number | null;
}

const includes = (list: readonly string[], event: string): boolean => list.includes(event);

/** What an applicant gets back of a paid fee: all of it until 24 hours before the start, half of it later; a cancelling expert or staff return all. */
export function refundOf(row: Pick<TutorRow, 'feeFen' | 'expectTime'>, from: string, event: string, now: number): number {
  if (from !== 'scheduled') return 0;
  return event === 'cancel' && row.expectTime - now < TUTOR.freeCancelHours * HOUR_MS ? timesRatio(row.feeFen, 1, 2) : row.feeFen;
}

const FILLED: Readonly<Partial<Record<TutorEvent, (sent: Sent, now: number) => object>>> = {
  accept: ({ link }, now) => ({ link, confirmTime: now }),
  finish: ({ text }) => ({ summary: text }),
  rate: ({ text, rating }) => ({ ratingNote: text, rating }),
};

const NOTHING: Sent = { text: '', link: '', rating: null };

const stepWith = (sent: Sent, event: TutorEvent) =>
  transition<TutorState, TutorEvent, TutorRow>(tutorMachine, {
    table: 'tutor',
    stateOf: (row) => row.status as TutorState,
    subject: () => '辅导',
    ownerOf: (row) => (includes(EXPERT_EVENTS, event) ? row.expertUserId : row.userId),
    notOwner: tutorGone,
    on: {
      accept: {
        guard({ row, now }) {
          if (row.expectTime <= now) throw failed('预约的时间已过，不能确认；请婉拒并请对方另约时间');
          if (row.mode === 'online' && sent.link !== '' && !/^https?:\/\/\S+$/.test(sent.link))
            throw invalid('线上辅导的链接须以 http:// 或 https:// 开头');
          if (row.mode === 'offline' && sent.link === '') throw invalid('请填写线下辅导的地点');
        },
      },
      finish: {
        guard({ row, now }) {
          if (row.expectTime > now) throw failed('辅导还没有开始，结束后再填写总结');
          if ([...sent.text].length < TUTOR.summaryMin) throw new AppError(CODES.summary, `请填写辅导总结，至少${TUTOR.summaryMin}个字`);
        },
      },
      rate: {
        guard() {
          if (sent.rating === null) throw invalid('请选择1到5星');
        },
      },
      cancel: {
        guard({ row, from, now }) {
          if (from !== 'scheduled') return;
          if (row.expectTime <= now) throw failed('辅导已经开始，不能取消；有争议请联系出版社工作人员');
          const late = row.expectTime - now < TUTOR.freeCancelHours * HOUR_MS;
          if (late && [...sent.text].length < 5) throw invalid(`距开始不足${TUTOR.freeCancelHours}小时，请填写取消的原因，至少5个字`);
        },
      },
    },
    target: ({ row }) => (row.feeFen > 0 ? 'wait_pay' : 'scheduled'),
    columns: ({ row, from, to, now }) => ({
      ...FILLED[event]?.(sent, now),
      ...(to === 'cancelled' ? { refundFen: refundOf(row, from, event, now) } : {}),
    }),
    async after({ tx, row, from, to, now, currentUser }) {
      if (to === 'wait_pay') await placeTutorFee(tx, currentUser, row);
      if (event === 'finish') await finishFee(tx, 'tutor', row.id, now);
      const fen = to === 'cancelled' ? refundOf(row, from, event, now) : 0;
      if (to === 'cancelled' && from === 'wait_pay') await withdrawFee(tx, 'tutor', row.id, '辅导预约已取消', now);
      const returned =
        from === 'scheduled' && to === 'cancelled' && (await returnFee(tx, currentUser, { ...feeOf(row), fen, reason: '取消辅导预约' }, now));
      await notifyOther(tx, row, event, to, sent.text, fen === 0 ? '' : refundWords(fen, returned));
    },
  });

const feeOf = ({ id }: Pick<TutorRow, 'id'>) => ({ kind: 'tutor', targetId: id }) as const;

/** The order of the fee, which the applicant pays until the start. */
export const placeTutorFee = (tx: Tx, currentUser: CurrentUser | null, row: TutorRow): Promise<{ orderNo: string }> =>
  placeFee(tx, currentUser, { ...feeOf(row), userId: row.userId, title: row.topic, fen: row.feeFen, expireTime: row.expectTime });

/** The order of the fee is paid: the appointment holds. */
export const payTutor = async (tx: Tx, row: TutorRow): Promise<void> => void (await stepWith(NOTHING, 'paid')(tx, null, row, 'paid'));

/** A fee of an earlier version was paid to the expert or in cash, without an order. */
const refundWords = (fen: number, byOrder: boolean): string =>
  `\n应退辅导费 ¥ ${yuan(fen)}，${byOrder ? '按原支付方式退回申请人' : '由收款人线下退还'}。`;

/** Messages to the other side; what staff decide goes to both. */
async function notifyOther(tx: Tx, row: TutorRow, event: TutorEvent, to: TutorState, text: string, refund: string): Promise<void> {
  const pay = to === 'wait_pay' ? `\n辅导费 ¥ ${yuan(row.feeFen)}，请在辅导开始前支付，支付后预约生效。` : '';
  const message = {
    type: event === 'paid' ? ('pay' as const) : ('task' as const),
    title: `辅导《${row.topic}》${tutorMachine.states[to].label}`,
    content: `时间：${wireTime(row.expectTime).slice(0, 16)}${text && event !== 'finish' ? `\n${text}` : ''}${pay}${refund}`,
    link: tutorPath(row.id),
  };
  // The order tells its buyer that it is paid.
  if (!includes(APPLICANT_EVENTS, event) && event !== 'paid') await sendMessage(tx, { userId: row.userId, ...message });
  if (!includes(EXPERT_EVENTS, event)) await sendMessage(tx, { userId: row.expertUserId, ...message });
}

/** Takes one step of SM22 inside the caller's transaction. */
export async function stepTutor(tx: Tx, currentUser: CurrentUser, id: number, event: TutorEvent, sent: Sent): Promise<void> {
  await lockFee(tx, 'tutor', id);
  const row = await tutorById(tx, id);
  if (!row) throw tutorGone();
  await stepWith(sent, event)(tx, currentUser, row, event, sent.text);
}

/** Takes one step of SM22. */
export async function handleTutorEvent(
  caller: RequestCaller,
  id: number,
  event: TutorEvent,
  body: { text?: string | null | undefined; link?: string | null | undefined; rating?: number | null | undefined } | null | undefined,
): Promise<void> {
  requirePermission(tutorMachine, event, caller.currentUser);
  const sent: Sent = { text: body?.text ?? '', link: body?.link ?? '', rating: body?.rating ?? null };
  const work = (tx: Tx) => stepTutor(tx, caller.currentUser, id, event, sent);
  if (includes(STAFF_EVENTS, event)) await withOperationLog(caller, { title: LOG, business: 'edit' }, work);
  else await caller.context.db.transaction().execute(work);
  // A fee that goes back is sent to its channel at once.
  caller.context.jobs.wake();
}
