import type { z } from 'zod';
import { contestExceptionMachine, type ExceptionEvent } from '../../contract/contest/contest-exception.machine.ts';
import {
  EXCEPTION_KIND_NAMES,
  type ContestException,
  type decideException,
  type ExceptionKind,
  type ExceptionState,
  type proposeException,
} from '../../contract/contest/contest-exception.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { transition } from '../state-machine/transition.ts';
import { countsNow } from './award-quota.ts';
import { CODES } from './contest-codes.ts';
import { assertNotEntrant } from './contest-person.service.ts';
import { contestIn, subjectOf } from './contest-rows.ts';
import { finishEarly } from './contest-step.service.ts';
import { namesOf, roundsOf, type ContestRow } from './contest.queries.ts';
import { writeAwards, type AwardChoice } from './contest.service.ts';
import { exceptionById, exceptionPage, type ExceptionRow, waitingException } from './contest-exception.queries.ts';
import { titlesOf } from './places.queries.ts';
import { awardsByRank, writePlaces } from './places.service.ts';
import { confirmsException } from './entry/entry.policy.ts';
import { isOwnAccount } from '../http/person.policy.ts';

const LOG = '大赛例外';
const boardPath = (contestId: number): string => `/cms/contest/board/${contestId}?part=publicity`;
const choicesOf = ({ awards }: Pick<ExceptionRow, 'awards'>): AwardChoice[] => JSON.parse(awards) as AwardChoice[];

function checkTime(contest: ContestRow, kind: ExceptionKind): void {
  if (kind === 'early_finish') {
    if (contest.status !== 'publicity') throw failed('公示期间才能申请提前结束');
    if ((contest.publicityEnd ?? 0) <= Date.now()) throw failed('公示已到期，可以直接结束大赛');
  } else if (contest.status !== 'judging' && contest.status !== 'publicity') throw failed('评审或公示期间才能拟定奖项');
}

/** The awards of a proposal: those chosen, or those that the announcement would give by rank. */
async function awardsAsked(tx: Tx, contest: ContestRow, chosen: readonly AwardChoice[]): Promise<readonly AwardChoice[]> {
  if (chosen.length > 0) return chosen;
  const judged = contest.status === 'judging' && (await roundsOf(tx, contest.id)).every(({ status }) => status === 'confirmed');
  if (judged) await writePlaces(tx, contest);
  const byRank = judged ? await awardsByRank(tx, contest) : [];
  if (byRank.length === 0) throw failed('请先在“奖项”里选好要授予的奖项');
  return byRank;
}

