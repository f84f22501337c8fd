import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import type { AppContext } from '../context.ts';
import { runNextDueJob } from './job-run.service.ts';

let t: TestContext;
/** Two servers on one database. Their clock is a year ahead, so that the application's own scheduler finds nothing due. */
let servers: AppContext[];
let now = 0;
const clock = { now: () => now };
const START = Date.now() + 365 * DAY_MS;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeAll(async () => {
  t = await testContext();
  servers = [t.context, { ...t.context }];
});
afterAll(() => t.close());
beforeEach(async () => {
  now = Math.ceil(START / HOUR) * HOUR;
  await t.context.db.deleteFrom('job').execute();
  await t.context.db.deleteFrom('jobLog').execute();
});

async function add(more: object = {}): Promise<number> {
  const made = await t.context.db
    .insertInto('job')
    .values({
      jobName: 'j',
      invokeTarget: 'session.sweep()',
      cronExpression: '0 * * * * ?',
      status: '0',
      nextTime: now,
      createTime: 1,
      updateTime: 1,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
const row = (id: number) => t.context.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const logs = () => t.context.db.selectFrom('jobLog').selectAll().orderBy('id').execute();

/** Both servers look for work until neither finds any. */
async function settle(): Promise<void> {
  for (let more = true; more; ) more = (await Promise.all(servers.map((context) => runNextDueJob(context, clock)))).some(Boolean);
}

test('F39 starts a job once at each due time with two servers', async () => {
  const ids = [await add(), await add({ jobName: 'k', concurrent: '0' })];
  for (let minute = 0; minute < 5; minute++) {
    await settle();
    now += MINUTE;
  }
  const counts = (await logs()).map((one) => one.jobId);
  expect(ids.map((id) => counts.filter((one) => one === id).length)).toEqual([5, 5]);
  expect(new Set((await logs()).map((one) => one.status))).toEqual(new Set(['0']));
});

test('F39 runs a requested job once, on one of the servers', async () => {
  const id = await add({ status: '1', nextTime: null, askedAt: now });
  await settle();
  expect(await logs()).toHaveLength(1);
  expect(await row(id)).toMatchObject({ askedAt: null, nextTime: null, status: '1', leaseBy: '' });
});

test.each([
  ['0', 1],
  ['1', 180],
  ['2', 1],
  ['3', 0],
])('F39 applies misfire policy %s: of three missed hours, %s runs (at most 100 are made up)', async (misfirePolicy, runs) => {
  const id = await add({ misfirePolicy, nextTime: now - 3 * HOUR });
  await settle();
  expect(await logs()).toHaveLength(Math.min(runs, 101));
  expect((await row(id)).nextTime).toBe(now + MINUTE);
});

test('does not count a short delay as missed', async () => {
  await add({ misfirePolicy: '3', cronExpression: '30 59 * * * ?', nextTime: now - 30_000 });
  await settle();
  expect(await logs()).toHaveLength(1);
});

test('F39 delays a job that may not overlap while it runs elsewhere, and logs but does not repeat the run of a dead server', async () => {
  const id = await add({ concurrent: '1', leaseUntil: now + 40_000, leaseBy: 'another', cronExpression: '0 0 * * * ?', nextTime: now + HOUR });
  await t.context.db.updateTable('job').set({ askedAt: now }).execute();
  await settle();
  expect(await logs()).toHaveLength(0);
  now += 41_000;
  await settle();
  const found = await logs();
  expect(found.map((one) => [one.status, one.exceptionInfo])).toEqual([
    ['1', '上次执行时服务中断，没有做完'],
    ['0', ''],
  ]);
  expect((await row(id)).nextTime).toBe(now - 41_000 + HOUR);
});

test('keeps the due time across a restart', async () => {
  const id = await add({ nextTime: now + 10 * MINUTE });
  servers = [{ ...t.context }, { ...t.context }];
  await settle();
  expect([await logs(), (await row(id)).nextTime]).toEqual([[], now + 10 * MINUTE]);
  now += 10 * MINUTE;
  await settle();
  expect(await logs()).toHaveLength(1);
});

test('logs a job that throws with at most 2 000 characters, and runs it again', async () => {
  const long = 'x'.repeat(5_000);
  const context: AppContext = {
    ...t.context,
    cache: {
      ...t.context.cache,
      sweep: async () => {
        throw new Error(long);
      },
    },
  };
  servers = [context];
  const id = await add();
  await settle();
  const [one] = await logs();
  expect([one?.status, one?.exceptionInfo.length]).toEqual(['1', 2_000]);
  expect(await row(id)).toMatchObject({ status: '0', leaseBy: '', nextTime: now + MINUTE });
  servers = [t.context, { ...t.context }];
});

test('pauses a job with an invalid or finished expression, and still runs the others', async () => {
  const spoiled = await add({ cronExpression: 'x' });
  const year = new Date(now).getUTCFullYear();
  const over = await add({ jobName: 'k', cronExpression: `0 0 0 1 1 ? ${year - 1}`, nextTime: now });
  const good = await add({ jobName: 'l' });
  await settle();
  expect([await row(spoiled), await row(over), await row(good)]).toMatchObject([
    { status: '1', nextTime: null },
    { status: '1', nextTime: null },
    { status: '0', nextTime: now + MINUTE },
  ]);
  expect((await logs()).find((one) => one.jobId === spoiled)).toMatchObject({ status: '1' });
});
