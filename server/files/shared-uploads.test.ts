import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { type ObjectStore, objectStore } from '../../tests/support/object-store.ts';
import { type Bearer, testContext, type TestContext } from '../../tests/support/test-context.ts';
import { buildApp } from '../app.ts';
import type { Preparation } from '../../contract/catalog/preparation.ts';
import type { App } from '../http/serve.ts';
import { removeOldUploads } from './resumable-upload.ts';
import { sharedLocker } from './upload-lock.ts';

const PATH = '/prod-api/publication-uploads';
const TUS = { 'tus-resumable': '1.0.0' };
let remote: ObjectStore;
let town: TestContext;
let second: App;
let secondFolder: string;
let editor: Bearer;
beforeAll(async () => {
  remote = await objectStore();
  town = await testContext({ s3: remote.settings });
  secondFolder = await mkdtemp(join(tmpdir(), 'shuzhou-second-'));
  // Another server: the same database and object store, but its own disk.
  second = await buildApp({ ...town.context, settings: { ...town.context.settings, dataDir: secondFolder } }, null);
  await town.addUser({ userName: 'editor', permissions: ['publish:publication:add', 'publish:publication:query'] });
  editor = await town.as('editor');
});
afterAll(async () => {
  await second.close();
  await town.close();
  await remote.close();
  await rm(secondFolder, { recursive: true, force: true });
});

