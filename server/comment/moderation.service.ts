import { DAY_MS } from '../../contract/clock.ts';
import type { BatchOutcome, ModerationEvent, ModerationState } from '../../contract/comment/comment.ts';
import { APPEAL_DAYS } from '../../contract/comment/comment-limits.ts';
import { authorMessageMachine } from '../../contract/comment/author-message.machine.ts';
import { commentMachine } from '../../contract/comment/comment.machine.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, failed, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { transition, type Step } from '../state-machine/transition.ts';
import { appealedBefore, lastDecision, moderatedRow, reportersOf, type ModeratedRow } from './moderation.queries.ts';
import { changeCount } from './comment-count.ts';
import { settleReports } from './settle-reports.ts';
import { claimedByOther } from './comment.policy.ts';

export type ModeratedTable = 'comment' | 'authorMessage';
const OWN_APPEAL = 21905;

const NAMES = { comment: '评论', authorMessage: '留言' } as const;
const isSeen = (state: ModerationState): boolean => state === 'visible';

/**
 * Why a user may not judge a text, whatever the step: claiming, passing, rejecting or removing. A moderator judges neither the own text, also of a second
 * account, nor one that the moderator has reported, nor an appeal against the own decision. Null when the user may.
 */
export async function objectionTo(db: Database | Tx, table: ModeratedTable, row: ModeratedRow, userId: number): Promise<AppError | null> {
  if (await samePerson(db, row.userId, userId)) return failed('不能审核本人发布的内容');
  if (row.status === 'appealed' && row.auditUserId !== null && (await samePerson(db, row.auditUserId, userId)))
    return new AppError(OWN_APPEAL, '申诉应由另一位同事处理');
  if (table === 'authorMessage') return null;
  for (const reporter of await reportersOf(db, row.id))
    if (await samePerson(db, reporter, userId)) return failed('这一条是您举报的，请由另一位同事审核');
  return null;
}

type RowToJudge = ModeratedRow & { readonly edited: 'pending' | 'visible' };
type ModerationStep = Step<ModerationState, ModerationEvent, RowToJudge>;

const REASON_LEAST = 2;

/** `overturns`: the decision that the event turns over, which needs a reason; null for a rejection, which always has one. */
const guardJudgement =
  (table: ModeratedTable, overturns: 'pass' | 'reject' | null) =>
  async ({ tx, row, reason, currentUser, now }: ModerationStep): Promise<void> => {
    if (!currentUser) return;
    const objection = await objectionTo(tx, table, row, currentUser.userId);
    if (objection) throw objection;
    if (claimedByOther(row, currentUser, now)) throw failed('另一位同事正在审核这一条，请处理别的内容');
    if (overturns === null) return;
    const before = await lastDecision(tx, table, row.id);
    if (before?.event === overturns && [...reason].length < REASON_LEAST)
      throw invalid(`这一条已由${row.auditBy || '另一位同事'}${before.event === 'pass' ? '通过' : '驳回'}，改变决定请填写理由，会留在审核记录里`);
  };

/** Who decided, and when. */
const judgement = ({ currentUser, now }: Pick<ModerationStep, 'currentUser' | 'now'>) => ({
  auditBy: currentUser?.nickName ?? '',
  auditUserId: currentUser?.userId ?? null,
  auditTime: now,
});

