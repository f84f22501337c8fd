import { contestSubmitMachine } from '../../contract/contest/contest-submit.machine.ts';
import type { z } from 'zod';
import { contest, type ContestCard, type ContestBoard, type PublicContest, type queryContests } from '../../contract/contest/contest.ts';
import { CONTEST_EVENTS, contestMachine, PUBLIC_STATES, type ContestState } from '../../contract/contest/contest.machine.ts';
import { contestRoundMachine, ROUND_EVENTS } from '../../contract/contest/contest-round.machine.ts';
import { contestPath } from '../../contract/contest/contest-path.ts';
import { FILE_TYPES } from '../../contract/contest/contest-limits.ts';
import { eventLabel, eventsFrom, stateLabel } from '../../contract/state-machine.ts';
import { sum, times } from '../../contract/money.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { IdRange, SiteMapEntry } from '../http/site-part.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { AppError, failed, invalid } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { transitionsOf } from '../manuscript/manuscript-log.service.ts';
import { checkQuotas } from './award-quota.ts';
import { CODES } from './contest-codes.ts';
import { contestFieldsOf } from './contest-field.service.ts';
import { hasEntered, assertNotEntrant } from './contest-person.service.ts';
import { awardsOf, contestGone, contestIn, criteriaOf, stringsOf } from './contest-rows.ts';
import {
  contestById,
  entrantsOf,
  judgesWithNames,
  namesOf,
  openObjections,
  publicIds,
  publicPage,
  roundsOf,
  submitCounts,
  taskCounts,
  unreadyFiles,
  type ContestRow,
  type RoundRow,
} from './contest.queries.ts';

const OPEN: ReadonlySet<string> = new Set(contestMachine.groups.beforeJudging);

/** Whose turn a contest is, in words. */
const TURN: Readonly<Record<ContestState, string>> = {
  draft: '主办方',
  announced: '等开始',
  collecting: '参赛者',
  judging: '评委与主办方',
  publicity: '公众',
  finished: '—',
  cancelled: '—',
};

export const contests = crudService(contest, {
  table: 'contest',
  log: '大赛',
  order: [['id', 'desc']],
  unique: { title: '已有同名的大赛' },
  removal: 'bin',
  show: async (db, rows) => {
    const counts =
      rows.length === 0
        ? []
        : await submitCounts(
            db,
            rows.map(({ id }) => id),
          );
    return rows.map((row) => ({
      submitNum: counts.filter((one) => one.contestId === row.id && one.status !== 'draft').reduce((sum, { n }) => sum + Number(n), 0),
      turn: TURN[row['status'] as ContestState],
    }));
  },
  async check(tx, { draft, before }) {
    if (draft.submitStart === '' || draft.submitEnd === '') throw invalid('请选择征稿的开始与截止');
    if (draft.submitStart >= draft.submitEnd) throw new AppError(CODES.dates, '征稿的开始须早于截止，请修改日期');
    const strange = draft.fileTypes.filter((type) => !FILE_TYPES.includes(type.toLowerCase()));
    if (strange.length > 0) throw invalid(`评审时打不开“${strange.join('、')}”，请改用${FILE_TYPES.join('、')}`);
    if (draft.groups.length === 0) throw invalid('请至少设一个组别');
    if (draft.fileTypes.length === 0) throw invalid('请至少选一种文件格式');
    if (
      draft.secondId !== null &&
      (await tx.selectFrom('user').select('id').where('id', '=', draft.secondId).where('delFlag', '=', '0').executeTakeFirst()) === undefined
    )
      throw invalid('第二负责人不存在，请重新选择');
    if (!before) return;
    const status = before['status'] as ContestState;
    if (!OPEN.has(status)) throw failed('大赛已经进入评审，不能修改资料');
    const lost = stringsOf(String(before['groups'])).filter((group) => !draft.groups.includes(group));
    if (status === 'collecting' && lost.length > 0) throw failed(`征稿已经开始，不能去掉组别“${lost.join('、')}”`);
  },
  columnsOf: ({ draft, before, currentUser }) => ({
    fileTypes: JSON.stringify(draft.fileTypes.map((type) => type.toLowerCase())),
    ...(before ? {} : { ownerId: currentUser.userId, publicityEnd: null }),
  }),
  beforeRemove: async (_tx, rows) => {
    for (const row of rows) if (row['status'] !== 'draft') throw failed(`《${String(row['title'])}》已经发布，不能删除；需要停办请用“取消”`);
  },
});

