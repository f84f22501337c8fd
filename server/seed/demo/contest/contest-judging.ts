import { DAY_MS } from '../../../../contract/clock.ts';
import { STATE_OF_ROUND, type SubmitState } from '../../../../contract/contest/contest-submit.machine.ts';
import { judgeTotal, type Criterion, type ScoreItem } from '../../../../contract/contest/scoring.ts';
import type { RoundType } from '../../../../contract/contest/contest-limits.ts';
import { seeded } from '../../../contest/judging/allocation.ts';
import { roundOutcomes, type Outcome } from '../../../contest/judging/round-result.ts';
import type { Tx } from '../../../db/database.ts';
import { yearlyNumber } from '../../../db/yearly-number.ts';
import { COMMENTS, type DemoContest } from './contest-texts.ts';

const HOUR_MS = 3_600_000;
const BATCH = 100;

export const CRITERIA: readonly Criterion[] = [
  { key: 'content', name: '内容', weight: 4000, max: 100 },
  { key: 'language', name: '语言', weight: 3500, max: 100 },
  { key: 'craft', name: '完成度', weight: 2500, max: 100 },
];

export interface Round {
  readonly type: RoundType;
  /** Days from now. */
  readonly from: number;
  readonly to: number;
  readonly perWork: number;
  /** Entries that advance; 0 for all. */
  readonly passes: number;
  readonly status: 'pending' | 'open' | 'confirmed';
}

export interface Plan {
  readonly text: DemoContest;
  readonly status: 'collecting' | 'judging' | 'publicity' | 'finished';
  readonly submitStart: number;
  readonly submitEnd: number;
  readonly rounds: readonly Round[];
}

export interface People {
  readonly judges: readonly number[];
  readonly contestants: readonly number[];
  readonly ops: number;
  readonly second: number;
  /** The demo judge with open tasks. */
  readonly first: number;
}

export interface Entry {
  readonly id: number;
  readonly groupName: string;
  readonly title: string;
  readonly userId: number;
}

/** Tasks and results of the rounds that have begun, calculated as the product calculates them. */
export async function judged(
  tx: Tx,
  plan: Plan,
  contestId: number,
  roundIds: ReadonlyMap<RoundType, number>,
  entries: readonly Entry[],
  people: People,
  now: number,
): Promise<void> {
  if (plan.status === 'collecting') return;
  let works = entries;
  let places: readonly Outcome[] = [];
  for (const round of plan.rounds) {
    if (round.status === 'pending') break;
    const roundId = roundIds.get(round.type) ?? 0;
    const tasks = await addTasks(tx, round, roundId, contestId, works, people, now);
    const last = round.type === plan.rounds.at(-1)?.type;
    if (round.status !== 'confirmed') {
      await setState(tx, works, STATE_OF_ROUND[round.type]);
      break;
    }
    const rules = {
      mode: round.type === 1 ? ('pass_fail' as const) : ('score' as const),
      criteria: CRITERIA,
      trim: true,
      passQuota: 0,
      passScore: 0,
    };
    const outcomes = roundOutcomes(rules, works, tasks).toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));
    const within = new Set(
      (round.type === 1 ? outcomes.filter(({ outcome }) => outcome === 'in') : round.passes > 0 ? outcomes.slice(0, round.passes) : outcomes).map(
        ({ submitId }) => submitId,
      ),
    );
    const rows = outcomes.map((row) => ({ ...row, roundId, contestId, outcome: within.has(row.submitId) ? ('in' as const) : ('out' as const) }));
    await tx.insertInto('contestResult').values(rows).execute();
    await setState(
      tx,
      works.filter(({ id }) => !within.has(id)),
      'eliminated',
    );
    if (round.type !== 1) places = outcomes;
    works = works.filter(({ id }) => within.has(id));
    if (last) await setState(tx, works, STATE_OF_ROUND[round.type]);
    else if (round.type === 1)
      await tx
        .updateTable('contestSubmit')
        .set({ preliminaryPassed: '1' })
        .where(
          'id',
          'in',
          works.map(({ id }) => id),
        )
        .execute();
  }
  if (plan.status === 'judging') return;
  await addPlaces(tx, plan, contestId, works, places, now);
}

async function setState(tx: Tx, works: readonly Entry[], status: SubmitState): Promise<void> {
  if (works.length > 0)
    await tx
      .updateTable('contestSubmit')
      .set({ status })
      .where(
        'id',
        'in',
        works.map(({ id }) => id),
      )
      .execute();
}

interface MadeTask {
  readonly submitId: number;
  readonly judgeId: number;
  readonly groupName: string;
  readonly result: '' | 'pass' | 'fail';
  readonly total: number | null;
  readonly items: readonly ScoreItem[];
}

/** Open tasks of the demo judge. */
const OPEN_TASKS = 5;

