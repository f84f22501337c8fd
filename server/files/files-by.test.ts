import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MEDIA_LINK_MS } from '../../contract/limits.ts';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { objectStore, type ObjectStore } from '../../tests/support/object-store.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { pagePolicy } from '../http/headers.ts';
import { rangeOf } from '../http/ranges.ts';
import { wavTune } from '../seed/demo/wav-tune.ts';
import { captureLog } from '../telemetry/log.ts';
import { diskStore } from './disk-store.ts';
import { FILES_BY, type FilesBy } from './files-by.ts';
import { LINK_SECONDS } from './send-stored.ts';

const BYTES = wavTune('1 2 3', 20);
const TEXT = Buffer.from('渡口的灯');
const ROOT = join(import.meta.dirname, '..', '..');
/** Headers that nginx keeps of an answer with X-Accel-Redirect (ngx_http_upstream.c, `redirect`), and those that deploy/nginx.conf names. */
const KEPT = [
  'content-type',
  'content-disposition',
  'cache-control',
  'expires',
  'set-cookie',
  ...[...readFileSync(join(ROOT, 'deploy', 'nginx.conf'), 'utf8').matchAll(/add_header ([\w-]+) \$upstream_http_/g)].map(([, name = '']) =>
    name.toLowerCase(),
  ),
];
/** How an element of a page asks for a recording. */
const ELEMENT = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'audio' };

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Who has sent the bytes. */
  readonly by: FilesBy['how'];
}

