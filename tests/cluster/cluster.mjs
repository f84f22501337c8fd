// Two servers in production mode on one PostgreSQL, one Redis and one object store, behind HAProxy.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node, root } from '../../scripts/install.mjs';
import { fakeAlipay } from '../support/fake-alipay.ts';
import { postgresEngine, proxyEngine, redisEngine, storeEngine } from './engines.mjs';
import { pathOf, redisProgram } from './install.mjs';
import { freePort, program, until } from './processes.mjs';

export const PASSWORD = 'cluster-2026-run';
const START_MS = 10 * 60_000;

/** Opens the engines and describes two servers that are not started. `say` prints a line. */
export async function openCluster(say) {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-cluster-'));
  // PostgreSQL runs as another user and has to reach its folder.
  await chmod(folder, 0o755);
  const log = (name) => join(folder, `${name}.log`);
  const postgres = await postgresEngine(join(folder, 'postgres'), log('postgres'));
  const redis = redisProgram() ? await redisEngine(join(folder, 'redis'), log('redis')) : null;
  const store = await storeEngine(join(folder, 'store'), log('store'), say);
  const alipay = await fakeAlipay();
  const pem = async (name, key, type) => {
    const path = join(folder, name);
    await writeFile(path, key.export({ type, format: 'pem' }), { mode: 0o600 });
    return path;
  };
  const channel = {
    ALIPAY_APP_ID: alipay.settings.appId,
    ALIPAY_SELLER_ID: alipay.settings.sellerId,
    ALIPAY_PRIVATE_KEY_FILE: await pem('alipay.pem', alipay.settings.privateKey, 'pkcs8'),
    ALIPAY_PUBLIC_KEY_FILE: await pem('alipay-public.pem', alipay.settings.publicKey, 'spki'),
    ALIPAY_GATEWAY: alipay.settings.gateway,
  };
  const secret = randomBytes(32).toString('hex');
  const base = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    ...store.env,
    ...channel,
    DATABASE_URL: postgres.url,
    ...(redis ? { REDIS_URL: redis.url } : {}),
    DEMO: '1',
    DEMO_PASSWORD: PASSWORD,
    TRUSTED_PROXIES: 'loopback',
    FFMPEG: 'off',
  };

  /** A server with a data folder of its own and the common secret; `more` are settings of its own, `at` is the folder of its program. */
  async function server(name, more = {}, at = root) {
    const dataDir = more.DATA_DIR ?? join(folder, name);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!more.DATA_DIR) await writeFile(join(dataDir, 'secret'), secret, { mode: 0o600 });
    const port = await freePort();
    const settings = Object.fromEntries(
      Object.entries({ ...base, PORT: String(port), DATA_DIR: dataDir, ...more }).filter(([, value]) => value !== undefined),
    );
    const child = program(node, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], { cwd: at, env: settings, log: log(name) });
    const origin = `http://127.0.0.1:${port}`;
    return {
      name,
      port,
      origin,
      dataDir,
      settings,
      log: log(name),
      async start() {
        child.start();
        await until(
          async () => {
            if (!child.alive()) throw new Error(`${name} ended at its start: ${(await readFile(log(name), 'utf8')).slice(-500)}`);
            return fetch(`${origin}/prod-api/ready`, { signal: AbortSignal.timeout(2_000) }).then(
              (answer) => answer.ok,
              () => false,
            );
          },
          START_MS,
          `${name} is ready`,
        );
      },
      kill: (signal) => child.kill(signal),
      /** Returns whether a process that this server started has these words in its command line. */
      runs: (words) => child.runs(words),
      status: () =>
        fetch(`${origin}/prod-api/status`, { signal: AbortSignal.timeout(4_000) }).then(
          (answer) => answer.json(),
          () => null,
        ),
      /** The lines of its log at level error and above. */
      async errorLines() {
        const lines = (await readFile(log(name), 'utf8').catch(() => '')).split('\n').filter(Boolean);
        return lines.filter((line) => Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0) >= 50 || /^\s+at |Error:/.test(line));
      },
      /** The number of requests for the interface that it has answered. */
      async answered() {
        return (await readFile(log(name), 'utf8').catch(() => '')).split('\n').filter((line) => line.includes('"request completed"')).length;
      },
    };
  }

  const servers = [await server('web1'), await server('web2')];
  const opened = { folder, log, postgres, redis, store, alipay, secret, base, server, servers, proxy: null, origin: '' };
  return Object.assign(opened, {
    engines: [postgres, ...(redis ? [redis] : []), store],
    /** Starts HAProxy; without it a step says so and asks the servers in turn. */
    async openProxy() {
      if (!pathOf('haproxy')) return;
      opened.proxy = await proxyEngine(
        join(folder, 'haproxy'),
        log('haproxy'),
        servers.map((one) => one.port),
      );
      opened.origin = opened.proxy.origin;
    },
    async close({ keep = false } = {}) {
      for (const one of servers) await one.kill('SIGKILL');
      await opened.proxy?.close();
      for (const one of opened.engines) await one.close();
      await alipay.close();
      if (keep) say(`logs are kept in ${folder}`);
      else await rm(folder, { recursive: true, force: true });
    },
  });
}