/** One organiser proposes; nothing changes until another person confirms. */
export async function proposeFor(caller: RequestCaller, body: z.output<typeof proposeException.body>): Promise<{ exceptionId: number }> {
  return withOperationLog(caller, { title: LOG, business: 'add' }, async (tx) => {
    const { userId, userName } = caller.currentUser;
    const contest = await contestIn(tx, body.contestId);
    checkTime(contest, body.kind);
    await assertNotEntrant(tx, contest, userId);
    const awards = body.kind === 'over_quota' ? await awardsAsked(tx, contest, body.awards) : [];
    if (await waitingException(tx, contest.id, body.kind)) throw failed(`已有一份“${EXCEPTION_KIND_NAMES[body.kind]}”的申请在等待确认，请先处理它`);
    const now = Date.now();
    const { id } = await tx
      .insertInto('contestException')
      .values({
        contestId: contest.id,
        kind: body.kind,
        awards: JSON.stringify(awards),
        reason: body.reason,
        proposedBy: userId,
        decidedBy: null,
        decidedAt: null,
        createBy: userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const other of new Set([contest.ownerId, contest.secondId]))
      if (other !== null && !isOwnAccount(other, { userId }))
        await sendMessage(tx, {
          userId: other,
          type: 'task',
          title: `${subjectOf(contest)}有一份“${EXCEPTION_KIND_NAMES[body.kind]}”的申请等您确认`,
          content: body.reason,
          link: boardPath(contest.id),
        });
    return { exceptionId: id };
  });
}

const alreadyDecided = (): AppError => new AppError(contestExceptionMachine.illegal, '这份申请已经处理');

/** Two accounts of one person are one person. */
async function assertNotProposer(tx: Tx, row: ExceptionRow, userId: number): Promise<void> {
  if (await samePerson(tx, row.proposedBy, userId)) throw new AppError(CODES.samePerson, '例外须由另一个人确认，不能确认自己的申请');
}

type DecidedRow = ExceptionRow & { readonly counts: string };

const step = transition<ExceptionState, ExceptionEvent, DecidedRow>(contestExceptionMachine, {
  table: 'contestException',
  stateOf: (row) => row.status,
  rejection: alreadyDecided,
  columns: ({ row, currentUser, reason, now }) => ({
    allowed: row.counts,
    decidedBy: currentUser?.userId ?? null,
    decidedAt: now,
    decidedNote: reason,
  }),
});

export async function decideFor(caller: RequestCaller, exceptionId: number, body: z.output<typeof decideException.body>): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const { currentUser } = caller;
    const row = await exceptionById(tx, exceptionId);
    if (!row) throw missing('这份申请不存在，请刷新后重试');
    if (row.status !== 'waiting') throw alreadyDecided();
    const contest = await contestIn(tx, row.contestId);
    await assertNotProposer(tx, row, currentUser.userId);
    await assertNotEntrant(tx, contest, currentUser.userId);
    const confirms = body.status === 'confirmed';
    if (confirms) {
      checkTime(contest, row.kind);
      if (row.kind === 'over_quota') await writeAwards(tx, contest, choicesOf(row));
    }
    const counts = confirms && row.kind === 'over_quota' ? JSON.stringify(await countsNow(tx, contest.id)) : '{}';
    await step(tx, currentUser, { ...row, counts }, confirms ? 'confirm' : 'reject', body.note);
    if (confirms && row.kind === 'early_finish') {
      const names = await namesOf(tx, [row.proposedBy, currentUser.userId]);
      const who = `${names.get(row.proposedBy) ?? ''}申请、${names.get(currentUser.userId) ?? ''}确认`;
      await finishEarly(tx, currentUser, contest, `提前结束公示（${who}）：${row.reason}`);
    }
    await sendMessage(tx, {
      userId: row.proposedBy,
      type: 'task',
      title: `您的“${EXCEPTION_KIND_NAMES[row.kind]}”申请${confirms ? '已确认' : '被驳回'}`,
      content: body.note || subjectOf(contest),
      link: boardPath(contest.id),
    });
  });
  caller.context.jobs.wake();
}

interface Asked {
  readonly contestId: number;
  readonly pageNum: number;
  readonly pageSize: number;
}

export async function exceptionsFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  asked: Asked,
): Promise<{ rows: ContestException[]; total: number }> {
  const { rows, total } = await exceptionPage(db, asked.contestId, asked.pageSize, (all) => offsetOf(asked, all));
  const names = await namesOf(
    db,
    rows.flatMap(({ proposedBy, decidedBy }) => (decidedBy === null ? [proposedBy] : [proposedBy, decidedBy])),
  );
  const titles = await titlesOf(
    db,
    rows.flatMap((row) => choicesOf(row).map(({ submitId }) => submitId)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      exceptionId: row.id,
      contestId: row.contestId,
      kind: row.kind,
      status: row.status,
      reason: row.reason,
      awards: choicesOf(row).map(({ submitId, awardName }) => ({ title: titles.get(submitId) ?? '', awardName })),
      proposedByName: names.get(row.proposedBy) ?? '',
      createTime: wireTime(row.createTime),
      decidedByName: names.get(row.decidedBy ?? 0) ?? '',
      decidedAt: wireTime(row.decidedAt),
      decidedNote: row.decidedNote,
      mayDecide: confirmsException(row, currentUser),
    })),
  };
}
