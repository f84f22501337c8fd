import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { MEDIA, MEDIA_LINK_MS, TOKEN_COOKIE } from '../../contract/limits.ts';
import { mediaPartUrl } from '../../contract/media/address.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { wavTune } from '../seed/demo/wav-tune.ts';

const BYTES = wavTune('1 2 3', 60);
const CAPTIONS = 'WEBVTT\n\n00:01.000 --> 00:03.000\n试听里的话 & 符号\n\n00:30.000 --> 00:33.000\n后面的话\n';

let t: TestContext;
let buyer: Bearer;
let buyerId: number;
let otherUser: Bearer;
let publishId: number;
let mediaId: number;

beforeAll(async () => {
  t = await testContext();
  const { db, files } = t.context;
  buyerId = await t.addUser({ userName: 'buyer' });
  await t.addUser({ userName: 'stranger' });
  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  const work = await db
    .insertInto('publication')
    .values({
      publishNo: 'CB1',
      kind: 'audio',
      title: '听灯',
      authorsText: '何语',
      pressId: null,
      edition: 1,
      archiveTypeId: null,
      submitBy: null,
      listTime: now,
      editionId: null,
      status: 'listed',
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  publishId = work.id;
  const track = await db
    .insertInto('media')
    .values({
      publicationId: publishId,
      mediaType: 'audio',
      title: '一',
      state: 'ready',
      uploadId: 'x',
      fileName: '一.wav',
      fileKey: 'media/one',
      mime: 'audio/wav',
      size: BYTES.length,
      sha256: 'a'.repeat(64),
      durationMs: 60_000,
      partHashes: JSON.stringify(['h']),
      trialBytes: JSON.stringify([1, 2, 3, 4].map((step) => 44 + step * 80_000)),
      captions: CAPTIONS,
      trialSec: 10,
      userId: buyerId,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  mediaId = track.id;
  await files.put('media/one/file', BYTES, 'audio/wav');
  await right(null);
  buyer = await t.as('buyer');
  otherUser = await t.as('stranger');
});
afterAll(() => t.close());
afterEach(async () => {
  vi.useRealTimers();
  await right(null);
  await t.context.db.updateTable('publication').set({ status: 'listed', isFree: '0', downloadable: '1' }).where('id', '=', publishId).execute();
});

async function right(validTo: number | null, revoked: '0' | '1' = '0'): Promise<void> {
  const { db } = t.context;
  await db.deleteFrom('entitlement').execute();
  await db
    .insertInto('entitlement')
    .values({ userId: buyerId, publicationId: publishId, source: 'order', validFrom: 0, validTo, revoked, createBy: 'x', createTime: 1 })
    .execute();
}

interface Answer {
  code: number;
  msg: string;
  data: { url: string; whole: boolean; playSec: number; captions: string; expiresIn: number; rightMs: number | null };
}
const link = async (headers: Record<string, string> = {}, id = mediaId): Promise<Answer> =>
  (await t.app.inject({ url: `/prod-api/cms/publish/media/${id}`, headers })).json<Answer>();
const read = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });
async function expectRejected(url: string, headers: Record<string, string> = {}): Promise<void> {
  for (const more of [{}, { range: 'bytes=0-10' }, { 'if-none-match': '*' }]) {
    const answer = await read(url, { ...headers, ...more });
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([403, 0]);
    expect(answer.headers).not.toHaveProperty('etag');
  }
}

test("A32 A38 serves the buyer's whole track in parts by a link that contains neither token nor name", async () => {
  const { data } = await link(buyer);
  expect(data).toMatchObject({ whole: true, playSec: 60, captions: CAPTIONS, rightMs: null });
  expect(data.expiresIn).toBeLessThanOrEqual(MEDIA_LINK_MS);
  expect(decodeURIComponent(data.url) + Buffer.from(data.url.split('l=')[1] ?? '', 'base64url').toString()).not.toContain(
    buyer.authorization.slice(7),
  );
  const whole = await read(data.url);
  expect([whole.statusCode, whole.rawPayload.equals(BYTES), whole.headers['accept-ranges'], whole.headers['cache-control']]).toEqual([
    200,
    true,
    'bytes',
    'private, no-store',
  ]);
  const part = await read(data.url, { range: 'bytes=100-199' });
  expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(BYTES.subarray(100, 200))]).toEqual([
    206,
    `bytes 100-199/${BYTES.length}`,
    true,
  ]);
  expect((await read(data.url, { range: 'bytes=-5' })).rawPayload).toEqual(BYTES.subarray(-5));
  const outside = await read(data.url, { range: `bytes=${BYTES.length}-` });
  expect([outside.statusCode, outside.headers['content-range'], outside.rawPayload.length]).toEqual([416, `bytes */${BYTES.length}`, 0]);
});

