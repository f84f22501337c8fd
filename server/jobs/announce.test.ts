import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { openDatabase } from '../db/database.ts';
import { announceJobs } from './jobs.ts';

test('#53.2 a server without background work announces it once for many wakes', async () => {
  vi.useFakeTimers();
  try {
    const announce = vi.fn(async () => undefined);
    const jobs = announceJobs(announce);
    for (let turn = 0; turn < 50; turn += 1) jobs.wake();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(announce).toHaveBeenCalledOnce();
    jobs.wake();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(announce).toHaveBeenCalledTimes(2);
    jobs.wake();
    await jobs.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(announce).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});

test('#53.2 a worker answers health only, and a server that stops is not ready', async () => {
  const worker = await testContext({ role: 'worker' });
  try {
    const get = (url: string) => worker.app.inject({ url });
    expect((await get('/prod-api/ready')).statusCode).toBe(200);
    const page = await get('/prod-api/cms/archive/listNum');
    expect([page.statusCode, page.json().msg]).toEqual([503, '这台服务器只做后台任务，请访问网站的地址']);
    worker.context.draining = true;
    expect([(await get('/prod-api/ready')).statusCode, (await get('/prod-api/live')).statusCode]).toEqual([503, 200]);
  } finally {
    await worker.close();
  }
});

onRealPostgres('work announced over PostgreSQL', () => {
  test('#53.2 wakes the other server', async () => {
    const postgres = await realPostgres();
    const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-announce-'));
    const [web, worker] = [1, 2].map(() => openDatabase({ dataDir, databaseUrl: postgres.url, dbTimeoutMs: 10_000 }));
    if (!web || !worker) throw new Error('no databases');
    const wake = vi.fn();
    const stop = worker.engine.onWork(wake);
    try {
      await vi.waitFor(
        async () => {
          await web.engine.announceWork();
          expect(wake).toHaveBeenCalled();
        },
        { timeout: 10_000 },
      );
    } finally {
      stop();
      await web.destroy();
      await worker.destroy();
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
