import { CONTEST } from '../../../contract/contest/contest-limits.ts';
import type { AllocationPreview } from '../../../contract/contest/contest-round.ts';
import { contestSubmitMachine, STATE_OF_ROUND } from '../../../contract/contest/contest-submit.machine.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Tx } from '../../db/database.ts';
import { AppError, failed, invalid } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { allocate, seeded, shuffled, type Allocation } from './allocation.ts';
import { CODES } from '../contest-codes.ts';
import { assertNotInterested } from '../contest-person.service.ts';
import { contestIn, roundIn, stringsOf } from '../contest-rows.ts';
import { judgesWithNames, type ContestRow, type JudgeRow, type RoundRow } from '../contest.queries.ts';
import { conflictPairs, countInState, worksInState, type WorkRow } from './contest-round.queries.ts';
import { transitionEntry } from '../contest-submit-step.ts';
import { computeConflicts } from '../conflict.service.ts';

const BATCH = 200;

export interface Allocated {
  readonly loads: { userId: number; nickName: string; group: string; works: number }[];
  readonly shortages: { group: string; works: number; lacking: number; why: string }[];
}

const judgesOf = async (db: Database | Tx, contest: ContestRow, round: RoundRow): Promise<JudgeRow[]> =>
  (await judgesWithNames(db, contest.id)).filter(({ roundTypes }) => {
    const types = stringsOf(roundTypes);
    return types.length === 0 || types.includes(String(round.roundType));
  });

/** In the first round the entries that were submitted and not returned; later those that advanced. */
const statesFor = (round: RoundRow) =>
  round.roundType === 1 ? contestSubmitMachine.groups.firstRound : ([STATE_OF_ROUND[round.roundType]] as const);

async function computed(db: Database | Tx, contest: ContestRow, round: RoundRow, seed: number) {
  const judges = await judgesOf(db, contest, round);
  const works = await worksInState(db, contest.id, statesFor(round));
  const against = new Set((await conflictPairs(db, contest.id)).map(({ userId, submitId }) => `${userId} ${submitId}`));
  const conflicts = (judgeId: number, workId: number): boolean => against.has(`${judgeId} ${workId}`);
  const allocation = allocate({
    works: works.map(({ id, groupName }) => ({ id, group: groupName })),
    judges: judges.map(({ userId, groups }) => ({ id: userId, groups: stringsOf(groups) })),
    perWork: round.judgesPerSubmit,
    conflicts,
    seed,
  });
  return { judges, works, conflicts, pairs: against.size, allocation };
}

const inWords = (judges: readonly JudgeRow[], { loads, shortages }: Allocation): Allocated => {
  const names = new Map(judges.map(({ userId, nickName }) => [userId, nickName]));
  return {
    loads: loads.map(({ judgeId, group, works }) => ({ userId: judgeId, nickName: names.get(judgeId) ?? '', group, works })),
    shortages: [...shortages],
  };
};

/** What an allocation would give; nothing is written. */
export async function previewFor({ db }: AppContext, currentUser: CurrentUser, roundId: number, seed: number): Promise<AllocationPreview> {
  const round = await roundIn(db, roundId);
  await assertNotInterested(db, round.contestId, currentUser);
  const contest = await contestIn(db, round.contestId);
  const { judges, works, pairs, allocation } = await computed(db, contest, round, seed);
  return { works: works.length, judges: judges.length, conflicts: pairs, ...inWords(judges, allocation) };
}

interface Options {
  readonly seed: number;
  readonly calibrationIds: readonly number[];
}

/** Writes the tasks of a round: conflicts are computed again, then the entries are spread over the judges. */
export async function allocateRound(tx: Tx, currentUser: CurrentUser, contest: ContestRow, round: RoundRow, options: Options): Promise<Allocated> {
  await computeConflicts(tx, contest.id);
  if (round.roundType === 1) {
    const open = await countInState(tx, contest.id, 'returned');
    if (open > 0) throw failed(`有${open}件作品正在补正（最多48小时），请等补正或作废以后再分配`);
  }
  const { judges, works, conflicts, allocation } = await computed(tx, contest, round, options.seed);
  if (works.length === 0) throw failed('没有可以评审的作品');
  const words = inWords(judges, allocation);
  if (words.shortages.length > 0)
    throw new AppError(CODES.tooFewJudges, `评委人数不足或存在回避关系：${words.shortages.map(({ why }) => why).join('；')}`);
  if (round.roundType === 1)
    for (const work of works) if (work.status === 'submitted') await transitionEntry(tx, currentUser, work, 'formalPass', { checked: true });
  const calibration = calibrationWorks(works, options.calibrationIds);
  const now = Date.now();
  const next = seeded(options.seed);
  const byJudge = Map.groupBy(allocation.pairs, ({ judgeId }) => judgeId);
  const groupsOf = new Map(judges.map(({ userId, groups }) => [userId, stringsOf(groups)]));
  const rows = judges.flatMap(({ userId }) => {
    const own = shuffled(byJudge.get(userId) ?? [], next);
    const groups = groupsOf.get(userId) ?? [];
    const trial =
      own.length === 0
        ? []
        : calibration.filter(({ id, groupName }) => !conflicts(userId, id) && (groups.length === 0 || groups.includes(groupName)));
    const base = { roundId: round.id, contestId: contest.id, judgeId: userId, createBy: currentUser.userName, createTime: now, updateTime: now };
    const columns = { total: null, submittedAt: null, replacedBy: null, remindedAt: null };
    return [
      ...trial.map(({ id }) => ({ submitId: id, calibration: '1' as const })),
      ...own.map(({ workId }) => ({ submitId: workId, calibration: '0' as const })),
    ].map((one, at) => ({ ...base, ...columns, ...one, orderNum: at + 1 }));
  });
  for (let at = 0; at < rows.length; at += BATCH)
    await tx
      .insertInto('judgeTask')
      .values(rows.slice(at, at + BATCH))
      .execute();
  return words;
}

function calibrationWorks(works: readonly WorkRow[], ids: readonly number[]): WorkRow[] {
  const wanted = [...new Set(ids)];
  if (wanted.length > CONTEST.calibration) throw invalid(`试评作品最多${CONTEST.calibration}件`);
  return wanted.map((id) => {
    const work = works.find((one) => one.id === id);
    if (!work) throw invalid('试评作品须在本轮的作品之中');
    return work;
  });
}
