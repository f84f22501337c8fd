// What the benches of buying share: servers on one database (two on PostgreSQL, one on SQLite, which allows one process), fakes of Alipay and
// WeChat Pay on loopback with keys of their own, people with sessions, works on sale, and the check of the books.
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/db/database.ts';
import { addSession } from '../../server/identity/session.queries.ts';
import { sessionIdOf } from '../../server/identity/session.service.ts';
import { fakeAlipay } from '../support/fake-alipay.ts';
import { fakeWechatPay } from '../support/fake-wechat-pay.ts';
import { addListedWork } from '../support/listed-work.ts';
import { realPostgres } from '../support/real-postgres.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DAY_MS = 86_400_000;
const START_MS = 90_000;
export const PRICE = 5800;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
export const numbered = (prefix, n) => `${prefix}${String(n).padStart(20, '0')}`;

/** A repeatable source of numbers from 0 to 1. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Runs `work` for each of `things`, `atOnce` at a time. */
export async function inParallel(things, atOnce, work) {
  const left = [...things.entries()].toReversed();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.pop(); next; next = left.pop()) await work(next[1], next[0]);
    }),
  );
}

/** The engines that this machine has: SQLite, and PostgreSQL where its programs are installed. `--engine postgres` names one. */
export function enginesAsked() {
  const at = process.argv.indexOf('--engine');
  return at > 0 ? [process.argv[at + 1]] : ['sqlite', 'postgres'];
}

/** No server outlives a bench that failed. */
const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

const freePort = () =>
  new Promise((resolve) => {
    const socket = createServer().listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });

