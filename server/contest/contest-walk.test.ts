import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { UNKNOWN_FAILURE } from '../../contract/error.ts';
import { rankEntries } from '../../contract/contest/scoring.ts';
import { COMMENT, contestTown, CRITERIA, type ContestTown } from '../../tests/support/contest-fixture.ts';
import { limit } from '../../tests/support/machine-speed.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { onPostgres, walkSteps } from '../../tests/support/test-database.ts';
import { seeded } from './judging/allocation.ts';

/** `CONTEST_WALK_STEPS=10000` walks longer, `CONTEST_WALK_SEED` another way. */
const STEPS = Number(process.env['CONTEST_WALK_STEPS']) || walkSteps(2000, 0.15);
const next = seeded(Number(process.env['CONTEST_WALK_SEED'] ?? 37));
const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];

let town: TestContext;
let c: ContestTown;
const WRITERS = ['w1', 'w2', 'w3', 'w4', 'w5'];
const JUDGES = ['g1', 'g2', 'g3', 'g4', 'g5', 'g6'];
const done = new Map<string, number>();

beforeAll(async () => {
  town = await testContext();
  c = await contestTown(town);
  for (const name of WRITERS) await c.person(name);
  for (const name of JUDGES) await c.person(name, ['judge']);
});
afterAll(() => town.close());

const live = async () =>
  town.context.db
    .selectFrom('contest')
    .select(['id', 'status'])
    .where('status', 'not in', ['finished', 'cancelled'])
    .where('delFlag', '=', '0')
    .orderBy('id')
    .execute();
const who = async (userId: number) => Object.entries(c.ids).find(([, id]) => id === userId)?.[0] ?? '';

/** A file that judges may open, without the work of a real upload. */
async function withFile(submitId: number, contestId: number, ownerId: number): Promise<void> {
  const base = { submitId, contestId, ownerId, fileName: '作品.txt', fileKey: 'none', fileSize: 1, mime: 'text/plain', blindState: 'ready' as const };
  await town.context.db
    .insertInto('contestFile')
    .values({ ...base, createTime: 1, updateTime: 1 })
    .execute();
}

type Move = readonly [name: string, weight: number, run: () => Promise<unknown>];

