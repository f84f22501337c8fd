import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import { databaseCache } from '../../server/cache/database-cache.ts';
import { openDatabase, type Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { ViewCounts } from '../../server/db/view-counts.ts';
import { diskStore } from '../../server/files/disk-store.ts';
import { s3Probe } from '../../server/files/s3-client.ts';
import { Breaker } from '../../server/outage/breaker.ts';
import { partsOf } from '../../server/parts.ts';
import { s3Store } from '../../server/files/s3-store.ts';
import type { AppContext } from '../../server/context.ts';
import type { App } from '../../server/http/serve.ts';
import { addSession } from '../../server/identity/session.queries.ts';
import { sessionIdOf } from '../../server/identity/session.service.ts';
import { startJobs } from '../../server/jobs/jobs.ts';
import { LANES } from '../../server/areas.ts';
import type { Settings } from '../../server/settings.ts';
import { cheapHash } from './cheap-password.ts';
import { migratedDatabase } from './test-database.ts';

export interface NewUser {
  readonly userName: string;
  /** Role keys; created when missing. `admin` has every permission. */
  readonly roles?: readonly string[];
  /** Granted through a separate role of the user. */
  readonly permissions?: readonly string[];
  /** Without a password the user cannot sign in with one. */
  readonly password?: string;
}

export interface Bearer extends Record<string, string> {
  authorization: string;
}

export interface TestContext {
  readonly context: AppContext;
  readonly app: App;
  /** Errors that background jobs threw. */
  readonly jobErrors: unknown[];
  /** Inserts a user and returns its id. */
  addUser(user: NewUser): Promise<number>;
  /** Inserts a department and returns its id; at the top of the tree unless `parent` (its id and ancestors) is given. */
  addDept(deptName: string, parent?: { id: number; ancestors: string }): Promise<number>;
  /** Opens a session of that user and returns its headers. */
  as(userName: string): Promise<Bearer>;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/**
 * Returns the complete server without a port, with an empty database and a temporary folder, CAPTCHA off. SQLite, or
 * in-memory PostgreSQL with `TEST_ENGINE=postgres`. `overrides` replace settings.
 */
export async function testContext(overrides: Partial<Settings> = {}): Promise<TestContext> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-test-'));
  const settings: Settings = {
    port: 0,
    host: '127.0.0.1',
    role: 'all',
    dataDir,
    databaseUrl: null,
    redisUrl: null,
    s3: null,
    filesBy: { how: 'node', accelPrefix: '/stored-files/', storeOrigin: null },
    dbTimeoutMs: 30_000,
    drainNoticeMs: 0,
    trustedProxies: [],
    smtpUrl: null,
    push: null,
    securityContact: null,
    alipay: null,
    wechatPay: null,
    externalProviders: [],
    onlyoffice: null,
    documentReview: 'embedded',
    ffmpeg: null,
    publicUrl: 'http://127.0.0.1:8080',
    demo: false,
    demoPassword: null,
    captcha: false,
    serviceWorker: true,
    logLevel: 'silent',
    metricsToken: null,
    backupTo: null,
    production: false,
    secret: randomBytes(32),
    ...overrides,
  };
  const { db, release } = settings.databaseUrl ? await givenDatabase(settings) : await migratedDatabase(settings.dataDir);
  const jobErrors: unknown[] = [];
  const files = settings.s3 ? s3Store(settings.s3) : diskStore(join(settings.dataDir, 'files'));
  const cache = databaseCache(db);
  const context: AppContext = {
    settings,
    db,
    files,
    cache,
    parts: partsOf({ db, files, settings, store: settings.s3 && new Breaker('files', s3Probe(settings.s3)), redis: null, cache }),
    jobs: startJobs(
      () => context,
      // Background work runs when something wakes it, and never between two lines of a slow test.
      LANES.map((lane) => ({ ...lane, everyMs: HOUR_MS })),
      (error) => jobErrors.push(error),
    ),
    views: new ViewCounts(db),
  };
  const app = await buildApp(context, null);
  return {
    context,
    app,
    jobErrors,
    addUser: (user) => addUser(db, user),
    addDept: (deptName, parent) => addDept(db, deptName, parent),
    as: (userName) => openTestSession(db, userName),
    close: async () => {
      await app.close();
      await context.jobs.stop();
      await context.views.close();
      for (const part of context.parts) part.stop();
      await release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function givenDatabase(settings: Settings): Promise<{ db: Database; release: () => Promise<void> }> {
  const db = openDatabase(settings);
  db.engine.onWrites(db.writes);
  await migrate(db);
  return { db, release: () => db.destroy() };
}

async function addDept(db: Database, deptName: string, parent?: { id: number; ancestors: string }): Promise<number> {
  const place = parent ? { parentId: parent.id, ancestors: `${parent.ancestors},${parent.id}` } : { parentId: 0, ancestors: '0' };
  const { id } = await db
    .insertInto('dept')
    .values({ deptName, ...place, orderNum: 1, createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addUser(db: Database, user: NewUser): Promise<number> {
  const now = Date.now();
  const stamps = { createTime: now, updateTime: now };
  const passwordHash = user.password ? cheapHash(user.password) : 'none';
  const { id } = await db
    .insertInto('user')
    .values({ userName: user.userName, nickName: user.userName, passwordHash, loginDate: null, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const roleKey of user.roles ?? []) {
    const found = await db.selectFrom('role').select('id').where('roleKey', '=', roleKey).executeTakeFirst();
    await db
      .insertInto('userRole')
      .values({ userId: id, roleId: found?.id ?? (await addRole(db, roleKey)) })
      .execute();
  }
  if (user.permissions?.length) {
    const roleId = await addRole(db, `of-${user.userName}`);
    await db.insertInto('userRole').values({ userId: id, roleId }).execute();
    for (const perms of user.permissions) {
      const menu = await db
        .insertInto('menu')
        .values({ menuName: perms, parentId: 0, orderNum: 0, menuType: 'F', perms, ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('roleMenu').values({ roleId, menuId: menu.id }).execute();
    }
  }
  return id;
}

async function addRole(db: Database, roleKey: string): Promise<number> {
  const now = Date.now();
  const row = await db
    .insertInto('role')
    .values({ roleKey, roleName: roleKey, roleSort: 1, createTime: now, updateTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function openTestSession(db: Database, userName: string): Promise<Bearer> {
  const user = await db.selectFrom('user').select('id').where('userName', '=', userName).executeTakeFirstOrThrow();
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  await addSession(db, { id: sessionIdOf(token), userId: user.id, now, expiresAt: now + HOUR_MS, ip: '127.0.0.1', userAgent: 'test' });
  return { authorization: `Bearer ${token}` };
}