/** Starts the servers; null where the engine is not installed. */
export async function moneyServers(engine) {
  const database = engine === 'postgres' ? await realPostgres().catch(() => null) : null;
  if (engine === 'postgres' && !database) return null;
  const [alipay, wechat] = [await fakeAlipay(), await fakeWechatPay('public key')];
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-money-'));
  const pem = async (name, key, type) => {
    const path = join(folder, name);
    await writeFile(path, key.export({ type, format: 'pem' }), { mode: 0o600 });
    return path;
  };
  const secret = randomBytes(32).toString('hex');
  const databaseUrl = database ? database.url.replace('@/', '@localhost/') : null;
  const channels = {
    ALIPAY_APP_ID: alipay.settings.appId,
    ALIPAY_SELLER_ID: alipay.settings.sellerId,
    ALIPAY_PRIVATE_KEY_FILE: await pem('alipay.pem', alipay.settings.privateKey, 'pkcs8'),
    ALIPAY_PUBLIC_KEY_FILE: await pem('alipay-public.pem', alipay.settings.publicKey, 'spki'),
    ALIPAY_GATEWAY: alipay.settings.gateway,
    WECHAT_PAY_MCH_ID: wechat.settings.mchId,
    WECHAT_PAY_APP_ID: wechat.settings.appId,
    WECHAT_PAY_CERT_SERIAL: wechat.settings.certSerial,
    WECHAT_PAY_PRIVATE_KEY_FILE: await pem('wechat.pem', wechat.settings.privateKey, 'pkcs8'),
    WECHAT_PAY_API_V3_KEY: wechat.settings.apiV3Key,
    WECHAT_PAY_PUBLIC_KEY_ID: wechat.settings.publicKey.id,
    WECHAT_PAY_PUBLIC_KEY_FILE: await pem('wechat-public.pem', wechat.settings.publicKey.key, 'spki'),
    WECHAT_PAY_GATEWAY: wechat.settings.gateway,
  };

  async function server() {
    const dataDir = await mkdtemp(join(folder, 'server-'));
    await writeFile(join(dataDir, 'secret'), secret, { mode: 0o600 });
    const port = await freePort();
    const env = {
      ...process.env,
      ...channels,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      DEMO: '0',
      CAPTCHA: 'off',
      LOG_LEVEL: 'error',
      FFMPEG: 'off',
    };
    const one = { port, dataDir, env, child: null, agent: new Agent({ keepAlive: true }) };
    one.start = async () => {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
        cwd: ROOT,
        env,
        // `BENCH_LOG=1` shows what the servers log.
        stdio: ['ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore', 'inherit'],
      });
      one.child = child;
      children.add(child);
      child.once('exit', () => children.delete(child));
      one.agent = new Agent({ keepAlive: true });
      for (const until = Date.now() + START_MS; Date.now() < until; await pause(25)) {
        const answer = await fetch(`http://127.0.0.1:${port}/prod-api/health`).catch(() => null);
        if (answer?.ok) return;
        if (child.exitCode !== null) throw new Error(`a server exited with code ${child.exitCode}`);
      }
      throw new Error('a server did not start');
    };
    one.kill = (signal = 'SIGKILL') =>
      new Promise((resolve) => {
        if (!one.child || one.child.exitCode !== null || one.child.signalCode !== null) return resolve();
        one.child.once('exit', () => resolve());
        one.child.kill(signal);
      });
    return one;
  }
  const servers = engine === 'postgres' ? [await server(), await server()] : [await server()];
  await Promise.all(servers.map((one) => one.start()));
  const db = openDatabase({ dataDir: servers[0].dataDir, databaseUrl, dbTimeoutMs: 30_000 });
  const roles = new Map((await db.selectFrom('role').select(['id', 'roleKey']).execute()).map((role) => [role.roleKey, role.id]));

  const town = {
    engine,
    servers,
    db,
    fakes: { alipay, wechat },
    /** A user with a session; `roleKeys` are roles of the installation. */
    async person(userName, roleKeys = []) {
      const now = Date.now();
      const values = { userName, nickName: userName, passwordHash: 'none', createTime: now, updateTime: now };
      const { id } = await db.insertInto('user').values(values).returning('id').executeTakeFirstOrThrow();
      for (const key of roleKeys)
        await db
          .insertInto('userRole')
          .values({ userId: id, roleId: roles.get(key) })
          .execute();
      const token = randomBytes(32).toString('base64url');
      await addSession(db, { id: sessionIdOf(token), userId: id, now, expiresAt: now + DAY_MS, ip: '127.0.0.1', userAgent: 'bench' });
      return { id, userName, token };
    },
    work: (title, priceFen = PRICE) => addListedWork({ db }, { title, priceFen }),
    /** Sends a call of a person to one of the servers; null without an answer. */
    async call(who, method, path, body, at = 0) {
      const answer = await sendTo(servers[at % servers.length], method, path, {
        headers: { authorization: `Bearer ${who.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : '',
      });
      return answer && JSON.parse(answer.body);
    },
    /** Sends a notice as a channel does; returns status, body and milliseconds, or null without an answer. */
    notify: (channel, { headers, body }, at = 0) => sendTo(servers[at % servers.length], 'POST', `/pay/notify/${channel}`, { headers, body }),
    /** Runs `npm run ledger:verify`; returns its lines when the books are wrong. */
    verify() {
      try {
        execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/ledger-verify.command.ts'], {
          cwd: ROOT,
          env: servers[0].env,
          encoding: 'utf8',
        });
        return [];
      } catch (error) {
        return `${error.stdout}${error.stderr}`.trim().split('\n');
      }
    },
    /** Waits until no refund is on its way. */
    async settled(ms = 120_000) {
      for (const until = Date.now() + ms; Date.now() < until; await pause(200)) {
        const open = await db.selectFrom('refund').select('id').where('status', '=', 'sending').limit(1).executeTakeFirst();
        if (!open) return true;
      }
      return false;
    },
    async close() {
      await Promise.all(servers.map((one) => one.kill('SIGTERM')));
      await db.destroy();
      await database?.close();
      await Promise.all([alipay.close(), wechat.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return town;
}

function sendTo({ port, agent }, method, path, { headers, body }) {
  return new Promise((resolve) => {
    const from = performance.now();
    const out = request(
      { port, host: '127.0.0.1', agent, method, path: `/prod-api${path}`, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts).toString(), ms: performance.now() - from }),
        );
        answer.on('error', () => resolve(null));
      },
    );
    out.on('error', () => resolve(null));
    out.end(body);
  });
}

const stamps = (at) => ({ createTime: at, updateTime: at });
let orders = 0;
let payments = 0;

/** Inserts an order that nobody has paid, as the service leaves it; returns its row. */
export async function addOrder(db, userId, publishId, { status = 'unpaid', expireTime }) {
  orders += 1;
  const now = Date.now();
  const requestId = randomUUID();
  const { id } = await db
    .insertInto('order')
    .values({
      orderNo: numbered('DD', orders),
      userId,
      totalFen: PRICE,
      payFen: PRICE,
      status,
      payTime: null,
      expireTime,
      cancelReason: status === 'cancelled' ? '超过支付时间' : '',
      requestId,
      requestHash: createHash('sha256').update(requestId).digest('hex'),
      ...stamps(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('orderItem')
    .values({
      orderId: id,
      targetId: publishId,
      title: `书${publishId}`,
      qty: 1,
      unitFen: PRICE,
      payFen: PRICE,
      vatBp: 900,
      openedAt: null,
      finishedAt: null,
    })
    .execute();
  return { id, userId, publishId };
}

/** Inserts an attempt of an order and makes the trade at its channel; returns its number. */
export async function addAttempt({ db, fakes }, orderId, channel, status = 'created') {
  payments += 1;
  const paymentNo = numbered('ZF', payments);
  const now = Date.now();
  await db
    .insertInto('payment')
    .values({
      orderId,
      paymentNo,
      channel,
      amountFen: PRICE,
      status,
      requestId: randomUUID(),
      askAt: status === 'created' ? now + 10 * 60_000 : null,
      paidAt: null,
      registeredBy: null,
      registeredAt: null,
      confirmedBy: null,
      ...stamps(now),
    })
    .execute();
  fakes[channel].books.add(paymentNo, PRICE);
  return paymentNo;
}