const MOVES: readonly Move[] = [
  [
    'new contest',
    1,
    async () => {
      if ((await live()).length >= 3) return undefined;
      const contestId = await c.collecting({ passQuota: Math.floor(next() * 3) });
      await c.addJudges(contestId, JUDGES);
      return { code: 200 };
    },
  ],
  [
    'entry',
    8,
    async () => {
      const contest = one((await live()).filter(({ status }) => status === 'collecting'));
      const writer = one(WRITERS) ?? '';
      if (!contest) return undefined;
      const made = await c.ask(writer, 'POST', '/cms/contest/submit', {
        contestId: contest.id,
        group: '学生组',
        title: `作品${Math.floor(next() * 1e6)}`,
        promise: true,
      });
      if (made.code === 200) await withFile(made.data.submitId, contest.id, c.ids[writer] ?? 0);
      return made;
    },
  ],
  [
    'owner',
    10,
    async () => {
      const row = one(
        await town.context.db
          .selectFrom('contestSubmit')
          .select(['id', 'userId'])
          .where('status', 'in', ['draft', 'returned', 'submitted'])
          .execute(),
      );
      if (!row) return undefined;
      const name = await who(row.userId);
      return next() < 0.9
        ? c.ask(name, 'POST', `/cms/contest/submit/submit/${row.id}`)
        : c.ask(name, 'PUT', `/cms/contest/submit/withdraw/${row.id}`, {});
    },
  ],
  [
    'staff on an entry',
    3,
    async () => {
      const row = one(await town.context.db.selectFrom('contestSubmit').select('id').where('status', '<>', 'draft').execute());
      const event = one(['return', 'formalPass', 'formalPass', 'disqualify']) ?? '';
      return row && c.ask('ops', 'PUT', `/cms/contest/submit/${event}/${row.id}`, { reason: '理由和证据都写在这里，已经存档。' });
    },
  ],
  [
    'contest event',
    4,
    async () => {
      const contest = one(await live());
      const event = one(['announce', 'announce', 'finish', 'finish', next() < 0.1 ? 'cancel' : 'announce']) ?? '';
      return contest && c.ask('ops', 'PUT', `/cms/contest/${event}/${contest.id}`, { reason: '报名人数不足，停办一届' });
    },
  ],
  [
    'round event',
    16,
    async () => {
      const contest = one((await live()).filter(({ status }) => status === 'judging'));
      if (!contest) return undefined;
      const rounds = await town.context.db
        .selectFrom('contestRound')
        .select(['id', 'status'])
        .where('contestId', '=', contest.id)
        .orderBy('roundType')
        .execute();
      // Mostly what a round can do now, sometimes anything.
      const round = next() < 0.8 ? rounds.find(({ status }) => status !== 'confirmed') : one(rounds);
      const able = {
        pending: ['allocate'],
        allocated: ['reallocate'],
        open: ['close'],
        scored: ['discuss', 'confirm', 'confirm', 'reopen'],
        confirmed: ['confirm'],
      };
      const any = ['allocate', 'close', 'confirm', 'discuss', 'reallocate', 'reopen'];
      const event = one(round && next() < 0.8 ? (able[round.status] as string[]) : any) ?? '';
      const results = await town.context.db
        .selectFrom('contestResult')
        .select(['submitId', 'outcome'])
        .where('roundId', '=', round?.id ?? 0)
        .where((eb) => eb.or([eb('outcome', '=', 'tied'), eb('spread', '>', 2000)]))
        .execute();
      const submitIds = results.map(({ submitId }) => submitId);
      const body = { reason: '评委们复看以后一致同意这样处理。', submitIds, letIn: submitIds.slice(0, 1), seed: 1 + Math.floor(next() * 1000) };
      const answer = round && (await c.ask('ops', 'PUT', `/cms/contest/round/${event}/${round.id}`, body));
      // Nothing is left to judge: such a contest can only be cancelled.
      if (answer?.msg === '没有可以评审的作品')
        return c.ask('ops', 'PUT', `/cms/contest/cancel/${contest.id}`, { reason: '没有合格的作品，本届停办' });
      return answer;
    },
  ],
  [
    'judge',
    60,
    async () => {
      const task = one(
        await town.context.db
          .selectFrom('judgeTask')
          .innerJoin('contestRound', 'contestRound.id', 'judgeTask.roundId')
          .select(['judgeTask.contestId', 'judgeTask.submitId', 'judgeTask.judgeId', 'contestRound.roundType'])
          .where('judgeTask.status', 'in', next() < 0.9 ? ['todo', 'draft'] : ['todo', 'draft', 'submitted', 'recused'])
          .where('contestRound.status', 'in', next() < 0.95 ? ['open'] : ['open', 'scored', 'allocated'])
          .execute(),
      );
      if (!task) return undefined;
      const event = next() < 0.8 ? 'submit' : next() < 0.85 ? 'save' : 'recuse';
      const base = 400 + Math.floor(next() * 4) * 100;
      const items = CRITERIA.map(({ key }) => ({ key, score: base + Math.floor(next() * 3) * 50 }));
      return c.ask(await who(task.judgeId), 'PUT', `/cms/contest/judgeTask/${event}`, {
        contestId: task.contestId,
        roundType: task.roundType,
        submitId: task.submitId,
        result: next() < 0.7 ? 'pass' : 'fail',
        items,
        comment: COMMENT,
        reason: '作者是我的同事',
      });
    },
  ],
  [
    'reopen a task',
    1,
    async () => {
      const task = one(await town.context.db.selectFrom('judgeTask').select('id').where('status', '=', 'submitted').execute());
      return task && c.ask('ops', 'PUT', `/cms/contest/judgeTask/reopen/${task.id}`, { reason: '漏评了一项，请重看' });
    },
  ],
  [
    'objection',
    1,
    async () => {
      const contest = one((await live()).filter(({ status }) => status === 'publicity'));
      if (!contest) return undefined;
      await town.context.db.deleteFrom('cacheEntry').execute();
      const made = await c.ask(one(WRITERS) ?? '', 'POST', '/cms/contest/objection', {
        contestId: contest.id,
        content: '对名次有疑问，请核对评分。',
      });
      return made.code === 200 && next() < 0.8
        ? c.ask('ops', 'PUT', `/cms/contest/objection/${made.data.objectionId}`, { status: 'dismissed', reply: '已经核对，计算无误，名次不变。' })
        : made;
    },
  ],
  [
    'answer',
    1,
    async () => {
      const row = one(await town.context.db.selectFrom('contestObjection').select('id').where('status', '=', 'open').execute());
      return row && c.ask('ops', 'PUT', `/cms/contest/objection/${row.id}`, { status: 'upheld', reply: '已经核对，异议成立，随后处理。' });
    },
  ],
  [
    'time',
    5,
    async () => {
      const contest = one(await live());
      if (!contest) return undefined;
      const { db } = town.context;
      const now = Date.now();
      const entries = Number(
        (
          await db
            .selectFrom('contestSubmit')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .where('contestId', '=', contest.id)
            .where('status', '=', 'submitted')
            .executeTakeFirstOrThrow()
        ).n,
      );
      if (contest.status === 'collecting' && entries >= 4)
        await db
          .updateTable('contest')
          .set({ submitEnd: now - 1 })
          .where('id', '=', contest.id)
          .execute();
      if (contest.status === 'publicity' && next() < 0.3)
        await db
          .updateTable('contest')
          .set({ publicityEnd: now - 1 })
          .where('id', '=', contest.id)
          .execute();
      if (contest.status === 'judging')
        await db
          .updateTable('contestRound')
          .set({ startTime: now - DAY_MS, endTime: next() < 0.3 ? now - 1 : now + DAY_MS })
          .where('contestId', '=', contest.id)
          .execute();
      if (next() < 0.3)
        await db
          .updateTable('contestSubmit')
          .set({ returnUntil: now - 1 })
          .where('contestId', '=', contest.id)
          .where('status', '=', 'returned')
          .execute();
      await c.clock();
      return { code: 200 };
    },
  ],
];
const TOTAL = MOVES.reduce((sum, [, weight]) => sum + weight, 0);