test('A32 serves only the trial bytes to an anonymous visitor and to a user without the right', async () => {
  for (const headers of [{}, otherUser]) {
    const { data } = await link(headers);
    expect(data).toMatchObject({ whole: false, playSec: 10, rightMs: null });
    expect(data.captions).toContain('试听里的话 &amp; 符号');
    expect(data.captions).not.toContain('后面的话');
    const whole = await read(data.url);
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, 44 + 160_000]);
    expect((await read(data.url, { range: 'bytes=160044-' })).statusCode).toBe(416);
    expect((await read(data.url, { range: 'bytes=160000-999999' })).headers['content-range']).toBe('bytes 160000-160043/160044');
  }
});

test('A32 A38 rejects an expired, changed or foreign link, also for parts', async () => {
  const { data } = await link(buyer);
  const [path = '', text = ''] = data.url.split('?l=');
  const [payload = '', seal = ''] = text.split('.');
  const open = Buffer.from(payload, 'base64url').toString().split('.');
  const sealed = (words: string, secret: Buffer): string => {
    const made = Buffer.from(words).toString('base64url');
    return `${made}.${createHmac('sha256', secret).update(`media-link\n${mediaId}\n${made}`).digest('base64url')}`;
  };
  const later = [open[0], open[1], String(Number(open[2]) + 3_600_000), 'w'].join('.');
  const mine = [String(buyerId + 1), ...open.slice(1)].join('.');
  for (const l of [
    '',
    'x',
    payload,
    `${payload}.`,
    `${payload}.${seal.slice(0, -2)}`,
    `${Buffer.from(later).toString('base64url')}.${seal}`,
    sealed(later, Buffer.alloc(32)),
    sealed(mine, t.context.settings.secret),
  ])
    await expectRejected(`${path}?l=${l}`);
  await expectRejected(path);
  await expectRejected(`/media/${mediaId + 1}?l=${text}`);
  await expectRejected(data.url, otherUser);
  await expectRejected(data.url, { cookie: `${TOKEN_COOKIE}=${otherUser.authorization.slice(7)}` });
  expect((await read(data.url, { cookie: `${TOKEN_COOKIE}=${buyer.authorization.slice(7)}` })).statusCode).toBe(200);
  // An undecodable cookie counts as another user's, and causes no server error.
  await expectRejected(data.url, { cookie: `${TOKEN_COOKIE}=%E0%A4%A` });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MEDIA_LINK_MS + 1 });
  await expectRejected(data.url);
});

test('A32 closes a link at once when the right is revoked, the work recalled, or the session ended', async () => {
  const { data } = await link(buyer);
  await right(null, '1');
  await expectRejected(data.url);
  await right(null);
  expect((await read(data.url)).statusCode).toBe(200);
  await t.context.db.updateTable('publication').set({ status: 'recalled' }).where('id', '=', publishId).execute();
  await expectRejected(data.url);
  await t.context.db.updateTable('publication').set({ status: 'listed' }).where('id', '=', publishId).execute();
  await t.app.inject({ method: 'POST', url: '/prod-api/logout', headers: buyer });
  await expectRejected(data.url);
  buyer = await t.as('buyer');
});