const card = (row: Awaited<ReturnType<typeof publicPage>>['rows'][number]): ContestCard => ({
  contestId: row.id,
  title: row.title,
  theme: row.theme,
  cover: row.cover,
  organizer: row.organizer,
  submitStart: wireTime(row.submitStart),
  submitEnd: wireTime(row.submitEnd),
  status: row.status,
  entrants: Number(row.entrants),
  prizeFen: sum(awardsOf(row).map(({ quota, prizeFen }) => times(prizeFen, quota))),
});

type PublicQuery = Pick<z.output<typeof queryContests.query>, 'pageNum' | 'pageSize'> & {
  readonly status?: (typeof PUBLIC_STATES)[number] | undefined;
  readonly keyword?: string | undefined;
};

export async function publicContests({ db }: AppContext, asked: PublicQuery): Promise<{ rows: ContestCard[]; total: number }> {
  const states = asked.status ? [asked.status] : PUBLIC_STATES;
  const { rows, total } = await publicPage(db, { states, keyword: asked.keyword }, asked.pageSize, () => (asked.pageNum - 1) * asked.pageSize);
  return { total, rows: rows.map(card) };
}

const publicRound = (round: RoundRow): PublicContest['rounds'][number] => ({
  roundType: round.roundType,
  startTime: wireTime(round.startTime),
  endTime: wireTime(round.endTime),
  mode: round.mode,
  criteria: criteriaOf(round),
  judgesPerSubmit: round.judgesPerSubmit,
  blind: round.blind === '1',
  trim: round.trim === '1',
  status: round.status,
});

/** A contest as everybody sees it. Judges are named where every round names them, or after the end. */
export async function publicContest({ db }: AppContext, contestId: number): Promise<PublicContest> {
  const row = await contestById(db, contestId);
  const cancelled = row?.status === 'cancelled';
  if (!row || row.status === 'draft') throw contestGone();
  const rounds = await roundsOf(db, contestId);
  const judges = await judgesWithNames(db, contestId);
  const named = row.status === 'finished' || (rounds.length > 0 && rounds.every(({ seeJudgeNames }) => seeJudgeNames === '1'));
  const reason = cancelled
    ? await db
        .selectFrom('flowLog')
        .select('note')
        .where('entityType', '=', 'contest')
        .where('entityId', '=', contestId)
        .where('event', '=', 'cancel')
        .executeTakeFirst()
    : undefined;
  return {
    ...card({ ...row, entrants: await entrantsOf(db, contestId) }),
    coOrganizer: row.coOrganizer,
    groups: stringsOf(row.groups),
    intro: row.intro,
    rules: row.rules,
    awardPlan: awardsOf(row),
    maxPerUser: row.maxPerUser,
    fileTypes: stringsOf(row.fileTypes),
    fileMaxMb: row.fileMaxMb,
    allowTeam: row.allowTeam === '1',
    teamMax: row.teamMax,
    contact: row.contact,
    fields: await contestFieldsOf(db, contestId),
    publicityEnd: wireTime(row.publicityEnd),
    rounds: rounds.map(publicRound),
    judges: named ? judges.map(({ nickName, intro }) => ({ name: nickName, intro })) : [],
    judgeNum: judges.length,
    cancelReason: reason?.note ?? '',
  };
}

