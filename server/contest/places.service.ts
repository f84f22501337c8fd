import type { DataOf } from '../../contract/endpoint.ts';
import type { queryPlaces } from '../../contract/contest/contest.ts';
import { rankEntries } from '../../contract/contest/scoring.ts';
import { ROUND_NAMES } from '../../contract/contest/contest-limits.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { authorsText, awardsOf, contestGone, contestIn, criteriaOf, stringsOf } from './contest-rows.ts';
import { discussionsOf, roundsOf, type ContestRow, type RoundRow } from './contest.queries.ts';
import { finalResults, placeRows, titlesOf } from './places.queries.ts';

/** The round that gives the places: the last one with scores. */
export const finalRoundOf = (rounds: readonly RoundRow[]): RoundRow | undefined => rounds.findLast(({ mode }) => mode === 'score');

/** Writes the final score and the place of every entry of the last round; a disqualified one has none, and the next ones move up. */
export async function writePlaces(tx: Tx, contest: Pick<ContestRow, 'id'>): Promise<void> {
  const round = finalRoundOf(await roundsOf(tx, contest.id));
  if (!round) return;
  await tx.updateTable('contestSubmit').set({ rank: 0 }).where('contestId', '=', contest.id).where('rank', '>', 0).execute();
  const rows = (await finalResults(tx, round.id)).filter(({ status, score }) => status !== 'disqualified' && score !== null);
  for (const list of Map.groupBy(rows, ({ groupName }) => groupName).values())
    for (const { submitId, rank, score } of rankEntries(list))
      await tx.updateTable('contestSubmit').set({ rank, finalScore: score }).where('id', '=', submitId).execute();
}

/**
 * Awards by the plan where none has been written: in each group the first places get the first award, and so on. Entries of equal rank get
 * the same award, so a tie on the line gives one more.
 */
export async function awardsByRank(tx: Tx, contest: ContestRow): Promise<{ submitId: number; awardName: string }[]> {
  const rows = await placeRows(tx, contest.id);
  if (rows.some(({ awardName }) => awardName !== '')) return [];
  const given: { submitId: number; awardName: string }[] = [];
  for (const list of Map.groupBy(rows, ({ groupName }) => groupName).values()) {
    const ordered = list.filter(({ rank }) => rank > 0).toSorted((a, b) => a.rank - b.rank);
    let at = 0;
    for (const award of awardsOf(contest)) {
      const line = at + award.quota;
      while (at < ordered.length && (at < line || ordered[at]?.rank === ordered[at - 1]?.rank)) {
        const one = ordered[at];
        if (one) given.push({ submitId: one.id, awardName: award.name });
        at += 1;
      }
    }
  }
  return given;
}

/** Writes the awards by rank where none has been written. */
export async function proposeAwards(tx: Tx, contest: ContestRow): Promise<void> {
  for (const { submitId, awardName } of await awardsByRank(tx, contest))
    await tx.updateTable('contestSubmit').set({ awardName }).where('id', '=', submitId).execute();
}

/** How the places were found, in words for everybody. */
function methodOf(round: RoundRow | undefined, judgeNum: number): string {
  if (!round) return '';
  const weights = criteriaOf(round)
    .map(({ name, weight }) => `${name} ${weight / 100}%`)
    .join('、');
  return [
    `名次由${ROUND_NAMES[round.roundType]}决定，${round.blind === '1' ? '评委看不到作者' : '评委知道作者'}，每件作品由${round.judgesPerSubmit}位评委按${weights}打分，共${judgeNum}位评委。`,
    round.trim === '1' ? '一件作品有5位以上评委时，去掉一个最高分和一个最低分，取其余的平均；不足5位取全部的平均。' : '取全部评分的平均。',
    '同分时先比未去掉极端分的平均，再比权重最大一项的平均，仍相同的并列。',
  ].join('');
}

interface Asked {
  readonly group?: string | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

export async function placesFor({ db }: AppContext, contestId: number, asked: Asked): Promise<DataOf<typeof queryPlaces>> {
  const contest = await contestIn(db, contestId);
  if (contest.status !== 'publicity' && contest.status !== 'finished') throw contestGone();
  const rounds = await roundsOf(db, contestId);
  const round = finalRoundOf(rounds);
  const rows = (await placeRows(db, contestId)).filter(({ groupName }) => !asked.group || groupName === asked.group);
  const results = round ? new Map((await finalResults(db, round.id)).map((row) => [row.submitId, row])) : new Map<number, never>();
  const page = rows.slice((asked.pageNum - 1) * asked.pageSize, asked.pageNum * asked.pageSize);
  return {
    total: rows.length,
    rows: page.map((row) => ({
      submitId: row.id,
      submitNo: row.submitNo,
      title: row.title,
      group: row.groupName,
      authorsText: authorsText(row.nickName, row.team),
      rank: row.rank,
      score: row.finalScore ?? 0,
      judges: results.get(row.id)?.judges ?? 0,
      trimmed: results.get(row.id)?.trimmed ?? 0,
      awardName: row.awardName,
      discussed: results.get(row.id)?.discussed === '1',
      open: contest.status === 'finished' && row.status === 'awarded',
    })),
    method: methodOf(round, round ? await judgeCount(db, round.id) : 0),
    discussions: await discussionsFor(db, contestId),
  };
}

async function judgeCount(db: Database, roundId: number): Promise<number> {
  const { n } = await db
    .selectFrom('judgeTask')
    .select((eb) => eb.fn.count<number>('judgeId').distinct().as('n'))
    .where('roundId', '=', roundId)
    .where('status', '=', 'submitted')
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function discussionsFor(db: Database, contestId: number) {
  const rows = await discussionsOf(db, contestId);
  const titles = await titlesOf(
    db,
    rows.flatMap(({ submitIds }) => stringsOf(submitIds).map(Number)),
  );
  return rows.map(({ roundType, submitIds, minutes, at }) => ({
    roundType,
    title: stringsOf(submitIds)
      .map((id) => titles.get(Number(id)) ?? '')
      .filter(Boolean)
      .map((title) => `《${title}》`)
      .join('、'),
    minutes,
    at: wireTime(at),
  }));
}
