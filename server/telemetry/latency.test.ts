import { expect, test } from 'vitest';
import { testContext } from '../../tests/support/test-context.ts';
import { externalSeconds, timedCalls } from './latency.ts';

const TOKEN = 'a-token-for-prometheus';
const counted = async (part: string, outcome: string): Promise<number> =>
  (await externalSeconds.get()).values.find(
    ({ metricName, labels }) => metricName?.endsWith('_count') && labels.part === part && labels.outcome === outcome,
  )?.value ?? 0;

test('#53.3 calls of an adapter are timed by outcome; the rest of it is unchanged', async () => {
  const adapter = {
    hits: 0,
    async get(key: string) {
      if (key === '') throw new Error('no key');
      return `${key}!`;
    },
    close: () => 'closed',
  };
  const timed = timedCalls('cache', adapter, ['get']);
  const [ok, failed] = [await counted('cache', 'ok'), await counted('cache', 'failed')];
  expect(await timed.get('a')).toBe('a!');
  await expect(timed.get('')).rejects.toThrow('no key');
  expect([await counted('cache', 'ok'), await counted('cache', 'failed')]).toEqual([ok + 1, failed + 1]);
  adapter.hits = 3;
  expect([timed.hits, timed.close()]).toEqual([3, 'closed']);
});

test('#53.3 /metrics has the latency of the database and of external systems', async () => {
  const t = await testContext({ metricsToken: TOKEN });
  const text = async () => (await t.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body;
  await text();
  const answer = await text();
  expect(Number(/shuzhou_database_seconds_count\{outcome="ok"\} (\d+)/.exec(answer)?.[1])).toBeGreaterThan(3);
  expect(answer).toMatch(/shuzhou_external_seconds_bucket\{le="0.25",part="cache",outcome="ok"\} [1-9]/);
  await t.close();
});
