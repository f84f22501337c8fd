import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { STATE_OF_ROUND, type SubmitState } from '../../../contract/contest/contest-submit.machine.ts';
import { judgeTotal, type Criterion, type ScoreItem } from '../../../contract/contest/scoring.ts';
import type { RoundType } from '../../../contract/contest/contest-limits.ts';
import type { AppContext } from '../../context.ts';
import { seeded } from '../../contest/allocation.ts';
import { roundOutcomes, type Outcome } from '../../contest/round-result.ts';
import type { Tx } from '../../db/database.ts';
import { nextNumber } from '../../db/sequence.ts';
import { yearlyNumber } from '../../db/yearly-number.ts';
import { writeDocx } from '../../document/docx-writer.ts';
import { COMMENTS, COVER, ESSAY, PARAGRAPHS, RECITATION, TRANSLATION, type DemoContest } from './contest-texts.ts';
import { wavTune } from './wav-tune.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BATCH = 100;

const CRITERIA: readonly Criterion[] = [
  { key: 'content', name: '内容', weight: 4000, max: 100 },
  { key: 'language', name: '语言', weight: 3500, max: 100 },
  { key: 'craft', name: '完成度', weight: 2500, max: 100 },
];

interface Round {
  readonly type: RoundType;
  /** Days from now. */
  readonly from: number;
  readonly to: number;
  readonly perWork: number;
  /** Entries that advance; 0 for all. */
  readonly passes: number;
  readonly status: 'pending' | 'open' | 'confirmed';
}

interface Plan {
  readonly text: DemoContest;
  readonly status: 'collecting' | 'judging' | 'publicity' | 'finished';
  readonly submitStart: number;
  readonly submitEnd: number;
  readonly rounds: readonly Round[];
}

const PLANS: readonly Plan[] = [
  {
    text: RECITATION,
    status: 'collecting',
    submitStart: -20,
    submitEnd: 18,
    rounds: [
      { type: 1, from: 19, to: 30, perWork: 3, passes: 0, status: 'pending' },
      { type: 2, from: 31, to: 44, perWork: 5, passes: 10, status: 'pending' },
      { type: 3, from: 45, to: 55, perWork: 5, passes: 0, status: 'pending' },
    ],
  },
  {
    text: TRANSLATION,
    status: 'judging',
    submitStart: -70,
    submitEnd: -30,
    rounds: [
      { type: 1, from: -29, to: -15, perWork: 3, passes: 10, status: 'confirmed' },
      { type: 2, from: -10, to: 6, perWork: 3, passes: 6, status: 'open' },
      { type: 3, from: 8, to: 20, perWork: 5, passes: 0, status: 'pending' },
    ],
  },
  {
    text: COVER,
    status: 'publicity',
    submitStart: -90,
    submitEnd: -50,
    rounds: [
      { type: 1, from: -49, to: -38, perWork: 3, passes: 6, status: 'confirmed' },
      { type: 2, from: -37, to: -8, perWork: 5, passes: 0, status: 'confirmed' },
    ],
  },
  {
    text: ESSAY,
    status: 'finished',
    submitStart: -200,
    submitEnd: -150,
    rounds: [
      { type: 1, from: -149, to: -135, perWork: 2, passes: 5, status: 'confirmed' },
      { type: 2, from: -134, to: -115, perWork: 4, passes: 4, status: 'confirmed' },
      { type: 3, from: -114, to: -100, perWork: 3, passes: 0, status: 'confirmed' },
    ],
  },
];

interface People {
  readonly judges: readonly number[];
  readonly contestants: readonly number[];
  readonly ops: number;
  readonly second: number;
  /** The demo judge with open tasks. */
  readonly first: number;
}

/** Four contests in four states with entries, judges and tasks; dates are relative to the day of installation. */
export async function addContests(tx: Tx, now: number): Promise<void> {
  const users = new Map((await tx.selectFrom('user').select(['id', 'userName']).execute()).map((user) => [user.userName, user.id]));
  const idOf = (userName: string): number => users.get(userName) ?? 0;
  const judges = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => idOf(`judge${n}`));
  const people: People = {
    judges,
    contestants: Array.from({ length: 20 }, (_one, at) => idOf(`reader${at + 3}`)),
    ops: idOf('opsadmin'),
    second: idOf('admin'),
    first: judges[0] ?? 0,
  };
  for (const [index, plan] of PLANS.entries()) await addContest(tx, plan, index, people, now);
}

