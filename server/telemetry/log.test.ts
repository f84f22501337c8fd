import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { mailServer } from '../../tests/support/mail-server.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { until } from '../../tests/support/until.ts';
import { requestTrace } from '../db/request-trace.ts';
import { queueMail, sendNextMail } from '../mail/mail-queue.ts';
import { mailText } from '../mail/mail-template.ts';
import { captureLog, log, loggedError, logLines, runQueued } from './log.ts';

const ROOT = join(import.meta.dirname, '..', '..');
interface Line {
  readonly level: number;
  readonly msg?: string;
  readonly reqId?: string;
  readonly from?: string;
  readonly job?: string;
}
let release = (): void => {};
afterEach(() => {
  release();
  log.level = 'silent';
});

/** The lines that are written from now on. */
function captured(): { readonly text: () => string; readonly lines: () => Line[] } {
  const written: string[] = [];
  const back = captureLog((line) => void written.push(line));
  release = () => void back();
  log.level = 'info';
  return { text: () => written.join(''), lines: () => written.map((line) => JSON.parse(line) as Line) };
}

/** Values that a person or an attacker knows, in every form in which they reach the server. */
const TOKEN = 'Lk7token0000000000000000000000000000secret';
const MAIL = 'wanghong.leak@example.org';
const PHONE = '13912345678';
const IDENTITY = '110101199003074514';
const SECRETS = ['Lk7token', 'wanghong', PHONE, IDENTITY, 'Lk7word'];

/** A body for a schema with the values in all of its texts. */
function filled(fields: readonly string[]): Record<string, string> {
  const values = [MAIL, PHONE, IDENTITY, TOKEN, 'Lk7word'];
  return Object.fromEntries(fields.map((name, at) => [name, values[at % values.length] ?? '']));
}
const fieldsOf = (schema: unknown): string[] => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

async function everyRequest(t: TestContext, headers: Record<string, string>): Promise<number> {
  let sent = 0;
  for (const { method, path, query, body, multipart } of t.app.endpoints) {
    const url = `/prod-api${path.replace(/\{(\w+)\}/g, (_all, name: string) => (/Ids?$/.test(name) ? '1' : encodeURIComponent(MAIL)))}`;
    const asked = new URLSearchParams({ ...filled(fieldsOf(query)), token: TOKEN, l: TOKEN, keyword: 'Lk7word' }).toString();
    const form = `--x\r\ncontent-disposition: form-data; name="file"; filename="${MAIL}.csv"\r\n\r\n姓名,手机\r\n${MAIL},${PHONE}\r\n--x--\r\n`;
    const payload = multipart ? form : body ? JSON.stringify(filled(fieldsOf(body))) : undefined;
    const type = multipart ? 'multipart/form-data; boundary=x' : 'application/json';
    const all = { ...headers, cookie: `Admin-Token=${TOKEN}`, referer: `http://x/?token=${TOKEN}`, 'user-agent': `Lk7word ${MAIL}` };
    await t.app.inject({
      method,
      url: `${url}?${asked}`,
      headers: { ...all, ...(payload ? { 'content-type': type } : {}) },
      ...(payload ? { payload } : {}),
    });
    sent += 1;
    if (sent % 50 === 0) await t.context.cache.clear('');
  }
  return sent;
}

test('#53.3 no line of the log holds a token, a secret of a link, or what a person has entered', async () => {
  const t = await testContext({ logLevel: 'info' });
  await t.addUser({ userName: 'boss', roles: ['admin'] });
  const seen = captured();
  for (const headers of [await t.as('boss'), { authorization: `Bearer ${TOKEN}` }]) expect(await everyRequest(t, headers)).toBeGreaterThan(500);
  for (const url of [
    `/media/7?l=${TOKEN}`,
    `/books/1/2/a.xhtml?l=${TOKEN}`,
    `/cms/main/invitation/${TOKEN}`,
    `/prod-api/${TOKEN}`,
    `/prod-api/${PHONE}/${MAIL}`,
  ])
    await t.app.inject({ url });
  await t.app.inject({ method: 'POST', url: '/prod-api/login', headers: { 'content-type': 'application/json' }, payload: `{"password":"Lk7word` });
  t.context.jobs.wake();
  await t.context.jobs.settled();
  await t.close();
  expect(seen.lines().length).toBeGreaterThan(2_000);
  const lines = seen.text().split('\n');
  for (const secret of SECRETS) expect(lines.find((line) => line.includes(secret)) ?? '', secret).toBe('');
});

test('#53.3 an error is logged without the values that databases and mail servers quote', () => {
  const cause = Object.assign(new Error(`duplicate key`), { code: '23505', detail: `Key (email)=(${MAIL}) already exists.` });
  const error = new Error(`550 no mailbox ${MAIL}, call ${PHONE} or ${IDENTITY}; http://x/?token=${TOKEN}, Bearer ${TOKEN}`, { cause });
  const shown = JSON.stringify(loggedError(error));
  for (const secret of SECRETS) expect(shown).not.toContain(secret);
  expect(loggedError(error)).toMatchObject({ type: 'Error', cause: { code: '23505', message: 'duplicate key' } });
});