test('limits a link to the time of a loan, and opens a work off sale to its owners only', async () => {
  await right(Date.now() + 60_000);
  expect((await link(buyer)).data.expiresIn).toBeLessThanOrEqual(60_000);
  const { data: lasting } = await link(buyer);
  expect([lasting.whole, (lasting.rightMs ?? 0) > 55_000 && (lasting.rightMs ?? 0) <= 60_000]).toEqual([true, true]);
  await right(null);
  const trial = await link();
  await t.context.db.updateTable('publication').set({ status: 'delisted' }).where('id', '=', publishId).execute();
  expect(await link()).toMatchObject({ code: 404, msg: '作品不存在或已下架' });
  await expectRejected(trial.data.url);
  expect((await link(buyer)).data.whole).toBe(true);
});

test('reports a track without a trial, one that is not ready, and one that does not exist', async () => {
  const { db } = t.context;
  await db.updateTable('media').set({ trialSec: 0 }).where('id', '=', mediaId).execute();
  expect(await link()).toMatchObject({ code: 403, msg: '这一段没有试听，获得授权后可以播放' });
  await db.updateTable('media').set({ trialSec: 10, state: 'running' }).where('id', '=', mediaId).execute();
  expect(await link()).toMatchObject({ code: 500, msg: '音频正在转码，请稍后再来' });
  await db.updateTable('media').set({ state: 'ready' }).where('id', '=', mediaId).execute();
  expect(await link({}, 999)).toMatchObject({ code: 404 });
});

test('requires the right to the whole track for a download, and returns the hashes to verify each part', async () => {
  const keep = async (headers: Bearer) =>
    (await t.app.inject({ method: 'POST', url: '/prod-api/info/download/media', headers, payload: { mediaId } })).json<{
      code: number;
      data: { downloadId: number; parts: string[]; bytes: number; url: string };
    }>();
  const first = await keep(buyer);
  expect(first).toMatchObject({ code: 200, data: { parts: ['h'], bytes: BYTES.length, validTo: null } });
  // A continued download is not a new one; the record belongs to the account.
  const { downloadId } = first.data;
  expect((await keep(buyer)).data.downloadId).toBe(downloadId);
  const finish = { method: 'PUT', url: '/prod-api/info/download', headers: buyer, payload: { downloadId, result: 'ok' } } as const;
  expect((await t.app.inject(finish)).json()).toMatchObject({ code: 200 });
  expect((await t.app.inject({ url: '/prod-api/info/download/mine', headers: buyer })).json()).toMatchObject({
    total: 1,
    rows: [{ publishId, trackTitle: '一', bytes: BYTES.length, result: 'ok' }],
  });
  expect((await keep(buyer)).data.downloadId).not.toBe(downloadId);
  expect(await keep(otherUser)).toMatchObject({ code: 403 });
  await t.context.db.updateTable('publication').set({ downloadable: '0' }).where('id', '=', publishId).execute();
  expect(await keep(buyer)).toMatchObject({ code: 500, msg: '这部作品只能在线播放' });
});

test('serves a part as a separate file of the download part size to an entitled user', async () => {
  const large = Buffer.alloc(MEDIA.partBytes + 10, 7);
  large.fill(8, MEDIA.partBytes);
  await t.context.files.put('media/one/file', large, 'audio/wav');
  await t.context.db.updateTable('media').set({ size: large.length }).where('id', '=', mediaId).execute();
  const { data } = await link(buyer);
  const last = await read(mediaPartUrl(data.url, 1));
  expect([last.statusCode, last.rawPayload, last.headers['cache-control']]).toEqual([200, Buffer.alloc(10, 8), 'private, no-store']);
  expect((await read(mediaPartUrl(data.url, 0))).rawPayload.length).toBe(MEDIA.partBytes);
  expect((await read(mediaPartUrl(data.url, 2))).statusCode).toBe(404);
  expect((await read(mediaPartUrl((await link()).data.url, 0))).statusCode).toBe(404);
  expect((await read(mediaPartUrl(`/media/${mediaId}?l=a.b`, 0))).statusCode).toBe(403);
  await t.context.files.put('media/one/file', BYTES, 'audio/wav');
  await t.context.db.updateTable('media').set({ size: BYTES.length }).where('id', '=', mediaId).execute();
});

