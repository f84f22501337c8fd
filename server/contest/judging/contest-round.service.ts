import type { DataOf } from '../../../contract/endpoint.ts';
import { CONTEST, ENOUGH_SCORES, ROUND_NAMES, WIDE_SPREAD } from '../../../contract/contest/contest-limits.ts';
import type { roundEvent } from '../../../contract/contest/contest-round.ts';
import { contestRoundMachine, type RoundEvent, type RoundState } from '../../../contract/contest/contest-round.machine.ts';
import { STATE_OF_ROUND } from '../../../contract/contest/contest-submit.machine.ts';
import type { ScoreItem } from '../../../contract/contest/scoring.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import type { Tx } from '../../db/database.ts';
import { AppError, failed, invalid } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { requirePermission, transition } from '../../state-machine/transition.ts';
import { CODES } from '../contest-codes.ts';
import { assertNotEntrant } from '../contest-person.service.ts';
import { contestIn, criteriaOf, roundIn, stringsOf, subjectOf } from '../contest-rows.ts';
import { dueRound, roundsOf, type ContestRow, type RoundRow } from '../contest.queries.ts';
import { resultsOf, tasksOfRound, worksInState, type TaskOfRound } from './contest-round.queries.ts';
import { transitionEntry } from '../contest-submit-step.ts';
import { allocateRound, type Allocated } from './round-allocation.service.ts';
import { roundOutcomes } from './round-result.ts';

const LOG = '大赛轮次';
const BATCH = 200;

export interface RoundBody {
  readonly reason?: string | null | undefined;
  readonly calibrationIds?: readonly number[] | null | undefined;
  readonly seed?: number | null | undefined;
  readonly submitIds?: readonly number[] | null | undefined;
  readonly letIn?: readonly number[] | null | undefined;
}

const nameOf = (contest: ContestRow, round: RoundRow): string => `${subjectOf(contest)}${ROUND_NAMES[round.roundType]}`;

/** Entries whose judging is not finished: all tasks before the end of a round, three submitted ones after it. */
export function unfinishedWorks(
  round: Pick<RoundRow, 'endTime' | 'judgesPerSubmit'>,
  works: readonly number[],
  tasks: readonly TaskOfRound[],
  now: number,
): number {
  const over = round.endTime !== null && round.endTime <= now;
  const enough = Math.min(ENOUGH_SCORES, round.judgesPerSubmit);
  const byWork = Map.groupBy(
    tasks.filter(({ calibration }) => calibration === '0'),
    ({ submitId }) => submitId,
  );
  return works.filter((id) => {
    const list = byWork.get(id) ?? [];
    const submitted = list.filter(({ status }) => status === 'submitted').length;
    if (over) return submitted < enough;
    return (
      submitted === 0 ||
      list.some(({ status, replacedBy }) => status === 'todo' || status === 'draft' || (status === 'recused' && replacedBy === null))
    );
  }).length;
}