export async function boardFor({ db }: AppContext, currentUser: CurrentUser, contestId: number): Promise<ContestBoard> {
  const row = await contestIn(db, contestId);
  const rounds = await roundsOf(db, contestId);
  const may = (permission: string): boolean => hasPermission(currentUser, permission);
  const counts = await taskCounts(db, contestId);
  const names = await namesOf(
    db,
    [row.ownerId, row.secondId].filter((id): id is number => id !== null),
  );
  const submits = Object.fromEntries((await submitCounts(db, [contestId])).map(({ status, n }) => [status, Number(n)]));
  const now = Date.now();
  return {
    contestId,
    title: row.title,
    status: row.status,
    groups: stringsOf(row.groups),
    awardPlan: awardsOf(row),
    submitStart: wireTime(row.submitStart),
    submitEnd: wireTime(row.submitEnd),
    publicityEnd: wireTime(row.publicityEnd),
    ownerName: names.get(row.ownerId ?? 0) ?? '',
    secondName: names.get(row.secondId ?? 0) ?? '',
    entered: await hasEntered(db, contestId, currentUser.userId),
    submits,
    judgeNum: (await judgesWithNames(db, contestId)).length,
    openObjections: await openObjections(db, contestId),
    unreadyFiles: await unreadyFiles(db, contestId),
    rounds: rounds.map((round) => boardRound(round, counts, may, now)),
    // The publicity is offered only once every round is confirmed, and its end not before the announced time.
    can: eventsFrom(contestMachine, row.status, may).filter(
      (event): event is (typeof CONTEST_EVENTS)[number] =>
        (CONTEST_EVENTS as readonly string[]).includes(event) &&
        (event !== 'announce' || rounds.every(({ status }) => status === 'confirmed')) &&
        (event !== 'finish' || (row.publicityEnd ?? 0) <= now),
    ),
    log: await transitionsOf(
      db,
      'contest',
      contestId,
      (event) => eventLabel(contestMachine, event),
      (state) => stateLabel(contestMachine, state),
    ),
  };
}

function boardRound(round: RoundRow, counts: Awaited<ReturnType<typeof taskCounts>>, may: (permission: string) => boolean, now: number) {
  const own = counts.filter(({ roundId }) => roundId === round.id);
  const sum = (wanted: (status: string) => boolean): number => own.filter(({ status }) => wanted(status)).reduce((all, { n }) => all + Number(n), 0);
  return {
    roundId: round.id,
    ...publicRound(round),
    seeOthers: round.seeOthers,
    seeAuthors: round.seeAuthors === '1',
    seeJudgeNames: round.seeJudgeNames === '1',
    passQuota: round.passQuota,
    passScore: round.passScore,
    locked: round.formLockedAt !== null,
    tasks: sum((status) => status !== 'recused'),
    done: sum((status) => status === 'submitted'),
    recused: sum((status) => status === 'recused'),
    late: round.status === 'open' && round.endTime !== null && round.endTime < now,
    can: eventsFrom(contestRoundMachine, round.status, may).filter((event): event is (typeof ROUND_EVENTS)[number] =>
      (ROUND_EVENTS as readonly string[]).includes(event),
    ),
    version: round.version,
  };
}

export interface AwardChoice {
  readonly submitId: number;
  readonly awardName: string;
}

/** Writes the awards of some entries; an empty name takes one away. The caller checks quotas and persons. */
export async function writeAwards(tx: Tx, contest: ContestRow, awards: readonly AwardChoice[]): Promise<void> {
  const known = new Set(awardsOf(contest).map(({ name }) => name));
  const strange = awards.find(({ awardName }) => awardName !== '' && !known.has(awardName));
  if (strange) throw invalid(`奖项里没有“${strange.awardName}”，请先在大赛资料里设置`);
  for (const { submitId, awardName } of awards)
    await tx
      .updateTable('contestSubmit')
      .set({ awardName, updateTime: Date.now() })
      .where('id', '=', submitId)
      .where('contestId', '=', contest.id)
      .where('status', 'in', contestSubmitMachine.groups.scored)
      .execute();
}

/** Plans awards before the contest ends, within the quotas. */
export async function planAwards(caller: RequestCaller, contestId: number, awards: readonly AwardChoice[]): Promise<void> {
  await withOperationLog(caller, { title: '大赛奖项', business: 'edit' }, async (tx) => {
    const row: ContestRow = await contestIn(tx, contestId);
    if (row.status !== 'judging' && row.status !== 'publicity') throw failed('评审或公示期间才能拟定奖项');
    await assertNotEntrant(tx, row, caller.currentUser.userId);
    await writeAwards(tx, row, awards);
    await checkQuotas(tx, row);
  });
}

/** Titles of contests for other areas: comments and search. */
export const contestsNamed = async (context: AppContext, keyword: string, most: number): Promise<ContestCard[]> =>
  (await publicContests(context, { pageNum: 1, pageSize: most, keyword })).rows;

/** Addresses of the public pages, for the sitemap. */
export const contestAddresses = async ({ db }: AppContext, { from, to }: IdRange): Promise<SiteMapEntry[]> =>
  (await publicIds(db, PUBLIC_STATES, from, to)).map(({ id, updateTime }) => ({ path: contestPath(id), time: Number(updateTime) }));
