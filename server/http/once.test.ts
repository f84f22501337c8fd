import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { failed } from './app-error.ts';
import { LEASE_MS, once, OTHER_CONTENT, STILL_RUNNING, type OnceRequest } from './once.ts';

let t: TestContext;
let userId: number;
beforeEach(async () => {
  t = await testContext();
  userId = await t.addUser({ userName: 'buyer' });
});
afterEach(async () => {
  vi.useRealTimers();
  await t.close();
});

const asked = (over: Partial<OnceRequest> = {}): OnceRequest => ({
  userId,
  kind: 'order',
  key: 'key-1',
  call: 'POST /pay/order',
  body: { lines: [1] },
  keptMs: null,
  ...over,
});

/** Work that waits until it is let go. */
function held() {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let runs = 0;
  return {
    runs: () => runs,
    begun: begun.promise,
    go: () => gate.resolve(),
    work: async () => {
      runs += 1;
      begun.resolve();
      await gate.promise;
      return { no: runs };
    },
  };
}

test('#47.5 the same key and body get the first answer, and the work runs once', async () => {
  const work = vi.fn(async () => ({ no: work.mock.calls.length }));
  expect(await once(t.context.db, asked(), work)).toEqual({ no: 1 });
  expect(await once(t.context.db, asked(), work)).toEqual({ no: 1 });
  expect(work).toHaveBeenCalledTimes(1);
  expect(await once(t.context.db, asked({ key: 'key-2' }), work)).toEqual({ no: 2 });
  expect(await once(t.context.db, asked({ kind: 'payment' }), work)).toEqual({ no: 3 });
  expect(await once(t.context.db, asked({ userId: await t.addUser({ userName: 'other' }) }), work)).toEqual({ no: 4 });
  expect(await once(t.context.db, asked({ key: undefined }), work)).toEqual({ no: 5 });
});

test('#47.5 another body, method or path under the same key is 409', async () => {
  const work = vi.fn(async () => 'made');
  await once(t.context.db, asked(), work);
  const rejected = { code: 409, message: OTHER_CONTENT };
  await expect(once(t.context.db, asked({ body: { lines: [2] } }), work)).rejects.toMatchObject(rejected);
  await expect(once(t.context.db, asked({ call: 'POST /pay/order/pay/1' }), work)).rejects.toMatchObject(rejected);
  expect(OTHER_CONTENT).toBe('同一请求编号的内容不一致，请刷新后重试');
  expect(work).toHaveBeenCalledTimes(1);
});

test('#47.5 of two calls at the same moment one works and the other is told that it still runs', async () => {
  const slow = held();
  const first = once(t.context.db, asked(), slow.work);
  await slow.begun;
  await expect(once(t.context.db, asked(), slow.work)).rejects.toMatchObject({ code: 409, message: STILL_RUNNING });
  expect(STILL_RUNNING).toBe('请求正在处理，请稍候');
  slow.go();
  expect(await first).toEqual({ no: 1 });
  const many = await Promise.allSettled([1, 2, 3, 4].map(() => once(t.context.db, asked({ key: 'race' }), async () => 'made')));
  expect(many.some((one) => one.status === 'fulfilled')).toBe(true);
  expect(slow.runs()).toBe(1);
});

test('#47.5 work that throws gives the key back, and a corrected request may use it', async () => {
  await expect(once(t.context.db, asked(), () => Promise.reject(failed('价格已变动')))).rejects.toMatchObject({ message: '价格已变动' });
  expect(await once(t.context.db, asked({ body: { lines: [2] } }), async () => 'made')).toBe('made');
});

test('#47.5 a claim that nobody finished is taken over after its lease, by one request', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const dead = held();
  const lost = once(t.context.db, asked(), dead.work);
  await dead.begun;
  await expect(once(t.context.db, asked(), async () => 'early')).rejects.toMatchObject({ message: STILL_RUNNING });
  vi.setSystemTime(Date.now() + LEASE_MS + 1);
  const next = held();
  const second = once(t.context.db, asked(), next.work);
  await next.begun;
  await expect(once(t.context.db, asked(), async () => 'third')).rejects.toMatchObject({ message: STILL_RUNNING });
  // The process was only slow: it must not end what another one does now.
  dead.go();
  await expect(lost).rejects.toMatchObject({ code: 409, message: STILL_RUNNING });
  next.go();
  expect(await second).toEqual({ no: 1 });
  expect(await once(t.context.db, asked(), async () => 'fourth')).toEqual({ no: 1 });
});

test('#47.5 an answer that was committed with the work is found after a crash; work that was not committed is done again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { db } = t.context;
  const stopped = Promise.withResolvers<never>();
  const committed = Promise.withResolvers<void>();
  // The process dies after the commit: nothing after it runs.
  const lost = once(db, asked(), async (finish) => {
    await db.transaction().execute((tx) => finish(tx, 'committed'));
    committed.resolve();
    return stopped.promise;
  });
  await committed.promise;
  expect(await once(db, asked(), async () => 'again')).toBe('committed');
  const begun = Promise.withResolvers<void>();
  const open = once(db, asked({ key: 'key-2' }), async () => {
    begun.resolve();
    return stopped.promise;
  });
  await begun.promise;
  vi.setSystemTime(Date.now() + LEASE_MS + 1);
  expect(await once(db, asked({ key: 'key-2' }), async () => 'again')).toBe('again');
  stopped.reject(new Error('ended by the test'));
  await expect(lost).rejects.toThrow('ended by the test');
  await expect(open).rejects.toThrow('ended by the test');
  expect(await once(db, asked(), async () => 'later')).toBe('committed');
  expect(await once(db, asked({ key: 'key-2' }), async () => 'later')).toBe('again');
});

test('#47.5 an answer is kept as long as its kind says', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const work = vi.fn(async () => work.mock.calls.length);
  await once(t.context.db, asked({ keptMs: 1_000 }), work);
  await once(t.context.db, asked({ kind: 'payment' }), work);
  vi.setSystemTime(Date.now() + 400 * DAY_MS);
  expect(await once(t.context.db, asked({ keptMs: 1_000 }), work)).toBe(3);
  expect(await once(t.context.db, asked({ kind: 'payment' }), work)).toBe(2);
});
