import { afterAll, beforeAll, expect, test } from 'vitest';
import { contestMachine, CONTEST_EVENTS, CONTEST_STATES } from '../../contract/contest/contest.machine.ts';
import { contestRoundMachine, ROUND_EVENTS, ROUND_STATES } from '../../contract/contest/contest-round.machine.ts';
import { contestSubmitMachine, SUBMIT_EVENTS, SUBMIT_STATES } from '../../contract/contest/contest-submit.machine.ts';
import { judgeTaskMachine, JUDGE_EVENTS, TASK_STATES } from '../../contract/contest/judge-task.machine.ts';
import { COMMENT, contestTown, CRITERIA, type ContestTown } from '../../tests/support/contest-fixture.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let c: ContestTown;
let contestId: number;
let roundId: number;
let submitId: number;
/** People with the roles of the default grants, besides the contestant and the judge of the work. */
const PEOPLE = {
  ops: ['ops_admin'],
  works: ['works_admin'],
  system: ['system_admin'],
  tally: ['tally_admin'],
  reader: [],
  author: ['author'],
  other: ['judge'],
} as const;

beforeAll(async () => {
  town = await testContext();
  c = await contestTown(town);
  for (const [name, roles] of Object.entries(PEOPLE)) if (name !== 'ops') await c.person(name, roles);
  await c.person('owner');
  contestId = await c.collecting();
  submitId = await c.entry('owner', contestId);
  await c.addJudges(contestId, ['m1', 'm2', 'm3']);
  await c.toJudging(contestId);
  roundId = await c.roundOf(contestId, 2);
  await town.context.db.updateTable('contestSubmit').set({ status: 'in_review' }).where('id', '=', submitId).execute();
  for (const name of ['m1', 'm2', 'm3'])
    await town.context.db
      .insertInto('judgeTask')
      .values({
        roundId,
        contestId,
        submitId,
        judgeId: c.ids[name] ?? 0,
        total: null,
        submittedAt: null,
        replacedBy: null,
        remindedAt: null,
        createTime: 1,
        updateTime: 1,
      })
      .execute();
});
afterAll(() => town.close());

const REASON = { reason: '理由充分，证据已经存档，可以随时核对。' };
const holds = (who: string, permission: string | undefined): boolean => permission === undefined || who === 'ops';
const put = (who: string, path: string, body: object = REASON) => c.ask(who, 'PUT', path, body);

test.each(Object.keys(PEOPLE).flatMap((who) => CONTEST_EVENTS.map((event) => [who, event] as const)))(
  'SM11 permission: %s may %s a contest exactly with its permission',
  async (who, event) => {
    const contest = { status: 'draft' as const };
    const { id } = await town.context.db
      .insertInto('contest')
      .values({
        title: `权限${who}${event}`,
        organizer: '社',
        ownerId: null,
        secondId: null,
        submitStart: null,
        submitEnd: null,
        publicityEnd: null,
        ...contest,
        createTime: 1,
        updateTime: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { code } = await put(who, `/cms/contest/${event}/${id}`);
    expect(code === 403).toBe(!holds(who, contestMachine.events[event].permission));
  },
);

test.each(Object.keys(PEOPLE).flatMap((who) => ROUND_EVENTS.map((event) => [who, event] as const)))(
  'SM12 permission: %s may %s a round exactly with its permission',
  async (who, event) => {
    const { code } = await put(who, `/cms/contest/round/${event}/${roundId}`, { ...REASON, submitIds: [1] });
    expect(code === 403).toBe(!holds(who, contestRoundMachine.events[event].permission));
    await town.context.db.updateTable('contestRound').set({ status: 'pending' }).where('id', '=', roundId).execute();
  },
);

test.each(['owner', ...Object.keys(PEOPLE)].flatMap((who) => SUBMIT_EVENTS.map((event) => [who, event] as const)))(
  'SM13 permission: %s may %s an entry exactly as its owner or with the permission',
  async (who, event) => {
    const { code } = await put(who, `/cms/contest/submit/${event}/${submitId}`);
    const { permission } = contestSubmitMachine.events[event] as { permission?: string };
    if (permission) expect(code === 403).toBe(!holds(who, permission));
    else expect(code === 404).toBe(who !== 'owner');
    await town.context.db.updateTable('contestSubmit').set({ status: 'in_review' }).where('id', '=', submitId).execute();
  },
);

test.each(['m1', 'owner', ...Object.keys(PEOPLE)].flatMap((who) => JUDGE_EVENTS.map((event) => [who, event] as const)))(
  'SM14 assignment: %s may %s a task exactly as its judge',
  async (who, event) => {
    await town.context.db.updateTable('contestRound').set({ status: 'open' }).where('id', '=', roundId).execute();
    await town.context.db.updateTable('judgeTask').set({ status: 'todo', delFlag: '0' }).where('roundId', '=', roundId).execute();
    await town.context.db.deleteFrom('contestConflict').execute();
    const items = CRITERIA.map(({ key }) => ({ key, score: 800 }));
    const body = { contestId, roundType: 2, submitId, items, comment: COMMENT, ...REASON };
    const { code } = await put(who, `/cms/contest/judgeTask/${event}`, body);
    expect(code).toBe(who === 'm1' ? 200 : 404);
  },
);

/** Sets a state directly and fires an event: what the machine does not have answers `2MM01`. */
test('SM11–SM14 an event that the state does not have answers 2MM01', async () => {
  const { db } = town.context;
  for (const status of CONTEST_STATES)
    for (const event of CONTEST_EVENTS) {
      if ((contestMachine.events[event].from as readonly string[]).includes(status)) continue;
      await db.updateTable('contest').set({ status }).where('id', '=', contestId).execute();
      expect([status, event, (await put('ops', `/cms/contest/${event}/${contestId}`)).code]).toEqual([status, event, 21101]);
    }
  await db.updateTable('contest').set({ status: 'judging' }).where('id', '=', contestId).execute();
  for (const status of ROUND_STATES)
    for (const event of ROUND_EVENTS) {
      if ((contestRoundMachine.events[event].from as readonly string[]).includes(status)) continue;
      await db.updateTable('contestRound').set({ status }).where('id', '=', roundId).execute();
      expect([status, event, (await put('ops', `/cms/contest/round/${event}/${roundId}`)).code]).toEqual([status, event, 21201]);
    }
  for (const status of SUBMIT_STATES)
    for (const event of SUBMIT_EVENTS) {
      if ((contestSubmitMachine.events[event].from as readonly string[]).includes(status)) continue;
      await db.updateTable('contestSubmit').set({ status }).where('id', '=', submitId).execute();
      expect([status, event, (await put(event === 'withdraw' ? 'owner' : 'ops', `/cms/contest/submit/${event}/${submitId}`)).code]).toEqual([
        status,
        event,
        21301,
      ]);
    }
  await db.updateTable('contestSubmit').set({ status: 'in_review' }).where('id', '=', submitId).execute();
  await db.updateTable('contestRound').set({ status: 'open' }).where('id', '=', roundId).execute();
  for (const status of TASK_STATES)
    for (const event of JUDGE_EVENTS) {
      if ((judgeTaskMachine.events[event].from as readonly string[]).includes(status)) continue;
      await db
        .updateTable('judgeTask')
        .set({ status })
        .where('roundId', '=', roundId)
        .where('judgeId', '=', c.ids['m2'] ?? 0)
        .execute();
      const { code } = await put('m2', `/cms/contest/judgeTask/${event}`, { contestId, roundType: 2, submitId, comment: COMMENT, ...REASON });
      expect([status, event, code]).toEqual([status, event, 21401]);
    }
});
