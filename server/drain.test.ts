import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { embeddedDatabase } from '../tests/support/backups.ts';
import { limit } from '../tests/support/machine-speed.ts';
import { until } from '../tests/support/until.ts';
import { reservePort } from './http/reserve-port.ts';
import { seedDefaults } from './seed/defaults/seed-defaults.ts';

test(
  '#53.2 a server that was asked to stop says so at /ready and serves what it gets until the proxy has noticed',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-drain-'));
    const db = await embeddedDatabase(dataDir);
    await db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
    await db.destroy();
    const reserved = await reservePort(0, '127.0.0.1');
    const origin = `http://127.0.0.1:${reserved.port}`;
    await reserved.release();
    const env = {
      ...process.env,
      PORT: String(reserved.port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '0',
      DATABASE_URL: '',
      DRAIN_NOTICE_MS: '3000',
    };
    const main = join(import.meta.dirname, 'main.ts');
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], { env, stdio: 'ignore' });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const ask = (path: string) => fetch(`${origin}/prod-api/${path}`).catch(() => null);
    try {
      await until(
        async () => ((await ask('ready'))?.ok ? true : undefined),
        60_000,
        () => 'the server did not start',
      );
      child.kill('SIGTERM');
      await until(
        async () => ((await ask('ready'))?.status === 503 ? true : undefined),
        10_000,
        () => '/ready did not say 503',
      );
      const served = await ask('cms/publish/queryPublishList?pageNum=1&pageSize=5');
      expect([served?.status, served?.headers.get('connection')]).toEqual([200, 'close']);
      expect(await gone).toBe(0);
      expect(await ask('ready')).toBe(null);
    } finally {
      child.kill('SIGKILL');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  limit(120_000),
);
