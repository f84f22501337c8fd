import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runIsolated } from './run-isolated.ts';
import { limit } from '../../tests/support/machine-speed.ts';

const LIMITS = { heapMb: 64, ms: limit(20_000) };
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'shuzhou-apart-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns a module that runs `work` with its `order`. */
async function module(work: string): Promise<URL> {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.mjs`);
  await writeFile(
    path,
    `import { runIsolatedWork } from ${JSON.stringify(new URL('run-isolated.ts', import.meta.url).href)};\nrunIsolatedWork(async (order) => {${work}});`,
  );
  return pathToFileURL(path);
}

test("runs an order in another process, transfers bytes both ways, and passes none of the server's settings", async () => {
  process.env['DATABASE_URL_OF_TEST'] = 'secret';
  const work = await module('return { pid: process.pid, bytes: order.bytes, secret: process.env.DATABASE_URL_OF_TEST, path: process.env.PATH };');
  const answer = await runIsolated<Record<string, unknown>>(work, { bytes: new Uint8Array([1, 2]) }, LIMITS);
  delete process.env['DATABASE_URL_OF_TEST'];
  expect(answer['pid']).not.toBe(process.pid);
  expect(answer).toMatchObject({ bytes: new Uint8Array([1, 2]), secret: undefined, path: process.env['PATH'] });
});

test('reports work that exceeds its memory or time, or crashes, with a message, and the server continues', async () => {
  const full = runIsolated(await module('const all = []; for (;;) all.push({ more: new Array(64).fill(order) });'), {}, LIMITS);
  await expect(full).rejects.toMatchObject({ why: 'memory' });
  const late = runIsolated(await module('for (;;);'), {}, { ...LIMITS, ms: 500 });
  await expect(late).rejects.toMatchObject({ why: 'late' });
  const broken = runIsolated(await module("throw new Error('坏了');"), {}, LIMITS);
  await expect(broken).rejects.toMatchObject({ why: 'broken', message: expect.stringContaining('坏了') as string });
  await expect(runIsolated(pathToFileURL(join(folder, 'none.mjs')), {}, LIMITS)).rejects.toMatchObject({ why: 'broken' });
});

test('a process takes as many orders as it may, one at a time, and is replaced after a full heap and its last order', async () => {
  const limits = { ...LIMITS, orders: 3 };
  const work = await module(
    "if (order.fails) throw new Error('坏了'); if (order.fills) globalThis.all = Array.from({ length: 700_000 }, () => ({})); return process.pid;",
  );
  const run = (order: object = {}) => runIsolated<number>(work, order, limits);
  const first = await run();
  expect([await run(), await run()]).toEqual([first, first]);
  const second = await run();
  expect(second).not.toBe(first);
  // An error of a file says nothing about the process.
  await expect(run({ fails: true })).rejects.toMatchObject({ why: 'broken' });
  expect(await run()).toBe(second);
  const third = await run({ fills: true });
  expect(await run()).not.toBe(third);
  const [one, other] = await Promise.all([run(), run()]);
  expect(one).not.toBe(other);
  // Without a number of orders each process has one.
  expect(await runIsolated(work, {}, LIMITS)).not.toBe(await runIsolated(work, {}, LIMITS));
});