async function addContest(tx: Tx, plan: Plan, index: number, people: People, now: number): Promise<void> {
  const { text } = plan;
  const day = (days: number): number => now + days * DAY_MS;
  const created = day(plan.submitStart - 15);
  const stamps = { createBy: 'opsadmin', createTime: created, updateTime: created };
  const { id: contestId } = await tx
    .insertInto('contest')
    .values({
      title: text.title,
      theme: text.theme,
      organizer: text.organizer,
      ownerId: people.ops,
      secondId: people.second,
      groups: JSON.stringify(text.groups),
      intro: text.intro,
      rules: text.rules,
      awardPlan: JSON.stringify(text.awards),
      submitStart: day(plan.submitStart),
      submitEnd: day(plan.submitEnd),
      maxPerUser: 3,
      workKinds: JSON.stringify(text.workKinds),
      fileTypes: JSON.stringify(text.fileTypes),
      fileMaxMb: 50,
      allowTeam: index === 2 ? '1' : '0',
      teamMax: 3,
      contact: '027-00000000',
      publicityEnd: plan.status === 'publicity' ? day(4) : plan.status === 'finished' ? day(-92) : null,
      status: plan.status,
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('contestJudge')
    .values(
      people.judges.map((userId, at) => ({
        contestId,
        userId,
        intro: ['译审，译过十余部小说', '编审，做了二十年外语教材', '大学教师，研究朗读与教学'][at % 3] ?? '',
        ...stamps,
      })),
    )
    .execute();
  const works = await addEntries(tx, plan, contestId, index, people, now);
  const roundIds = new Map<RoundType, number>();
  for (const round of plan.rounds) {
    const score = round.type !== 1;
    const { id } = await tx
      .insertInto('contestRound')
      .values({
        contestId,
        roundType: round.type,
        mode: score ? 'score' : 'pass_fail',
        startTime: day(round.from),
        endTime: day(round.to),
        judgesPerSubmit: round.perWork,
        criteria: score ? JSON.stringify(CRITERIA) : '[]',
        passQuota: score ? round.passes : 0,
        formLockedAt: round.status === 'pending' ? null : day(round.from),
        closedAt: round.status === 'confirmed' ? day(round.to) : null,
        seed: round.status === 'pending' ? 0 : 1,
        status: round.status,
        ...stamps,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    roundIds.set(round.type, id);
  }
  await judged(tx, plan, contestId, roundIds, works, people, now);
  if (plan.status === 'publicity') await addObjections(tx, contestId, people, now);
}

interface Entry {
  readonly id: number;
  readonly groupName: string;
  readonly title: string;
  readonly userId: number;
}

async function addEntries(tx: Tx, plan: Plan, contestId: number, index: number, people: People, now: number): Promise<Entry[]> {
  const { text } = plan;
  const made: Entry[] = [];
  const next = seeded(index + 5);
  for (const [at, [title, intro]] of text.entries.entries()) {
    const groupName = text.groups[at % text.groups.length] ?? '';
    const userId = people.contestants[(at + index * 5) % people.contestants.length] ?? 0;
    // In the contest that collects, one entry of each kind that a contestant meets.
    const status: SubmitState = plan.status === 'collecting' ? (at === 6 ? 'returned' : at === 7 ? 'draft' : 'submitted') : 'in_preliminary';
    const submittedAt = status === 'draft' ? null : now + (plan.submitStart + (Math.min(plan.submitEnd, -1) - plan.submitStart) * next()) * DAY_MS;
    const number =
      status === 'draft' ? '' : `DS${contestId}-${groupName}-${String(await nextNumber(tx, `DS${contestId}-${groupName}`)).padStart(4, '0')}`;
    const time = submittedAt ?? now - DAY_MS;
    const { id } = await tx
      .insertInto('contestSubmit')
      .values({
        submitNo: number,
        contestId,
        userId,
        groupName,
        title,
        intro,
        promise: '1',
        collegeId: null,
        finalScore: null,
        returnReason: status === 'returned' ? '录音里报出了学校的名字，请剪去后重新上传。' : '',
        returnUntil: status === 'returned' ? now + 30 * HOUR_MS : null,
        submittedAt: submittedAt === null ? null : Math.round(submittedAt),
        status,
        createBy: 'reader',
        createTime: Math.round(time),
        updateTime: Math.round(time),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (status !== 'draft') made.push({ id, groupName, title, userId });
  }
  return made;
}

/** Tasks and results of the rounds that have begun, calculated as the product calculates them. */
async function judged(
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

async function addObjections(tx: Tx, contestId: number, people: People, now: number): Promise<void> {
  const [first, second] = await tx
    .selectFrom('contestSubmit')
    .select('id')
    .where('contestId', '=', contestId)
    .where('rank', '>', 0)
    .orderBy('rank')
    .limit(2)
    .execute();
  const base = { contestId, contact: '', createTime: now - 2 * DAY_MS, updateTime: now - DAY_MS };
  await tx
    .insertInto('contestObjection')
    .values([
      {
        ...base,
        submitId: second?.id ?? null,
        userId: people.contestants[1] ?? 0,
        content: '说明里没有写字体的授权来源，希望核对。',
        status: 'dismissed',
        reply: '作者已补交字体授权书，经核对有效，名次不变。',
        handledBy: people.ops,
        handledAt: now - DAY_MS,
      },
      {
        ...base,
        submitId: first?.id ?? null,
        userId: people.contestants[2] ?? 0,
        content: '构图与一本旧书的封面相近，附上那本书的版权页信息，请核对是否原创。',
        status: 'open',
        reply: '',
        handledBy: null,
        handledAt: null,
      },
    ])
    .execute();
}

const TUNES = ['5 3 2 1 2 3 5 3', '1 2 3 5 6 5 3 2', "6 5 3 5 6 1' 6 5"] as const;

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Files of the demo entries, with their copies for the judges; continues after an interruption. */
export async function addContestFiles({ db, files }: AppContext): Promise<void> {
  const rows = await db
    .selectFrom('contestSubmit')
    .innerJoin('contest', 'contest.id', 'contestSubmit.contestId')
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .select([
      'contestSubmit.id',
      'contestSubmit.contestId',
      'contestSubmit.userId',
      'contestSubmit.title',
      'contestSubmit.intro',
      'contestSubmit.createTime',
    ])
    .select(['contest.workKinds', 'user.nickName'])
    .where('contestSubmit.submitNo', '<>', '')
    .where('contestSubmit.createBy', '=', 'reader')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('contestFile').select('contestFile.id').whereRef('contestFile.submitId', '=', 'contestSubmit.id'))))
    .orderBy('contestSubmit.id')
    .execute();
  for (const [at, row] of rows.entries()) {
    const sound = row.workKinds.includes('recitation');
    const picture = row.workKinds.includes('design');
    const [type, mime, bytes] = sound
      ? (['wav', 'audio/wav', wavTune(TUNES[row.id % TUNES.length] ?? '', 8)] as const)
      : picture
        ? (['png', 'image/png', await coverPicture(row.title, row.id)] as const)
        : (['docx', DOCX, workDocument(row.title, row.intro, row.id)] as const);
    const key = `contests/${row.contestId}/${row.id}/${randomBytes(12).toString('hex')}.${type}`;
    const blindKey = `contests/${row.contestId}/blind/${randomBytes(12).toString('hex')}.${type}`;
    await files.put(key, bytes, mime);
    await files.put(blindKey, bytes, mime);
    // One file waits for an organiser, because a name was found in its text.
    const found = at === 20;
    const { id } = await db
      .insertInto('contestFile')
      .values({
        submitId: row.id,
        contestId: row.contestId,
        ownerId: row.userId,
        fileName: `${row.title}.${type}`,
        fileKey: key,
        fileSize: bytes.length,
        mime,
        blindKey,
        blindSize: bytes.length,
        blindState: found ? 'found' : 'ready',
        findings: found ? JSON.stringify([{ place: '正文第2段', text: `感谢${row.nickName}同学帮我校对` }]) : '[]',
        createBy: 'reader',
        createTime: row.createTime,
        updateTime: row.createTime,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('contestFile')
      .set({ blindName: `作品文件${id}.${type}` })
      .where('id', '=', id)
      .execute();
  }
}

function workDocument(title: string, intro: string, id: number): Buffer {
  const picks = Array.from({ length: 5 }, (_one, step) => PARAGRAPHS[(id * 5 + step * 7) % PARAGRAPHS.length] ?? '');
  return writeDocx([{ kind: 'title', text: title }, { kind: 'text', text: intro }, ...picks.map((text) => ({ kind: 'text' as const, text }))]);
}

/** A drawn cover, 600 by 800. */
async function coverPicture(title: string, id: number): Promise<Buffer> {
  const hue = (id * 47) % 360;
  const arcs = [1, 2, 3, 4, 5]
    .map(
      (step) =>
        `<path d="M0 ${300 + step * 60} Q300 ${180 + step * 50 + (id % 5) * 12} 600 ${300 + step * 60}" fill="none" stroke="hsl(${hue} 40% ${30 + step * 9}%)" stroke-width="${14 - step * 2}"/>`,
    )
    .join('');
  const letters = [...title]
    .map(
      (letter, at) =>
        `<text x="500" y="${110 + at * 62}" font-size="52" fill="hsl(${hue} 50% 18%)" font-family="serif" text-anchor="middle">${letter}</text>`,
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="hsl(${hue} 30% 92%)"/>${arcs}<circle cx="180" cy="190" r="${46 + (id % 4) * 8}" fill="hsl(${(hue + 160) % 360} 60% 55%)"/>${letters}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