test('#33.28 limits the link to the parts of a downloaded track to ten minutes and one network, and closes it with the right or the session', async () => {
  const { db } = t.context;
  const asked = await t.app.inject({ method: 'POST', url: '/prod-api/info/download/media', headers: buyer, payload: { mediaId } });
  const { partsUrl } = asked.json<{ data: { partsUrl: string } }>().data;
  const part = mediaPartUrl(partsUrl, 0);
  expect(partsUrl + Buffer.from(partsUrl.split('l=')[1] ?? '', 'base64url').toString()).not.toContain(buyer.authorization.slice(7));
  const opens = async (): Promise<void> => expect((await read(part)).rawPayload.equals(BYTES)).toBe(true);
  const changed = async (table: 'media' | 'publication', id: number, set: object, back: object): Promise<void> => {
    const write = (values: object) =>
      db
        .updateTable(table)
        .set(values as never)
        .where('id', '=', id as never)
        .execute();
    await write(set);
    await expectRejected(part);
    await write(back);
    await opens();
  };
  await opens();
  const from = async (remoteAddress: string) => (await t.app.inject({ url: part, remoteAddress })).statusCode;
  expect([await from('127.0.9.9'), await from('127.1.0.1'), await from('203.0.113.5'), await from('2001:db8::1')]).toEqual([200, 403, 403, 403]);
  // It does not play the track, and works for no other user and no other track.
  await expectRejected(partsUrl);
  await expectRejected(part, otherUser);
  await expectRejected(part.replace(`/media/${mediaId}`, `/media/${mediaId + 1}`));
  await expectRejected(partsUrl.replace('?', '/stream/index.m3u8?'));
  await changed('media', mediaId, { sha256: 'b'.repeat(64) }, { sha256: 'a'.repeat(64) });
  await changed('publication', publishId, { downloadable: '0' }, { downloadable: '1' });
  await right(null, '1');
  await expectRejected(part);
  await right(null);
  await db.updateTable('user').set({ status: '1' }).where('id', '=', buyerId).execute();
  await expectRejected(part);
  await db.updateTable('user').set({ status: '0' }).where('id', '=', buyerId).execute();
  await opens();
  await t.app.inject({ method: 'POST', url: '/prod-api/logout', headers: buyer });
  await expectRejected(part);
  buyer = await t.as('buyer');
  const next = await t.app.inject({ method: 'POST', url: '/prod-api/info/download/media', headers: buyer, payload: { mediaId } });
  const late = mediaPartUrl(next.json<{ data: { partsUrl: string } }>().data.partsUrl, 0);
  expect((await read(late)).statusCode).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MEDIA_LINK_MS + 1 });
  await expectRejected(late);
});

test('stores a position by its clock, whatever the order of arrival, for its owner only', async () => {
  const put = async (positionMs: number, clock: number, headers: Bearer = buyer) =>
    (await t.app.inject({ method: 'PUT', url: '/prod-api/info/media/place', headers, payload: { mediaId, positionMs, clock } })).json<{
      data: { positionMs: number };
    }>().data.positionMs;
  const mine = async (headers: Bearer) =>
    (await t.app.inject({ url: `/prod-api/info/media/place?publishId=${publishId}`, headers })).json<{
      data: { positionMs: number; clock: number }[];
    }>().data;
  expect([await put(5_000, 10), await put(3_000, 9), await put(9_000, 11), await put(9_000, 11)]).toEqual([5_000, 5_000, 9_000, 9_000]);
  expect(await put(999_999, 12)).toBe(60_000);
  expect(await mine(otherUser)).toEqual([]);
  expect(await mine(buyer)).toMatchObject([{ positionMs: 60_000, clock: 12 }]);
});