const runner = (contest: ContestRow, round: RoundRow, body: RoundBody) =>
  transition<RoundState, RoundEvent, RoundRow>(contestRoundMachine, {
    table: 'contestRound',
    stateOf: (row) => row.status,
    subject: () => nameOf(contest, round),
    on: {
      allocate: {
        async guard({ tx }) {
          if (contest.status !== 'judging') throw new AppError(CODES.notJudging, '征稿尚未截止，不能分配评委');
          const before = (await roundsOf(tx, contest.id)).filter(({ roundType }) => roundType < round.roundType).at(-1);
          if (before && before.status !== 'confirmed')
            throw new AppError(CODES.previousRound, `${ROUND_NAMES[before.roundType]}尚未确认晋级，不能分配${ROUND_NAMES[round.roundType]}`);
        },
        columns: { seed: body.seed ?? 1, calibrationIds: JSON.stringify(body.calibrationIds ?? []) },
      },
      reallocate: {
        columns: { seed: 0, calibrationIds: '[]' },
        async after({ tx }) {
          await tx.deleteFrom('judgeTask').where('roundId', '=', round.id).execute();
        },
      },
      open: { columns: ({ now }) => ({ formLockedAt: now }), after: ({ tx }) => notifyJudges(tx, contest, round) },
      reopen: {
        async after({ tx }) {
          await tx.deleteFrom('contestResult').where('roundId', '=', round.id).execute();
        },
      },
      close: {
        async guard({ tx, now }) {
          const works = await worksInState(tx, contest.id, [STATE_OF_ROUND[round.roundType]]);
          const left = unfinishedWorks(
            round,
            works.map(({ id }) => id),
            await tasksOfRound(tx, round.id),
            now,
          );
          if (left > 0) throw new AppError(CODES.unfinished, `仍有${left}件作品评审未完成`);
        },
        columns: ({ now }) => ({ closedAt: now }),
        after: ({ tx }) => aggregate(tx, contest, round),
      },
      discuss: {
        async guard({ tx }) {
          const results = new Map((await resultsOf(tx, round.id)).map((row) => [row.submitId, row]));
          const ids = body.submitIds ?? [];
          if (ids.length === 0 || ids.some((id) => !results.has(id))) throw invalid('请选择要合议的作品');
          if ((body.letIn ?? []).some((id) => !ids.includes(id))) throw invalid('晋级的作品须在合议的作品之中');
        },
        after: ({ tx, currentUser, reason, now }) => writeDiscussion(tx, contest, round, body, currentUser, reason, now),
      },
      confirm: {
        async guard({ tx }) {
          const results = await resultsOf(tx, round.id);
          const wide = results.filter(({ spread, discussed }) => spread > WIDE_SPREAD && discussed === '0').length;
          if (wide > 0) throw new AppError(CODES.wideSpread, `尚有${wide}件作品的评分相差超过${WIDE_SPREAD / 100}分，请先合议`);
          if (results.some(({ outcome }) => outcome === 'tied')) throw new AppError(CODES.tied, '晋级线出现同分，请先处理');
        },
        after: ({ tx, currentUser }) => advance(tx, currentUser, contest, round),
      },
    },
  });

/** Takes one step of SM12 with everything that it causes. An organiser who entered the contest is refused. */
export async function handleRoundEvent(
  caller: RequestCaller,
  id: number,
  event: Exclude<RoundEvent, 'open'>,
  body: RoundBody,
): Promise<DataOf<typeof roundEvent>> {
  const { currentUser, context } = caller;
  requirePermission(contestRoundMachine, event, currentUser);
  const made = await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const round = await roundIn(tx, id);
    const contest = await contestIn(tx, round.contestId);
    await assertNotEntrant(tx, contest, currentUser.userId);
    const step = runner(contest, round, body);
    if (event !== 'allocate') {
      await step(tx, currentUser, round, event, body.reason ?? '');
      return { loads: [], shortages: [] };
    }
    await step(tx, currentUser, round, 'allocate', '');
    return allocateRound(tx, currentUser, contest, round, { seed: body.seed ?? 1, calibrationIds: body.calibrationIds ?? [] });
  });
  context.jobs.wake();
  return made satisfies Allocated;
}

/** Opens one allocated round whose time has come. */
export async function openDueRound({ db }: AppContext): Promise<boolean> {
  const round = await dueRound(db, Date.now());
  if (!round) return false;
  await db.transaction().execute(async (tx) => {
    const now = await roundIn(tx, round.id);
    if (now.status !== 'allocated') return;
    await runner(await contestIn(tx, round.contestId), now, {})(tx, null, now, 'open');
  });
  return true;
}

export const taskListPath = (roundType: number): string => (roundType === 1 ? '/personalCenter/preliminary' : '/personalCenter/review');

async function notifyJudges(tx: Tx, contest: ContestRow, round: RoundRow): Promise<void> {
  const counts = new Map<number, number>();
  for (const { judgeId } of await tasksOfRound(tx, round.id)) counts.set(judgeId, (counts.get(judgeId) ?? 0) + 1);
  for (const [userId, count] of counts)
    await sendMessage(tx, {
      userId,
      type: 'task',
      title: `${nameOf(contest, round)}开始评审`,
      content: `分给您${count}件作品，评审期间请勿与他人讨论评分。`,
      link: taskListPath(round.roundType),
    });
}