function move(): Move {
  let at = next() * TOTAL;
  for (const each of MOVES) {
    at -= each[1];
    if (at < 0) return each;
  }
  return MOVES[0] as Move;
}

/** Rules that hold over all rows of all contests after every step. */
async function broken(): Promise<string[]> {
  const { db } = town.context;
  const found: string[] = [];
  const contests = new Map((await db.selectFrom('contest').selectAll().execute()).map((row) => [row.id, row]));
  const rounds = await db.selectFrom('contestRound').selectAll().execute();
  const entries = await db.selectFrom('contestSubmit').selectAll().execute();
  const tasks = await db.selectFrom('judgeTask').selectAll().execute();
  const results = await db.selectFrom('contestResult').selectAll().execute();
  const certificates = await db.selectFrom('contestCertificate').selectAll().execute();
  const conflicts = new Set(
    (await db.selectFrom('contestConflict').select(['userId', 'submitId']).execute()).map(({ userId, submitId }) => `${userId} ${submitId}`),
  );
  for (const { id, contestId, status, rank, submitNo } of entries) {
    const contest = contests.get(contestId)?.status ?? '';
    if (status.startsWith('in_') && contest === 'announced') found.push(`entry ${id} is judged before the contest`);
    if (status === 'awarded' && contest !== 'finished') found.push(`entry ${id} has an award before the end`);
    if (contest === 'finished' && (status === 'draft' || status === 'submitted')) found.push(`entry ${id} is ${status} after the end`);
    if (submitNo === '' && !['draft', 'void', 'withdrawn'].includes(status)) found.push(`entry ${id} has no number`);
    const valid = certificates.filter((row) => row.submitId === id && row.revokedAt === null).length;
    if (valid !== (status === 'awarded' ? 1 : 0)) found.push(`entry ${id} is ${status} and has ${valid} certificates`);
    if (status === 'disqualified' && rank !== 0) found.push(`entry ${id} is disqualified and has a rank`);
  }
  for (const round of rounds) {
    if (round.status === 'open' && round.formLockedAt === null) found.push(`round ${round.id} is open and not locked`);
    const before = rounds.filter((other) => other.contestId === round.contestId && other.roundType < round.roundType);
    if (round.status !== 'pending' && before.some(({ status }) => status !== 'confirmed')) found.push(`round ${round.id} before its predecessor`);
    const own = tasks.filter(({ roundId, calibration }) => roundId === round.id && calibration === '0');
    if (round.status === 'pending' && own.length > 0) found.push(`round ${round.id} is pending and has tasks`);
    for (const [submitId, list] of Map.groupBy(own, (task) => task.submitId)) {
      const active =
        list.filter(({ status }) => status !== 'recused').length +
        list.filter(({ status, replacedBy }) => status === 'recused' && replacedBy === null).length;
      if (active < round.judgesPerSubmit) found.push(`entry ${submitId} has ${active} judges in round ${round.id}`);
    }
    const outcome = results.filter(({ roundId }) => roundId === round.id);
    if (round.status === 'confirmed' && outcome.some((row) => row.outcome === 'tied')) found.push(`round ${round.id} is confirmed with a tie`);
    if ((round.status === 'open' || round.status === 'allocated') && outcome.length > 0)
      found.push(`round ${round.id} is ${round.status} and has results`);
  }
  for (const task of tasks) {
    if (task.status === 'submitted' && ([...task.comment].length < 10 || (task.total === null) === (task.result === '')))
      found.push(`task ${task.id} is incomplete`);
    if (task.status !== 'submitted' && task.submittedAt !== null) found.push(`task ${task.id} has a time without a score`);
    if (task.status !== 'recused' && task.status !== 'submitted' && conflicts.has(`${task.judgeId} ${task.submitId}`))
      found.push(`task ${task.id} has a conflict`);
  }
  for (const contest of contests.values()) {
    if (contest.status !== 'publicity' && contest.status !== 'finished') continue;
    const list = entries.filter(({ contestId, rank }) => contestId === contest.id && rank > 0);
    const ranked = rankEntries(list.map(({ id, finalScore, rank }) => ({ id, was: rank, score: finalScore, untrimmed: 0, heaviest: 0 })));
    // Ties of the score may be decided by the mean or the heaviest criterion, so a rank is never better than that of the score.
    if (ranked.some(({ rank, was }) => was < rank)) found.push(`contest ${contest.id} has wrong ranks`);
  }
  const logs = await db
    .selectFrom('flowLog')
    .select(['entityType', 'entityId', 'toStatus'])
    .where('entityType', 'in', ['contest', 'contestRound', 'contestSubmit', 'judgeTask'])
    .orderBy('id')
    .execute();
  const last = new Map(logs.map(({ entityType, entityId, toStatus }) => [`${entityType} ${entityId}`, toStatus]));
  for (const [name, rows] of [
    ['contest', [...contests.values()]],
    ['contestRound', rounds],
    ['contestSubmit', entries],
    ['judgeTask', tasks],
  ] as const)
    for (const { id, status } of rows)
      if (last.has(`${name} ${id}`) && last.get(`${name} ${id}`) !== status)
        found.push(`${name} ${id} is ${status}, its log says ${last.get(`${name} ${id}`)}`);
  return found;
}