async function addTasks(
  tx: Tx,
  round: Round,
  roundId: number,
  contestId: number,
  works: readonly Entry[],
  people: People,
  now: number,
): Promise<MadeTask[]> {
  const next = seeded(contestId * 10 + round.type);
  const open = round.status === 'open';
  const score = round.type !== 1;
  const orders = new Map<number, number>();
  const tasks: MadeTask[] = [];
  const rows = [];
  let openOfFirst = 0;
  for (const [at, work] of works.entries()) {
    const quality = 60 + Math.floor(next() * 30);
    const passes = round.type !== 1 || at < round.passes;
    for (let step = 0; step < round.perWork; step += 1) {
      // The demo judge gets every second work of the open round; the others take turns.
      const others = people.judges.filter((id) => !open || id !== people.first);
      const judgeId = open && step === 0 && at % 2 === 0 ? people.first : (others[(at * round.perWork + step) % others.length] ?? 0);
      const waits = open && (judgeId === people.first ? openOfFirst < OPEN_TASKS : (at + step) % 5 === 4);
      if (waits && judgeId === people.first) openOfFirst += 1;
      const order = (orders.get(judgeId) ?? 0) + 1;
      orders.set(judgeId, order);
      const items = score
        ? CRITERIA.map(({ key }) => ({ key, score: Math.min(990, (quality + Math.floor(next() * 12) - 5) * 10 + Math.floor(next() * 2) * 5) }))
        : [];
      const result = score ? ('' as const) : passes ? ('pass' as const) : ('fail' as const);
      const total = score ? judgeTotal(CRITERIA, items) : null;
      const drafted = waits && judgeId === people.first && openOfFirst === 1;
      const submittedAt = Math.round(now + (round.from + 1 + next() * Math.max(1, Math.min(round.to, 0) - round.from - 2)) * DAY_MS);
      rows.push({
        roundId,
        contestId,
        submitId: work.id,
        judgeId,
        orderNum: order,
        result: waits ? ('' as const) : result,
        items: waits && !drafted ? '[]' : JSON.stringify(drafted ? items.slice(0, 1) : items),
        total: waits ? null : total,
        comment: waits ? (drafted ? '开头很好，等读完再写。' : '') : (COMMENTS[(at + step) % COMMENTS.length] ?? ''),
        submittedAt: waits ? null : submittedAt,
        replacedBy: null,
        remindedAt: waits ? now - HOUR_MS : null,
        status: waits ? (drafted ? ('draft' as const) : ('todo' as const)) : ('submitted' as const),
        createTime: now + round.from * DAY_MS,
        updateTime: waits ? now - DAY_MS : submittedAt,
      });
      if (!waits) tasks.push({ submitId: work.id, judgeId, groupName: work.groupName, result, total, items });
    }
  }
  for (let at = 0; at < rows.length; at += BATCH)
    await tx
      .insertInto('judgeTask')
      .values(rows.slice(at, at + BATCH))
      .execute();
  if (open) await addRecused(tx, roundId, contestId, works, people, now);
  return tasks;
}

/** One judge has recused himself; the work went to another. */
async function addRecused(tx: Tx, roundId: number, contestId: number, works: readonly Entry[], people: People, now: number): Promise<void> {
  const [work] = works;
  if (!work) return;
  const own = await tx
    .selectFrom('judgeTask')
    .select(['id', 'judgeId'])
    .where('roundId', '=', roundId)
    .where('submitId', '=', work.id)
    .orderBy('id', 'desc')
    .execute();
  const judgeId = people.judges.find((id) => !own.some((task) => task.judgeId === id)) ?? 0;
  await tx
    .insertInto('judgeTask')
    .values({
      roundId,
      contestId,
      submitId: work.id,
      judgeId,
      orderNum: 99,
      total: null,
      submittedAt: null,
      recuseReason: '作者曾在我的课上交过这篇译文。',
      replacedBy: own[0]?.id ?? null,
      remindedAt: null,
      status: 'recused',
      createTime: now - 9 * DAY_MS,
      updateTime: now - 8 * DAY_MS,
    })
    .execute();
  await tx
    .insertInto('contestConflict')
    .values({
      contestId,
      userId: judgeId,
      submitId: work.id,
      kind: 'judge',
      note: '作者曾在我的课上交过这篇译文。',
      computed: '0',
      createTime: now - 8 * DAY_MS,
    })
    .execute();
}

async function addPlaces(tx: Tx, plan: Plan, contestId: number, works: readonly Entry[], places: readonly Outcome[], now: number): Promise<void> {
  const names = new Map(
    (
      await tx
        .selectFrom('user')
        .select(['id', 'nickName'])
        .where(
          'id',
          'in',
          works.map(({ userId }) => userId),
        )
        .execute()
    ).map((user) => [user.id, user.nickName]),
  );
  const finished = plan.status === 'finished';
  for (const group of plan.text.groups) {
    const list = places.filter(({ groupName }) => groupName === group);
    let at = 0;
    const awards = plan.text.awards.flatMap(({ name, quota }) => Array.from({ length: quota }, () => name));
    for (const { submitId, rank, score } of list) {
      const awardName = works.some(({ id }) => id === submitId) ? (awards[at] ?? '') : '';
      at += 1;
      await tx
        .updateTable('contestSubmit')
        .set({ rank, finalScore: score, awardName, ...(finished && awardName ? { status: 'awarded' as const } : {}) })
        .where('id', '=', submitId)
        .execute();
      const work = works.find(({ id }) => id === submitId);
      if (!finished || !awardName || !work) continue;
      const issuedAt = now - 91 * DAY_MS;
      await tx
        .insertInto('contestCertificate')
        .values({
          certificateNo: `${await yearlyNumber(tx, 'ZS', 4, issuedAt, '-')}-DEM0${String(at).padStart(2, '0')}`,
          contestId,
          submitId,
          userId: work.userId,
          title: work.title,
          authorsText: names.get(work.userId) ?? '',
          awardName,
          issuedAt,
          revokedAt: null,
        })
        .execute();
    }
  }
}