/** F12 over the round: results, ranks within each group, and who is above the line. */
async function aggregate(tx: Tx, contest: ContestRow, round: RoundRow): Promise<void> {
  const works = await worksInState(tx, contest.id, [STATE_OF_ROUND[round.roundType]]);
  const tasks = (await tasksOfRound(tx, round.id))
    .filter(({ status, calibration }) => status === 'submitted' && calibration === '0')
    .map((task) => ({ ...task, items: JSON.parse(task.items) as ScoreItem[] }));
  const rules = { ...round, criteria: criteriaOf(round), trim: round.trim === '1' };
  const rows = roundOutcomes(rules, works, tasks).map((row) => ({ ...row, roundId: round.id, contestId: contest.id }));
  await tx.deleteFrom('contestResult').where('roundId', '=', round.id).execute();
  for (let at = 0; at < rows.length; at += BATCH)
    await tx
      .insertInto('contestResult')
      .values(rows.slice(at, at + BATCH))
      .execute();
}

async function writeDiscussion(
  tx: Tx,
  contest: ContestRow,
  round: RoundRow,
  { submitIds, letIn }: RoundBody,
  currentUser: CurrentUser | null,
  minutes: string,
  at: number,
): Promise<void> {
  const ids = [...new Set(submitIds ?? [])];
  const within = new Set(letIn ?? []);
  await tx
    .insertInto('contestDiscussion')
    .values({
      contestId: contest.id,
      roundId: round.id,
      submitIds: JSON.stringify(ids),
      letIn: JSON.stringify([...within]),
      minutes: minutes.slice(0, CONTEST.minutes.max),
      userId: currentUser?.userId ?? 0,
      at,
    })
    .execute();
  for (const row of await resultsOf(tx, round.id)) {
    if (!ids.includes(row.submitId)) continue;
    // A discussion of a wide spread does not move the line; a tie on the line is decided by it.
    const outcome = row.outcome === 'tied' ? (within.has(row.submitId) ? 'in' : 'out') : row.outcome;
    await tx
      .updateTable('contestResult')
      .set({ discussed: '1', outcome })
      .where('roundId', '=', round.id)
      .where('submitId', '=', row.submitId)
      .execute();
  }
}

/** Entries above the line go to the next round; the others stop. After the last round those above it stay. */
async function advance(tx: Tx, currentUser: CurrentUser | null, contest: ContestRow, round: RoundRow): Promise<void> {
  const next = (await roundsOf(tx, contest.id)).find(({ roundType }) => roundType > round.roundType);
  const works = new Map((await worksInState(tx, contest.id, [STATE_OF_ROUND[round.roundType]])).map((row) => [row.id, row]));
  for (const { submitId, outcome, score, rank } of await resultsOf(tx, round.id)) {
    const work = works.get(submitId);
    if (!work) continue;
    const columns = round.mode === 'score' ? { finalScore: score, rank } : {};
    if (outcome !== 'in') await transitionEntry(tx, currentUser, work, 'eliminate', { checked: true, columns });
    else if (next)
      await transitionEntry(tx, currentUser, work, 'enter', {
        checked: true,
        to: STATE_OF_ROUND[next.roundType] === 'in_final' ? 'in_final' : 'in_review',
        columns: { ...columns, ...(round.roundType === 1 ? { preliminaryPassed: '1' } : {}) },
      });
    else await tx.updateTable('contestSubmit').set(columns).where('id', '=', submitId).execute();
  }
}

/** The rules of a round's form cannot change once it has opened. */
export function assertUnlocked(round: Pick<RoundRow, 'formLockedAt' | 'status'>): void {
  if (round.formLockedAt !== null || (round.status !== 'pending' && round.status !== 'allocated'))
    throw new AppError(CODES.formLocked, '本轮已经开评，评分项和规则不能再改');
}

export function checkWeights(mode: string, criteria: readonly { readonly weight: number; readonly key: string }[]): void {
  if (mode !== 'score') return;
  if (new Set(criteria.map(({ key }) => key)).size !== criteria.length) throw failed('评分项的标识重复，请修改');
  if (criteria.reduce((sum, { weight }) => sum + weight, 0) !== 10_000) throw new AppError(CODES.weights, '评分项权重之和须为100%');
}

export const calibrationsOf = (round: Pick<RoundRow, 'calibrationIds'>): number[] => stringsOf(round.calibrationIds).map(Number);
