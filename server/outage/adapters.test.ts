import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CODE, DISK_FULL, WORDS } from '../../contract/error.ts';
import { embeddedDatabase } from '../../tests/support/backups.ts';
import { fakeAlipay } from '../../tests/support/fake-alipay.ts';
import { fakeWechatPay } from '../../tests/support/fake-wechat-pay.ts';
import { limit } from '../../tests/support/machine-speed.ts';
import { mailServer } from '../../tests/support/mail-server.ts';
import { objectStore } from '../../tests/support/object-store.ts';
import { onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { redisServer } from '../../tests/support/redis-server.ts';
import { type Front, switchableFront } from '../../tests/support/switchable-front.ts';
import { until } from '../../tests/support/until.ts';
import { buildApp } from '../app.ts';
import type { App } from '../http/serve.ts';
import { closeContext, openContext, prepareStart } from '../open-context.ts';
import { readSettings, type Settings } from '../settings.ts';
import type { Part } from './breaker.ts';

const RED_MS = 5_000;
const GREEN_MS = 10_000;
const ANSWER_MS = 3_000;

/** A system behind a front, and the settings with which a server uses it. */
interface System {
  readonly front: Front;
  readonly settings: Partial<Settings>;
  readonly close: () => Promise<unknown>;
  /** Makes it reject writes for lack of room; only systems that can be full. */
  readonly fill?: (full: boolean) => void;
}
interface Adapter {
  readonly part: Part['name'];
  /** Whether every page needs it. */
  readonly needed: boolean;
  readonly open: () => Promise<System>;
  /** Parts that are kept in it, and so go with it. */
  readonly holds?: readonly Part['name'][];
}

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const closed = (server: Server) => () => new Promise((resolve) => server.close(resolve));
const frontOf = (origin: string): Promise<Front> => switchableFront({ host: '127.0.0.1', port: Number(new URL(origin).port) });

const ADAPTERS: readonly Adapter[] = [
  {
    part: 'cache',
    needed: false,
    async open() {
      const redis = redisServer();
      const front = await switchableFront({ host: '127.0.0.1', port: await listening(redis.server) });
      const fill = (full: boolean) => void (redis.full = full);
      return { front, settings: { redisUrl: `redis://127.0.0.1:${front.port}` }, close: closed(redis.server), fill };
    },
  },
  {
    part: 'files',
    needed: false,
    async open() {
      const store = await objectStore();
      const front = await frontOf(store.endpoint);
      const s3 = { ...store.settings, endpoint: `http://127.0.0.1:${front.port}` };
      return { front, settings: { s3 }, close: store.close };
    },
  },
  {
    part: 'mail',
    needed: false,
    async open() {
      const { server } = mailServer();
      const front = await switchableFront({ host: '127.0.0.1', port: await listening(server) });
      return { front, settings: { smtpUrl: `smtp://127.0.0.1:${front.port}` }, close: closed(server) };
    },
  },
  {
    part: 'document',
    needed: false,
    async open() {
      const server = createServer((_request, response) => response.end('true'));
      const front = await switchableFront({ host: '127.0.0.1', port: await listening(server) });
      return { front, settings: { onlyoffice: { url: `http://127.0.0.1:${front.port}`, secret: 's'.repeat(16) } }, close: closed(server) };
    },
  },
  {
    part: 'alipay',
    needed: false,
    async open() {
      const fake = await fakeAlipay();
      const front = await frontOf(fake.origin);
      const alipay = { ...fake.settings, gateway: `http://127.0.0.1:${front.port}/gateway.do` };
      return { front, settings: { alipay }, close: fake.close };
    },
  },
  {
    part: 'wechat',
    needed: false,
    async open() {
      const fake = await fakeWechatPay('public key');
      const front = await frontOf(fake.origin);
      const wechatPay = { ...fake.settings, gateway: `http://127.0.0.1:${front.port}` };
      return { front, settings: { wechatPay }, close: fake.close };
    },
  },
];

interface Status {
  readonly code: number;
  readonly data: Readonly<Record<string, string>>;
  readonly since: Readonly<Record<string, string>>;
}

/** A server with one outside system. */
async function withServer(system: System, work: (app: App) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-adapters-'));
  const own = readSettings({ DATA_DIR: dataDir, DEMO: '0', CAPTCHA: 'off', LOG_LEVEL: 'silent', DRAIN_NOTICE_MS: '0' });
  const settings = { ...own, ...system.settings };
  if (settings.databaseUrl === null) await (await embeddedDatabase(dataDir)).destroy();
  const context = openContext(settings);
  try {
    if (settings.databaseUrl !== null) await prepareStart(context);
    const app = await buildApp(context, null);
    await work(app);
    await app.close();
  } finally {
    await system.front.set('open');
    await closeContext(context);
    await system.front.close();
    await system.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const timed = async (app: App, url: string) => {
  const began = performance.now();
  const answer = await app.inject({ url });
  expect(performance.now() - began).toBeLessThanOrEqual(limit(ANSWER_MS));
  return answer;
};
const statusOf = async (app: App): Promise<Status> => (await timed(app, '/prod-api/status')).json<Status>();
/** Asks `/status` until a part is down; throws after `RED_MS`. */
const redStatus = (app: App, part: string): Promise<Status> =>
  until(
    async () => {
      const found = await statusOf(app);
      return found.data[part] === 'down' ? found : undefined;
    },
    RED_MS,
    () => `${part} is not down within ${RED_MS} ms`,
  );
/** Asks `/status` until every part is up; throws after `GREEN_MS`. */
const greenStatus = (app: App): Promise<Status> =>
  until(
    async () => {
      const found = await statusOf(app);
      return found.code === CODE.ok ? found : undefined;
    },
    GREEN_MS,
    () => `not every part is up within ${GREEN_MS} ms`,
  );

async function freezeAndKill({ part, needed, open, holds = [] }: Adapter): Promise<void> {
  const system = await open();
  await withServer(system, async (app) => {
    const calm = await greenStatus(app);
    expect(calm.data[part]).toBe('up');
    for (const mode of ['frozen', 'killed'] as const) {
      await system.front.set(mode);
      const red = await redStatus(app, part);
      const others = Object.keys(red.data).filter((name) => name !== part && !holds.some((held) => held === name));
      expect([red.code, ...others.map((name) => red.data[name])]).toEqual([CODE.unavailable, ...others.map(() => 'up')]);
      expect(others.map((name) => red.since[name])).toEqual(others.map((name) => calm.since[name]));
      expect((await statusOf(app)).since[part]).toBe(red.since[part]);
      const list = await timed(app, '/prod-api/cms/publish/queryPublishList?pageNum=1&pageSize=5');
      const unavailable = { code: CODE.unavailable, msg: WORDS[CODE.unavailable] };
      if (needed) expect([list.statusCode, list.json()]).toEqual([503, unavailable]);
      else expect([list.statusCode, list.json().code]).toEqual([200, CODE.ok]);
      await system.front.set('open');
      expect((await greenStatus(app)).data[part]).toBe('up');
    }
  });
}

describe.concurrent('each outside system by itself', () => {
  test.each(ADAPTERS)(
    '#53.2 $part frozen and killed: red by its name with its own time, pages that do not need it go on, green again',
    async (adapter) => {
      await freezeAndKill(adapter);
    },
    limit(120_000),
  );

  test('#53.2 a Redis without memory is red although the database answers in its place', async () => {
    const system = await (ADAPTERS.find(({ part }) => part === 'cache') as Adapter).open();
    await withServer(system, async (app) => {
      await greenStatus(app);
      system.fill?.(true);
      await redStatus(app, 'cache');
      await app.context.cache.set('kept', 'yes', 60_000);
      expect(await app.context.cache.get('kept')).toBe('yes');
      system.fill?.(false);
      await greenStatus(app);
    });
  });
});

onRealPostgres('PostgreSQL by itself', () => {
  test(
    '#53.2 database frozen and killed: red by its name, every answer within three seconds, green again',
    async () => {
      const postgres = await realPostgres();
      const folder = new URL(postgres.url.replace('@/', '@localhost/')).searchParams.get('host') ?? '';
      const open = async (): Promise<System> => {
        const front = await switchableFront({ path: join(folder, '.s.PGSQL.5432') });
        return { front, settings: { databaseUrl: `postgresql://tester@127.0.0.1:${front.port}/postgres` }, close: postgres.close };
      };
      await freezeAndKill({ part: 'database', needed: true, open, holds: ['cache'] });
    },
    limit(240_000),
  );
});

test('#53.2 a store or a database without room says that the disk is full', async () => {
  const { isDiskFull } = await import('./outage.ts');
  const failures = [
    { name: 'QuotaExceeded', $metadata: { httpStatusCode: 403 } },
    { name: 'XMinioStorageFull', $metadata: { httpStatusCode: 507 } },
    { code: '53100' },
  ];
  expect(failures.map((error) => isDiskFull(error))).toEqual(failures.map(() => true));
  expect(DISK_FULL).toContain('磁盘已满');
});
