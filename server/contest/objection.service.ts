import { objectionMachine, type ObjectionEvent, type ObjectionState } from '../../contract/contest/contest-objection.machine.ts';
import type { Objection, StaffObjection } from '../../contract/contest/contest-publicity.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import { offsetOf } from '../db/page-offset.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { decidingOrganiser, assertNotEntrant } from './contest-person.service.ts';
import { transition, type Step } from '../state-machine/transition.ts';
import { contestIn, subjectOf } from './contest-rows.ts';
import type { ContestRow } from './contest.queries.ts';
import { entryById } from './contest-submit.queries.ts';
import { objectionById, objectionPage, type ObjectionRecord, type ObjectionRow } from './objection.queries.ts';
import { answersObjection } from './entry/entry.policy.ts';

const RAISED: RateLimit = { name: 'contest-objection', points: 5, windowMs: 3_600_000, message: '您提交异议太频繁了，请一小时后再试' };

export async function raiseFor(
  context: AppContext,
  currentUser: CurrentUser,
  body: { contestId: number; submitId?: number | null | undefined; content: string; contact: string },
): Promise<{ objectionId: number }> {
  await rateLimit(context, RAISED, String(currentUser.userId));
  return context.db.transaction().execute(async (tx) => {
    const contest = await contestIn(tx, body.contestId);
    if (contest.status !== 'publicity') throw failed('异议只在公示期间受理');
    if (body.submitId) {
      const entry = await entryById(tx, body.submitId);
      if (!entry || entry.contestId !== contest.id || entry.rank === 0) throw missing('没有这件公示的作品，请刷新后重试');
    }
    const now = Date.now();
    const { id } = await tx
      .insertInto('contestObjection')
      .values({
        contestId: contest.id,
        submitId: body.submitId ?? null,
        userId: currentUser.userId,
        content: body.content,
        contact: body.contact,
        handledBy: null,
        handledAt: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const organiser = await decidingOrganiser(tx, contest.id);
    if (organiser !== null)
      await sendMessage(tx, {
        userId: organiser,
        type: 'task',
        title: `${subjectOf(contest)}收到一条异议`,
        content: body.content.slice(0, 100),
        link: `/cms/contest/board/${contest.id}?part=publicity`,
      });
    return { objectionId: id };
  });
}

const wire = (row: ObjectionRecord): Objection => ({
  objectionId: row.id,
  contestId: row.contestId,
  contestTitle: row.contestTitle,
  submitId: row.submitId,
  submitNo: row.submitNo ?? '',
  title: row.title ?? '',
  content: row.content,
  status: row.status,
  reply: row.reply,
  createTime: wireTime(row.createTime),
  handledAt: wireTime(row.handledAt),
});

interface Asked {
  readonly contestId?: number | undefined;
  readonly status?: ObjectionState | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

export async function ownObjections({ db }: AppContext, currentUser: CurrentUser, asked: Asked): Promise<{ rows: Objection[]; total: number }> {
  const { rows, total } = await objectionPage(db, { ...asked, userId: currentUser.userId }, asked.pageSize, (all) => offsetOf(asked, all));
  return { total, rows: rows.map(wire) };
}

export async function objectionsFor({ db }: AppContext, asked: Asked): Promise<{ rows: StaffObjection[]; total: number }> {
  const { rows, total } = await objectionPage(db, asked, asked.pageSize, (all) => offsetOf(asked, all));
  return { total, rows: rows.map((row) => ({ ...wire(row), raisedBy: row.nickName, contact: row.contact })) };
}

/** An organiser who entered the contest does not answer objections to it, and nobody answers an own one. */
const stepWith = (contest: ContestRow) =>
  transition<ObjectionState, ObjectionEvent, ObjectionRow>(objectionMachine, {
    table: 'contestObjection',
    stateOf: (row) => row.status,
    rejection: () => new AppError(objectionMachine.illegal, '这条异议已经处理'),
    on: { uphold: { guard: (step) => assertNotOwn(contest, step) }, dismiss: { guard: (step) => assertNotOwn(contest, step) } },
    columns: ({ currentUser, reason, now }) => ({ reply: reason, handledBy: currentUser?.userId ?? null, handledAt: now }),
    async after({ tx, row, to, reason }) {
      await sendMessage(tx, {
        userId: row.userId,
        type: 'task',
        title: `您对${subjectOf(contest)}的异议${objectionMachine.states[to].label}`,
        content: reason,
        link: `/cms/main/contestDetail/${contest.id}?tab=places`,
      });
    },
  });

async function assertNotOwn(contest: ContestRow, { tx, currentUser, row }: Step<ObjectionState, ObjectionEvent, ObjectionRow>): Promise<void> {
  if (!currentUser) return;
  await assertNotEntrant(tx, contest, currentUser.userId);
  if (!answersObjection(row, currentUser)) throw failed('不能处理自己提出的异议');
}

const EVENT_OF = { upheld: 'uphold', dismissed: 'dismiss' } as const satisfies Readonly<Record<string, ObjectionEvent>>;

export async function answerFor(caller: RequestCaller, objectionId: number, status: keyof typeof EVENT_OF, reply: string): Promise<void> {
  await withOperationLog(caller, { title: '大赛异议', business: 'edit' }, async (tx) => {
    const row = await objectionById(tx, objectionId);
    if (!row) throw missing('异议不存在，请刷新后重试');
    await stepWith(await contestIn(tx, row.contestId))(tx, caller.currentUser, row, EVENT_OF[status], reply);
  });
}