const begin = async (app: App, length: number): Promise<string> => {
  const name = Buffer.from('长夜.epub').toString('base64');
  const answer = await app.inject({
    method: 'POST',
    url: PATH,
    headers: { ...TUS, ...editor, 'upload-length': String(length), 'upload-metadata': `filename ${name}` },
  });
  return String(answer.headers.location).split('/').at(-1) ?? '';
};
const send = (app: App, uploadId: string, offset: number, payload: Buffer) =>
  app.inject({
    method: 'PATCH',
    url: `${PATH}/${uploadId}`,
    headers: { ...TUS, ...editor, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    payload,
  });
const offsetOf = async (app: App, uploadId: string): Promise<number> =>
  Number((await app.inject({ method: 'HEAD', url: `${PATH}/${uploadId}`, headers: { ...TUS, ...editor } })).headers['upload-offset']);

test('#33.36 accepts parts of one upload on two servers in turn and prepares the file from the shared store', async () => {
  // Larger than two parts, so that complete and incomplete parts both move between servers.
  const epub = await makeEpub({ title: '两台服务器', chapters: { 'c1.xhtml': '<p>第一章</p>' }, files: { 'noise.bin': randomBytes(13_000_000) } });
  const bytes = Buffer.from(epub);
  const servers = [town.app, second];
  const uploadId = await begin(town.app, bytes.length);
  let offset = 0;
  for (let turn = 1; offset < bytes.length; turn += 1) {
    const app = servers[turn % 2] ?? town.app;
    expect(await offsetOf(app, uploadId)).toBe(offset);
    const part = bytes.subarray(offset, offset + (turn % 3 === 0 ? 900_000 : 6_000_000));
    const answer = await send(app, uploadId, offset, part);
    expect(answer.statusCode).toBe(204);
    offset = Number(answer.headers['upload-offset']);
  }
  expect(offset).toBe(bytes.length);
  expect(remote.objects.get(`uploads/${uploadId}`)?.equals(bytes)).toBe(true);
  const started = await second.inject({ method: 'POST', url: '/prod-api/cms/publish/preparation', headers: editor, payload: { uploadId } });
  const { preparationId } = started.json<{ data: Preparation }>().data;
  await town.context.jobs.settled();
  const ended = await second.inject({ url: `/prod-api/cms/publish/preparation/${preparationId}`, headers: editor });
  expect(ended.json<{ data: Preparation }>().data).toMatchObject({ state: 'ready', fileName: '长夜.epub' });
  // Nothing of the upload remains, in the store or on a disk.
  expect([...remote.objects.keys()].filter((key) => key.startsWith('uploads/'))).toEqual([]);
  expect([await readdir(secondFolder), remote.unfinished.size]).toEqual([[], 0]);
});

test('#33.36 removes a cancelled upload and one older than a day from the store, and keeps one that is queued', async () => {
  const [cancelled, old, wanted] = [await begin(town.app, 10), await begin(town.app, 10), await begin(town.app, 10)];
  await send(second, old, 0, Buffer.from('12345'));
  const answer = await second.inject({ method: 'DELETE', url: `${PATH}/${cancelled}`, headers: { ...TUS, ...editor } });
  expect(answer.statusCode).toBe(204);
  await removeOldUploads(town.context, new Set([wanted]), Date.now() + DAY_MS + 60_000);
  const left = [...remote.objects.keys()].filter((key) => key.startsWith('uploads/'));
  expect([left, remote.unfinished.size]).toEqual([[`uploads/${wanted}.info`], 1]);
  await removeOldUploads(town.context, new Set(), Date.now() + DAY_MS + 60_000);
  expect(remote.unfinished.size).toBe(0);
});

test('#33.36 allows only its creator to access an upload on every server, and does not report an outage as a missing file', async () => {
  const uploadId = await begin(town.app, 10);
  await town.addUser({ userName: 'other', permissions: ['publish:publication:add'] });
  const other = await town.as('other');
  const foreign = await second.inject({ method: 'HEAD', url: `${PATH}/${uploadId}`, headers: { ...TUS, ...other } });
  expect(foreign.statusCode).toBe(403);
  remote.down = true;
  const away = await second.inject({ method: 'HEAD', url: `${PATH}/${uploadId}`, headers: { ...TUS, ...editor } });
  remote.down = false;
  expect(away.statusCode).toBe(503);
});

test('#33.36 holds the lock of an upload across servers, releases it on request, and frees it after a server is killed', async () => {
  const { cache } = town.context;
  let asked = 0;
  const never = new AbortController().signal;
  const first = sharedLocker(cache).newLock('x');
  await first.lock(never, () => void (asked += 1));
  const waiting = sharedLocker(cache)
    .newLock('x')
    .lock(never, () => undefined);
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(0);
  await first.unlock();
  await waiting;
  // The second holder is killed: its lease expires.
  await town.context.db
    .updateTable('cacheEntry')
    .set({ value: 'a killed server', expiresAt: Date.now() - 1 })
    .where('key', '=', 'upload_lock:x')
    .execute();
  await sharedLocker(cache)
    .newLock('x')
    .lock(never, () => undefined);
  const given = new AbortController();
  const late = sharedLocker(cache)
    .newLock('x')
    .lock(given.signal, () => undefined);
  given.abort();
  await expect(late).rejects.toMatchObject({ status_code: 500 });
});

test('#33.35 postpones a preparation with a message during a store outage and completes it afterwards', async () => {
  const { db, jobs } = town.context;
  const bytes = Buffer.from(await makeEpub({ title: '断了又通', chapters: { 'c1.xhtml': '<p>第一章</p>' } }));
  const uploadId = await begin(town.app, bytes.length);
  await send(town.app, uploadId, 0, bytes);
  remote.down = true;
  // The row of a request that was accepted just before the outage.
  const user = await db.selectFrom('user').select('id').where('userName', '=', 'editor').executeTakeFirstOrThrow();
  const row = {
    uploadId,
    fileName: '断了又通.epub',
    size: bytes.length,
    state: 'queued',
    userId: user.id,
    createBy: 'editor',
    createTime: Date.now(),
  } as const;
  const { id } = await db
    .insertInto('preparation')
    .values({ ...row, publicationId: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const state = () => db.selectFrom('preparation').select(['state', 'message', 'leaseUntil']).where('id', '=', id).executeTakeFirstOrThrow();
  jobs.wake();
  await expect.poll(async () => (await state()).message, { timeout: 60_000 }).toBe('文件存储暂时不可用，稍后会自动重试');
  expect((await state()).leaseUntil).toBeGreaterThan(Date.now());
  remote.down = false;
  await db.updateTable('preparation').set({ leaseUntil: 0 }).where('id', '=', id).execute();
  jobs.wake();
  await jobs.settled();
  expect(await state()).toMatchObject({ state: 'ready' });
});

test('#33.34 returns 503 with a message during an outage, and the probes report which part is down', async () => {
  const get = async (path: string): Promise<[number, unknown]> => {
    const answer = await town.app.inject(`/prod-api${path}`);
    return [answer.statusCode, answer.json<{ data?: unknown }>().data];
  };
  expect(await get('/status')).toEqual([200, { database: 'up', files: 'up', cache: 'up', disk: expect.stringMatching(/^(up|low)$/) }]);
  remote.down = true;
  expect(await get('/status')).toEqual([503, { database: 'up', files: 'down', cache: 'up', disk: expect.stringMatching(/^(up|low)$/) }]);
  expect([(await get('/ready'))[0], (await get('/live'))[0]]).toEqual([200, 200]);
  const boundary = 'x';
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n说明\r\n--${boundary}--\r\n`;
  const answer = await town.app.inject({
    method: 'POST',
    url: '/prod-api/common/upload',
    headers: { ...editor, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  remote.down = false;
  expect([answer.statusCode, answer.json()]).toEqual([503, { code: 503, msg: '服务暂时不可用，请稍后再试' }]);
});
