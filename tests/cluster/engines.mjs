// The engines of the run, each with `freeze`, `thaw`, `kill`, `start`, `answers` and `close`: PostgreSQL, Redis, the object store and HAProxy.
import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { s3Config } from '../../server/files/s3-client.ts';
import { root } from '../../scripts/install.mjs';
import { cephStore } from './ceph.mjs';
import { hasCeph, isRoot, pathOf, postgresPrograms, redisProgram } from './install.mjs';
import { freePort, program, until } from './processes.mjs';

const START_MS = 60_000;
/** PostgreSQL does not start as root; this is the user id of nobody. */
const NOBODY = 65_534;

/** PostgreSQL with its real guarantees: what it acknowledged is on the disk. */
export async function postgresEngine(folder, log) {
  const programs = postgresPrograms();
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  if (isRoot()) chownSync(folder, NOBODY, NOBODY);
  const as = { cwd: folder, ...(isRoot() ? { uid: NOBODY, gid: NOBODY } : {}) };
  const data = join(folder, 'data');
  execFileSync(join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'shuzhou', '-E', 'UTF8', '--locale=C'], { ...as, stdio: 'ignore' });
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'max_connections=120', `unix_socket_directories=${folder}`].flatMap((one) => [
    '-c',
    one,
  ]);
  const server = program(join(programs, 'postgres'), ['-D', data, ...settings], { ...as, log });
  const urlOf = (name) => `postgresql://shuzhou@127.0.0.1:${port}/${name}`;
  const ask = async (statement, name = 'postgres') => {
    const client = new Client({ connectionString: urlOf(name), connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.query(statement);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const answers = () =>
    ask('select 1').then(
      () => true,
      () => false,
    );
  const start = async () => {
    server.start();
    await until(answers, START_MS, 'PostgreSQL answers');
  };
  await start();
  await ask('create database shuzhou');
  return {
    name: 'PostgreSQL',
    part: 'database',
    url: urlOf('shuzhou'),
    ask: (statement) => ask(statement, 'shuzhou'),
    /** Another empty database; returns its address. */
    async another(name) {
      await ask(`create database ${name}`);
      return urlOf(name);
    },
    answers,
    freeze: server.freeze,
    thaw: server.thaw,
    async kill() {
      await server.kill();
    },
    start,
    close: () => server.kill('SIGINT'),
  };
}

export async function redisEngine(folder, log) {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  const server = program(redisProgram(), ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder], {
    log,
  });
  const ask = (line) =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\r\n`));
      let said = '';
      socket.setTimeout(1_000, () => socket.destroy());
      socket.on('data', (part) => {
        said += part;
        socket.end();
      });
      socket.on('error', () => undefined).on('close', () => resolve(said));
    });
  const answers = async () => (await ask('PING')).startsWith('+PONG');
  const start = async () => {
    server.start();
    await until(answers, START_MS, 'Redis answers');
  };
  await start();
  return {
    name: 'Redis',
    part: 'cache',
    url: `redis://127.0.0.1:${port}`,
    /** The value of a key; null when there is none or Redis does not answer. */
    async value(key) {
      const [head, value] = (await ask(`GET ${key}`)).split('\r\n');
      return head && head.startsWith('$') && head !== '$-1' ? value : null;
    },
    answers,
    freeze: server.freeze,
    thaw: server.thaw,
    kill: () => server.kill(),
    start,
    close: () => server.kill(),
  };
}

const KEYS = { accessKey: 'shuzhou-key', secretKey: 'shuzhou-secret' };
const BUCKET = 'books';

/** Ceph RGW, or the store of the tests in a process of its own. */
export async function storeEngine(folder, log, say) {
  await mkdir(folder, { recursive: true });
  const ceph = hasCeph() && isRoot();
  if (!ceph) say('without Ceph the S3-compatible store of the tests takes its place, in a process of its own');
  const store = ceph ? await cephStore(folder, log, KEYS) : await testStore(log);
  const settings = { endpoint: store.endpoint, bucket: BUCKET, region: 'us-east-1', ...KEYS, pathStyle: true, timeoutMs: 10_000 };
  const addBucket = async (name) => {
    const client = new S3Client(s3Config(settings));
    await client.send(new CreateBucketCommand({ Bucket: name }));
    client.destroy();
    return name;
  };
  if (ceph) await addBucket(BUCKET);
  return {
    ...store,
    part: 'files',
    settings,
    addBucket: ceph ? addBucket : null,
    env: {
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: BUCKET,
      S3_REGION: settings.region,
      S3_ACCESS_KEY: KEYS.accessKey,
      S3_SECRET_KEY: KEYS.secretKey,
    },
  };
}

async function testStore(log) {
  const server = program(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'tests/cluster/store-process.mjs')], { log });
  server.start();
  const port = await until(async () => /^port (\d+)$/m.exec(await readFile(log, 'utf8').catch(() => ''))?.[1], START_MS, 'the store starts');
  const endpoint = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(endpoint, { signal: AbortSignal.timeout(1_000) }).then(
      (answer) => answer.status < 500,
      () => false,
    );
  const set = (mode) => server.child.stdin.write(`${mode}\n`);
  return {
    name: 'object store',
    endpoint,
    answers,
    freeze: () => set('frozen'),
    thaw: () => set('open'),
    async kill() {
      set('killed');
      await until(async () => !(await answers()), START_MS, 'the store is gone');
    },
    async start() {
      set('open');
      await until(answers, START_MS, 'the store answers again');
    },
    close: () => server.kill(),
  };
}

/** HAProxy by `deploy/haproxy.cfg`, with the addresses of this run. */
export async function proxyEngine(folder, log, ports) {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  const servers = ports.map((one, index) => `    server web${index + 1} 127.0.0.1:${one}`).join('\n');
  const given = await readFile(join(root, 'deploy', 'haproxy.cfg'), 'utf8');
  const text = given
    .replace(/^ {4}bind .*$/m, `    bind 127.0.0.1:${port}`)
    .replace(/^ {4}server web1 .*\n {4}server web2 .*$/m, servers)
    .replace(/^ {4}(log|user|group|daemon|chroot) .*\n/gm, '');
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  const server = program(pathOf('haproxy'), ['-f', file, '-db'], { log });
  server.start();
  const origin = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(`${origin}/prod-api/live`).then(
        (answer) => answer.ok,
        () => false,
      ),
    START_MS,
    'HAProxy answers',
  );
  return { name: 'HAProxy', origin, close: () => server.kill() };
}