describe.each(FILES_BY)('files by %s', (how) => {
  let store: ObjectStore;
  let t: TestContext;
  let buyer: Bearer;
  let [buyerId, publishId, mediaId] = [0, 0, 0];
  let showLog: () => void;

  beforeAll(async () => {
    showLog = captureLog(() => {});
    store = await objectStore();
    const filesBy = { how, accelPrefix: '/stored-files/', storeOrigin: how === 'presigned' ? store.endpoint : null };
    t = await testContext({ filesBy, logLevel: 'info', ...(how === 'presigned' ? { s3: store.settings } : {}) });
    const { db, files } = t.context;
    buyerId = await t.addUser({ userName: 'buyer' });
    publishId = await addListedWork(t.context, { title: '听灯', priceFen: 100 });
    const base = { createTime: 1, updateTime: 1 };
    const made = await db
      .insertInto('media')
      .values({
        publicationId: publishId,
        mediaType: 'audio',
        title: '一',
        state: 'ready',
        uploadId: 'x',
        fileName: '一.wav',
        fileKey: 'media/灯 一',
        mime: 'audio/wav',
        size: BYTES.length,
        sha256: 'a'.repeat(64),
        durationMs: 20_000,
        partHashes: JSON.stringify(['h']),
        trialBytes: JSON.stringify([1, 2, 3, 4].map((step) => 44 + step * 80_000)),
        captions: '',
        trialSec: 10,
        userId: buyerId,
        ...base,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    mediaId = made.id;
    await files.put('media/灯 一/file', BYTES, 'audio/wav');
    await files.put('profile/upload/2026/12/01/a.pdf', TEXT, 'application/pdf');
    const file = {
      fileOriginName: '渡口 (一).pdf',
      url: '',
      size: TEXT.length,
      mime: 'application/pdf',
      sha256: '',
      ownerId: buyerId,
      isPublic: '1',
    } as const;
    await db
      .insertInto('file')
      .values({ ...file, fileName: '/profile/upload/2026/12/01/a.pdf', createTime: 1 })
      .execute();
    buyer = await t.as('buyer');
    await right();
  });
  afterAll(async () => {
    await t.close();
    await store.close();
    showLog();
  });

  async function right(revoked: '0' | '1' = '0'): Promise<void> {
    await t.context.db.deleteFrom('entitlement').execute();
    await t.context.db
      .insertInto('entitlement')
      .values({ userId: buyerId, publicationId: publishId, source: 'gift', validFrom: 0, validTo: null, revoked, createBy: 'x', createTime: 1 })
      .execute();
  }
  const link = async (headers: Record<string, string> = buyer) =>
    (await t.app.inject({ url: `/prod-api/cms/publish/media/${mediaId}`, headers })).json<{ data: { url: string } }>().data.url;

  /** Asks the server, and then what it names: the object store over the network, or the proxy, which has the folder of the files. */
  async function get(url: string, headers: Record<string, string> = ELEMENT, method: 'GET' | 'HEAD' = 'GET'): Promise<Got> {
    const answer = await t.app.inject({ method, url, headers });
    const said = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    if (answer.statusCode === 302) {
      expect(said['cache-control']).toBe('private, no-store');
      const { authorization: _none, ...kept } = headers;
      const found = await fetch(said['location'] ?? '', { method, headers: kept });
      return { status: found.status, headers: Object.fromEntries(found.headers), bytes: Buffer.from(await found.arrayBuffer()), by: 'presigned' };
    }
    const inside = said['x-accel-redirect'];
    if (inside === undefined) return { status: answer.statusCode, headers: said, bytes: answer.rawPayload, by: 'node' };
    return proxied(inside, said, headers, method);
  }

  async function proxied(inside: string, said: Record<string, string>, headers: Record<string, string>, method: string): Promise<Got> {
    expect(inside.startsWith('/stored-files/')).toBe(true);
    const files = diskStore(join(t.context.settings.dataDir, 'files'));
    const bytes = await buffer(await files.read(decodeURIComponent(inside.slice('/stored-files/'.length))));
    const kept = Object.fromEntries(Object.entries(said).filter(([name]) => KEPT.includes(name)));
    const range = headers['range'] === undefined ? null : rangeOf(headers['range'], bytes.length);
    const head = { ...kept, 'accept-ranges': 'bytes' };
    if (range === 'outside')
      return { status: 416, headers: { ...head, 'content-range': `bytes */${bytes.length}` }, bytes: Buffer.alloc(0), by: 'accel' };
    const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
    const place = range ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` } : {};
    return {
      status: range ? 206 : 200,
      headers: { ...head, ...place, 'content-length': String(part.length) },
      bytes: method === 'HEAD' ? Buffer.alloc(0) : part,
      by: 'accel',
    };
  }

  test('#53.5 a bought recording is sent whole, in ranges and as HEAD, with the same headers', async () => {
    const url = await link();
    const whole = await get(url);
    expect([whole.status, whole.by, whole.bytes.equals(BYTES)]).toEqual([200, how, true]);
    const same = { 'content-type': 'audio/wav', 'accept-ranges': 'bytes', 'cache-control': 'private, no-store' };
    expect(whole.headers).toMatchObject({ ...same, 'content-length': String(BYTES.length) });
    // The store is another origin, whose answers cannot carry policies of this one.
    if (how !== 'presigned')
      expect(whole.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" });
    for (const [range, start, end] of [
      ['bytes=0-', 0, BYTES.length - 1],
      ['bytes=100-199', 100, 199],
      ['bytes=-50', BYTES.length - 50, BYTES.length - 1],
    ] as const) {
      const part = await get(url, { ...ELEMENT, range });
      expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${BYTES.length}`]);
      expect(part.bytes.equals(BYTES.subarray(start, end + 1))).toBe(true);
      expect(part.headers).toMatchObject({ ...same, 'content-length': String(end - start + 1) });
    }
    const outside = await get(url, { ...ELEMENT, range: `bytes=${BYTES.length}-` });
    expect([outside.status, outside.headers['content-range'], outside.bytes.length]).toEqual([416, `bytes */${BYTES.length}`, 0]);
    const head = await get(url, ELEMENT, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers).toMatchObject({ ...same, 'content-length': String(BYTES.length) });
  });

  test('#53.5 the right is opened when the link is issued, and checked with every request', async () => {
    await right();
    const opened = () => t.context.db.selectFrom('entitlement').select('openedAt').executeTakeFirstOrThrow();
    expect((await opened()).openedAt).toBeNull();
    const url = await link();
    expect((await opened()).openedAt).not.toBeNull();
    await right('1');
    expect(await get(url)).toMatchObject({ status: 403, by: 'node' });
    await right();
    expect((await get(url)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MEDIA_LINK_MS + 1 });
    expect(await get(url)).toMatchObject({ status: 403, by: 'node' });
    vi.useRealTimers();
  });

  test('#53.5 the log has one line for each request, without the link', async () => {
    const url = await link();
    const lines: { msg?: string; reqId?: string; req?: { method: string; url: string } }[] = [];
    const release = captureLog((line) => void lines.push(JSON.parse(line)));
    await get(url, { ...ELEMENT, 'x-request-id': 'from-proxy-1' });
    await get(url, { ...ELEMENT, range: 'bytes=0-9', 'x-request-id': 'from-proxy-2' });
    release();
    const of = (msg: string) => lines.filter((line) => line.msg === msg);
    expect(of('incoming request').map(({ reqId, req }) => [reqId, req?.method, req?.url])).toEqual([
      ['from-proxy-1', 'GET', `/media/${mediaId}`],
      ['from-proxy-2', 'GET', `/media/${mediaId}`],
    ]);
    expect(of('request completed').map(({ reqId }) => reqId)).toEqual(['from-proxy-1', 'from-proxy-2']);
  });

  test('#53.5 a trial and a part for a download are cut off by this server', async () => {
    const trial = await get(await link({}));
    expect([trial.status, trial.by]).toEqual([200, 'node']);
    expect(trial.bytes.length).toBeLessThan(BYTES.length);
    const part = await get(`${await link()}&part=0`);
    expect(part.by).toBe('node');
  });

  test('#53.5 a file that is gone answers 404', async () => {
    await t.context.db.updateTable('media').set({ fileKey: 'media/none' }).where('id', '=', mediaId).execute();
    const url = await link();
    expect((await get(url)).status).toBe(404);
    expect((await get(url, { ...ELEMENT, range: 'bytes=0-9' })).status).toBe(404);
    await t.context.db.updateTable('media').set({ fileKey: 'media/灯 一' }).where('id', '=', mediaId).execute();
  });

  test('#53.5 a document keeps its name, its type and that it is saved', async () => {
    const address = '/profile/upload/2026/12/01/a.pdf';
    const saved = await get(address, { 'sec-fetch-mode': 'navigate' });
    expect([saved.status, saved.by, saved.bytes.equals(TEXT)]).toEqual([200, how, true]);
    expect(saved.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('渡口 (一).pdf')}`,
    });
    // A script sends the token of the user, which another origin must not get; and the service worker reads what it keeps.
    for (const headers of [buyer, { 'sec-fetch-mode': 'cors' }, { 'sec-fetch-mode': 'same-origin' }, {}] as Record<string, string>[]) {
      const answer = await t.app.inject({ url: address, headers });
      expect([answer.statusCode, answer.headers['location']]).toEqual([200, undefined]);
    }
  });

  test('#53.5 pages may load pictures and recordings from the store only where it sends them', () => {
    const policy = pagePolicy(t.context.settings);
    for (const kind of ['img', 'media', 'connect']) expect(policy.includes(`${kind}-src 'self' ${store.endpoint}`), kind).toBe(how === 'presigned');
    expect(policy).toContain("script-src 'self';");
  });

  if (how === 'presigned')
    test('#53.5 a presigned address opens one file, unchanged, for a minute', async () => {
      const answer = await t.app.inject({ url: await link(), headers: ELEMENT });
      const url = new URL(String(answer.headers['location']));
      expect(url.searchParams.get('X-Amz-Expires')).toBe(String(LINK_SECONDS));
      expect(LINK_SECONDS).toBeLessThanOrEqual(60);
      for (const change of ['response-content-type', 'X-Amz-Expires']) {
        const other = new URL(url);
        other.searchParams.set(change, '99999');
        expect([change, (await fetch(other)).status]).toEqual([change, 403]);
      }
      expect((await fetch(url.href.replace('/file?', '/other?'))).status).toBe(403);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LINK_SECONDS * 1000 + 1000 });
      const late = await fetch(url);
      vi.useRealTimers();
      expect([late.status, (await fetch(url)).status]).toEqual([403, 200]);
    });
});