test(`SM11–SM14 hold their rules over all rows in a random walk of ${STEPS} steps`, { timeout: limit(600_000) }, async () => {
  for (let step = 0, tries = 0; step < STEPS && tries < 10 * STEPS; tries += 1) {
    const [name, , run] = move();
    const answer = (await run()) as { code: number; msg?: string } | undefined;
    if (!answer) continue;
    step += 1;
    // A rejected event is an answer with words, never an error of the server.
    if (answer.code === 500 && answer.msg === UNKNOWN_FAILURE) throw new Error(`step ${step}: ${name} failed`);
    done.set(`${name} ${answer.code === 200}`, (done.get(`${name} ${answer.code === 200}`) ?? 0) + 1);
    await town.context.jobs.settled();
    expect([step, name, await broken()]).toEqual([step, name, []]);
  }
  if (process.env['CONTEST_WALK_SHOW']) console.log(Object.fromEntries(done));
  expect(town.jobErrors).toEqual([]);
  // The shorter walk on PostgreSQL may not come so far.
  if (onPostgres()) return;
  const finished = await town.context.db.selectFrom('contest').select('id').where('status', '=', 'finished').execute();
  // The walk must reach the end of contests, or it proves little.
  expect(finished.length).toBeGreaterThan(0);
  for (const name of ['entry', 'owner', 'judge', 'round event', 'contest event', 'time'])
    expect([name, (done.get(`${name} true`) ?? 0) > 0]).toEqual([name, true]);
});