test('#53.3 a mail and its lines carry the id of the request that has queued it, on whatever server it is sent', async () => {
  const { server, messages, replies } = mailServer();
  const port = await new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
  const t = await testContext({ smtpUrl: `smtp://127.0.0.1:${port}`, logLevel: 'info' });
  const text = mailText({ subject: '信', greeting: '您好：', paragraphs: ['灯'] });
  t.app.get('/queue/:to', async (request) => {
    await queueMail(t.context.db, { email: (request.params as { to: string }).to, userId: null }, '信件', text);
    return requestTrace();
  });
  replies.set('nobody@a.test', '550 no such mailbox nobody@a.test');
  const seen = captured();
  const answer = await t.app.inject({ url: '/queue/reader@a.test', headers: { 'x-request-id': 'from-proxy-1' } });
  expect([answer.headers['x-request-id'], answer.body]).toEqual(['from-proxy-1', 'from-proxy-1']);
  await t.app.inject({ url: '/queue/nobody@a.test', headers: { 'x-request-id': 'from-proxy-2' } });
  await queueMail(t.context.db, { email: 'job@a.test', userId: null }, '信件', text);
  while (await sendNextMail(t.context));
  expect(messages).toHaveLength(2);
  expect(messages[0]).toContain('X-Request-ID: from-proxy-1\r\n');
  expect(messages[1]).not.toContain('X-Request-ID');
  const jobs = seen.lines().filter(({ job }) => job === 'mail');
  expect(jobs.filter(({ msg }) => msg === 'job ended').map(({ reqId }) => reqId)).toEqual(['from-proxy-1', 'from-proxy-2', undefined]);
  expect(jobs.find(({ msg }) => msg === 'the mail server did not take a mail')).toMatchObject({ reqId: 'from-proxy-2' });
  expect(seen.text()).not.toContain('nobody@a.test');
  const requests = seen.lines().filter(({ msg }) => msg === 'request completed');
  expect(requests.map(({ reqId }) => reqId)).toEqual(['from-proxy-1', 'from-proxy-2']);
  await t.close();
  server.close();
});

test('#53.3 what queued work queues itself keeps the id, and a failure is a line with it', async () => {
  const seen = captured();
  const work = { name: 'export', id: 7, requestId: 'from-proxy-3' };
  expect(await runQueued(work, async () => requestTrace())).toBe('from-proxy-3');
  await expect(runQueued(work, () => Promise.reject(new Error(`cannot write to ${MAIL}`)))).rejects.toThrow('cannot write');
  expect(seen.lines()).toMatchObject([
    { level: 30, job: 'export', jobId: 7, reqId: 'from-proxy-3', msg: 'job ended' },
    { level: 50, job: 'export', jobId: 7, reqId: 'from-proxy-3', msg: 'job failed', err: { message: 'cannot write to ***' } },
  ]);
  expect(requestTrace()).toBe('');
});

test('#53.3 lines of threads and other processes are in the log', async () => {
  const seen = captured();
  const stream = new PassThrough();
  logLines(stream, 'a.worker.ts');
  stream.end(`one\n\nmail ${MAIL}\n`);
  await until(
    async () => (seen.lines().length === 2 ? true : undefined),
    5_000,
    () => 'no lines',
  );
  expect(seen.lines()).toMatchObject([
    { level: 40, from: 'a.worker.ts', msg: 'one' },
    { level: 40, from: 'a.worker.ts', msg: 'mail ***' },
  ]);
});

/** Runs a script of this Node and returns everything that it writes. */
async function outputOf(args: readonly string[], env: Record<string, string>, stopAt?: string): Promise<string> {
  const child = spawn(process.execPath, [...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const take = (part: Buffer): void => {
    text += part.toString();
    if (stopAt && text.includes(stopAt)) child.kill('SIGTERM');
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  await new Promise((resolve) => child.once('close', resolve));
  return text;
}
const linesIn = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

test('#53.3 console, warnings of Node and the last line before a crash are JSON in production', async () => {
  const script = `const { log, logEverything } = await import('./server/telemetry/log.ts'); log.level = 'info'; logEverything();
    console.log('one %s', 'two'); console.error(new Error('three')); process.emitWarning('four'); setTimeout(() => { throw new Error('five'); }, 50);`;
  const lines = linesIn(await outputOf(['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], {}));
  expect(lines.map(({ level, from, msg }) => [level, from, msg?.split('\n')[0]])).toEqual([
    [30, 'console', 'one two'],
    [50, 'console', 'Error: three'],
    [40, 'node', 'warning'],
    [60, undefined, 'uncaught exception'],
  ]);
});

test('#53.3 a server in production writes nothing but JSON from its start to its end', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-log-'));
  const env = { NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '0', FFMPEG: 'off', LOG_LEVEL: 'warn' };
  const text = await outputOf(['--disable-warning=ExperimentalWarning', 'server/main.ts'], env, '书舟已启动');
  const wrong = await outputOf(['--disable-warning=ExperimentalWarning', 'server/main.ts'], { ...env, PORT: 'x' });
  await rm(dataDir, { recursive: true, force: true });
  expect(linesIn(text).find(({ msg }) => msg?.includes('书舟已启动'))).toMatchObject({ level: 30, from: 'start' });
  expect(linesIn(wrong)).toMatchObject([{ level: 60, msg: expect.stringContaining('启动失败：PORT=x') }]);
});