const runnerOf = (table: ModeratedTable) =>
  transition<ModerationState, ModerationEvent, RowToJudge>(table === 'comment' ? commentMachine : authorMessageMachine, {
    table,
    stateOf: (row) => row.status as ModerationState,
    ownerOf: (row) => row.userId,
    notOwner: () => missing(`${NAMES[table]}不存在或已被删除，请刷新后重试`),
    on: {
      pass: {
        guard: guardJudgement(table, 'reject'),
        columns: (step) => ({ ...judgement(step), rejectReason: '' }),
        async after(step) {
          await settle(table, step, 'refused');
          await notifyWriter(table, step, step.from === 'appealed' ? '申诉已通过' : `${NAMES[table]}已通过审核`, '现在所有人可见。');
        },
      },
      reject: {
        guard: guardJudgement(table, null),
        columns: (step) => ({ ...judgement(step), rejectReason: step.reason }),
        async after(step) {
          const appealed = step.from === 'appealed';
          await settle(table, step, 'accepted');
          await notifyWriter(
            table,
            step,
            appealed ? '申诉未通过' : `${NAMES[table]}未通过审核`,
            `未通过，理由：${step.reason}${appealed ? '' : `\n如有异议，${APPEAL_DAYS}天内可在原处申诉一次。`}`,
          );
        },
      },
      remove: {
        guard: guardJudgement(table, 'pass'),
        columns: judgement,
        async after(step) {
          await settle(table, step, 'accepted');
          await notifyWriter(table, step, `${NAMES[table]}已被移除`, `已被移除${step.reason ? `，理由：${step.reason}` : ''}。`);
        },
      },
      fold: {
        columns: ({ now }) => ({ rejectReason: '多位读者举报，已折叠', auditTime: now }),
        after: (step) => notifyWriter(table, step, `${NAMES[table]}已被折叠`, '被多位读者举报，暂时折叠，等待审核。'),
      },
      appeal: {
        columns: ({ reason }) => ({ appealReason: reason }),
        async guard({ tx, row, now }) {
          if (await appealedBefore(tx, table, row.id)) throw failed('每条内容只能申诉一次');
          if (row.auditTime !== null && now - Number(row.auditTime) > APPEAL_DAYS * DAY_MS) throw failed(`驳回${APPEAL_DAYS}天后不能再申诉`);
        },
      },
    },
    target: ({ row }) => row.edited,
    columns: ({ now, to, from }) => ({ ...(to === from ? {} : { stateTime: now }), claimedBy: null, claimedUntil: 0 }),
    async after({ tx, row, from, to }) {
      if (table === 'comment' && isSeen(from) !== isSeen(to)) await changeCount(tx, row, isSeen(to) ? 1 : -1);
    },
  });
const runners = { comment: runnerOf('comment'), authorMessage: runnerOf('authorMessage') };

/** A decision answers the reports of a comment. */
async function settle(table: ModeratedTable, { tx, row }: ModerationStep, outcome: 'refused' | 'accepted'): Promise<void> {
  if (table === 'comment') await settleReports(tx, row.id, outcome);
}

/** Tells the writer what was decided, why, and how to appeal. */
const notifyWriter = (table: ModeratedTable, { tx, row }: ModerationStep, title: string, outcome: string): Promise<void> =>
  sendMessage(tx, {
    userId: row.userId,
    type: 'audit',
    title,
    content: `您的${NAMES[table]}「${row.content.slice(0, 30)}」${outcome}`,
    link: row.link,
  });

/** Takes one step of SM19 over a row that the caller's transaction reads now. */
export async function moderate(
  tx: Tx,
  currentUser: CurrentUser | null,
  table: ModeratedTable,
  id: number,
  event: ModerationEvent,
  reason = '',
  /** The state that an edited text gets. */
  edited: 'pending' | 'visible' = 'visible',
): Promise<ModerationState> {
  const row = await moderatedRow(tx, table, id);
  if (!row) throw missing(`${NAMES[table]}不存在或已被删除，请刷新后重试`);
  return runners[table](tx, currentUser, { ...row, edited }, event, reason);
}

/** One event over several rows, each in its own transaction: what was done, and why the others were left out. */
export async function moderateMany(
  caller: RequestCaller,
  table: ModeratedTable,
  ids: readonly number[],
  event: 'pass' | 'reject' | 'remove',
  reason: string,
): Promise<BatchOutcome> {
  const done: number[] = [];
  const skipped: BatchOutcome['skipped'] = [];
  for (const id of new Set(ids)) {
    try {
      await withOperationLog(caller, { title: `${NAMES[table]}管理`, business: event === 'remove' ? 'remove' : 'edit' }, async (tx) =>
        moderate(tx, caller.currentUser, table, id, event, reason),
      );
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError) || ids.length === 1) throw error;
      skipped.push({ id, reason: error.message });
    }
  }
  return { done, skipped };
}
