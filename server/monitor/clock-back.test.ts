import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/clock.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { databaseCache } from '../cache/database-cache.ts';
import { correctJobTimes, runNextDueJob } from './job-run.service.ts';

/** How far the clock was ahead before it was corrected. */
const AHEAD = 2 * DAY_MS;
let t: TestContext;
beforeAll(async () => {
  t = await testContext();
  await t.context.db.deleteFrom('job').execute();
});
afterAll(() => t.close());

test('#53.2 counters and leases of a clock that ran two days ahead end when it is corrected', async () => {
  const now = Date.now();
  let clock = now + AHEAD;
  const cache = databaseCache(t.context.db, () => clock);
  expect(await cache.count('sign-in:ann', 15 * MINUTE_MS)).toBe(1);
  expect(await cache.count('sign-in:ann', 15 * MINUTE_MS)).toBe(2);
  expect(await cache.claim('upload', 'server one', MINUTE_MS)).toBe(true);
  clock = now;
  expect(await cache.count('sign-in:ann', 15 * MINUTE_MS)).toBe(1);
  expect(await cache.count('sign-in:ann', 15 * MINUTE_MS)).toBe(2);
  expect(await cache.claim('upload', 'server two', MINUTE_MS)).toBe(true);
  // A clock that is some seconds ahead, as that of another server may be, changes nothing.
  clock = now - 30_000;
  expect(await cache.count('sign-in:ann', 15 * MINUTE_MS)).toBe(3);
  expect(await cache.claim('upload', 'server one', MINUTE_MS)).toBe(false);
});

test('#53.2 jobs of a clock that ran two days ahead are due again at their own time', async () => {
  const { db } = t.context;
  const now = Date.parse('2026-12-01T08:10:00+08:00');
  const base = {
    jobGroup: 'SYSTEM',
    invokeTarget: 'session.sweep()',
    misfirePolicy: '2',
    concurrent: '1' as const,
    status: '0' as const,
    createTime: 1,
    updateTime: 1,
  };
  const hourly = { ...base, jobName: 'hourly', cronExpression: '0 0 * * * ?', nextTime: now + AHEAD, askedAt: null };
  await db.insertInto('job').values(hourly).execute();
  const held = {
    ...base,
    jobName: 'held',
    cronExpression: '0 0 * * * ?',
    nextTime: now - 1_000,
    askedAt: null,
    leaseUntil: now + AHEAD,
    leaseBy: 'gone',
  };
  await db.insertInto('job').values(held).execute();
  const nextOf = async (name: string) =>
    (await db.selectFrom('job').select('nextTime').where('jobName', '=', name).executeTakeFirstOrThrow()).nextTime;
  await correctJobTimes(t.context, { now: () => now });
  expect(await nextOf('hourly')).toBe(Date.parse('2026-12-01T09:00:00+08:00'));
  expect(await runNextDueJob(t.context, { now: () => now })).toBe(true);
  expect(await nextOf('held')).toBe(Date.parse('2026-12-01T09:00:00+08:00'));
  // A job that is due in time keeps it.
  await correctJobTimes(t.context, { now: () => now + HOUR_MS / 2 });
  expect(await nextOf('hourly')).toBe(Date.parse('2026-12-01T09:00:00+08:00'));
});
