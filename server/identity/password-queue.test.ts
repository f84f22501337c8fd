import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { concurrencyLimit, QueueFull } from '../files/concurrency-limit.ts';

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
});
afterAll(() => t.close());

test('#53.5 a bounded queue rejects one more, and takes the next when there is room', async () => {
  const ends: (() => void)[] = [];
  const inTurn = concurrencyLimit(1, 2);
  const work = () => inTurn(() => new Promise<void>((end) => ends.push(end)));
  const three = [work(), work(), work()];
  await expect(work()).rejects.toBeInstanceOf(QueueFull);
  ends.shift()?.();
  await three[0];
  const fourth = work();
  for (const one of [three[1], three[2], fourth]) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
    await one;
  }
});

test('#53.5 more sign-ins at once than the server can check get 429 with Retry-After, the others are checked', async () => {
  const signIn = (n: number) =>
    t.app.inject({
      method: 'POST',
      url: '/prod-api/login',
      remoteAddress: `10.1.${n % 250}.7`,
      payload: { username: `nobody${n}`, password: 'wrong-password-1' },
    });
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => signIn(n)));
  const busy = answers.filter((one) => one.json().code === 429);
  expect(busy.length).toBeGreaterThan(0);
  expect(busy.length).toBeLessThanOrEqual(80);
  for (const one of busy) expect([one.headers['retry-after'], one.json().msg]).toEqual(['5', '登录的人太多，请过几秒再试']);
});
