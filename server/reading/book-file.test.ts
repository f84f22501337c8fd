import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { TOKEN_COOKIE } from '../../contract/limits.ts';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { prepareFile } from '../../tests/support/upload.ts';

const MINUTE = 60_000;
const LONG = `<p>${'此处是收费章节的正文。'.repeat(300)}</p>`;

let context: TestContext;
let editor: Bearer;
let buyer: Bearer;
let buyerId: number;
let otherUser: Bearer;
let publishId: number;
let folder: string;
let entitlementId: number;

beforeAll(async () => {
  context = await testContext();
  await context.addUser({ userName: 'editor', permissions: ['publish:publication:add', 'publish:publication:query'] });
  buyerId = await context.addUser({ userName: 'buyer' });
  await context.addUser({ userName: 'stranger' });
  editor = await context.as('editor');
  otherUser = await context.as('stranger');
  const bytes = await makeEpub({
    chapters: {
      'c1.xhtml': '<h1>一</h1><p>试读。<img src="one.png" alt=""/></p>',
      'c2.xhtml': `<h1>二</h1>${LONG}<img src="two.png" alt=""/>`,
      'c3.xhtml': '<h1>三</h1>',
    },
    files: { 'one.png': Buffer.from('png 1'), 'two.png': Buffer.from('png 2'), 'all.css': 'body{margin:0}' },
    head: '<link rel="stylesheet" href="all.css"/>',
  });
  publishId = (await prepareFile(context, editor, bytes)).publishId ?? 0;
  const { editionId } = await context.context.db.selectFrom('publication').select('editionId').where('id', '=', publishId).executeTakeFirstOrThrow();
  folder = `/books/${publishId}/${editionId}`;
});
afterAll(() => context.close());

beforeEach(async () => {
  await set({ status: 'listed', isFree: '0', trialChapters: 1 });
  buyer = await context.as('buyer');
  const { db } = context.context;
  await db.deleteFrom('entitlement').execute();
  const row = await db
    .insertInto('entitlement')
    .values({ userId: buyerId, publicationId: publishId, source: 'order', validFrom: 0, validTo: null, createBy: 'x', createTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  entitlementId = row.id;
});
afterEach(() => vi.useRealTimers());

const set = (values: { status?: 'listed' | 'delisted' | 'draft' | 'recalled'; isFree?: '0' | '1'; trialChapters?: number }) =>
  context.context.db.updateTable('publication').set(values).where('id', '=', publishId).execute();

const read = (path: string, headers: Record<string, string> = {}) => context.app.inject({ url: `${folder}/${path}`, headers });
const grant = (headers: Bearer) => context.app.inject({ method: 'POST', url: '/prod-api/info/grant', headers, payload: { publishId } });

async function cookieOf(headers: Bearer): Promise<{ cookie: string }> {
  const set = String((await grant(headers)).headers['set-cookie'] ?? '');
  return { cookie: set.split(';')[0] ?? '' };
}

async function expectRejected(path: string, headers: Record<string, string> = {}): Promise<void> {
  for (const more of [{}, { range: 'bytes=0-10' }, { 'if-none-match': '*' }]) {
    const answer = await read(path, { ...headers, ...more });
    expect([answer.statusCode, answer.rawPayload.length], path).toEqual([403, 0]);
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.headers['cache-control']).toBe('no-store');
  }
}

describe('a paid work', () => {
  test('serves only its trial and its common files to everybody', async () => {
    for (const path of ['book.json', 'META-INF/container.xml', 'OPS/book.opf', 'OPS/nav.xhtml', 'OPS/all.css', 'OPS/c1.xhtml', 'OPS/one.png'])
      expect((await read(path)).statusCode, path).toBe(200);
    for (const path of [
      'OPS/c2.xhtml',
      'OPS/c3.xhtml',
      'OPS/two.png',
      'search.json',
      'OPS/nothing.xhtml',
      '..%2f..%2f..%2fsecret',
      'OPS/..%2fbook.json',
    ])
      await expectRejected(path);
    expect((await context.app.inject({ url: `/books/${publishId}/999/OPS/c1.xhtml` })).statusCode).toBe(403);
    expect((await context.app.inject({ url: `/books/999/1/book.json` })).statusCode).toBe(403);
  });

  test('without a trial serves its common files, but not its first chapter', async () => {
    await set({ trialChapters: 0 });
    for (const path of ['book.json', 'OPS/book.opf', 'OPS/all.css']) expect((await read(path)).statusCode, path).toBe(200);
    for (const path of ['OPS/c1.xhtml', 'OPS/one.png']) await expectRejected(path);
  });

  test("is served completely with the buyer's grant, and not to a call with only a token", async () => {
    const answer = await grant(buyer);
    expect(answer.json()).toMatchObject({ code: 200, data: { entitled: true, trialDocuments: 1, validTo: null } });
    expect(String(answer.headers['set-cookie'])).toMatch(
      new RegExp(`^Reading-Grant=[\\w.-]+; Path=/books/${publishId}/; Max-Age=600; HttpOnly; SameSite=Strict$`),
    );
    const cookie = await cookieOf(buyer);
    for (const path of ['OPS/c2.xhtml', 'OPS/two.png', 'search.json']) expect((await read(path, cookie)).statusCode, path).toBe(200);
    await expectRejected('OPS/c2.xhtml', buyer);
  });

  test('A32 is not served to another reader, whatever cookie they send', async () => {
    const answer = await grant(otherUser);
    expect(answer.json()).toMatchObject({ code: 200, data: { entitled: false, trialDocuments: 1 } });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    const { cookie } = await cookieOf(buyer);
    const [payload = '', seal = ''] = cookie.replace('Reading-Grant=', '').split('.');
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace(/\d+$/, '9999999999999')).toString('base64url');
    const plain = createHash('sha256').update(payload).digest('base64url');
    for (const value of ['', 'x', `${payload}.`, `${forged}.${seal}`, `${payload}.${plain}`, `${payload}.${seal.slice(0, -2)}`])
      await expectRejected('OPS/c2.xhtml', { cookie: `Reading-Grant=${value}` });
    const other = await prepareFile(context, editor, await makeEpub({ title: '别的书' + Math.random() }));
    const edition = await context.context.db
      .selectFrom('publication')
      .select('editionId')
      .where('id', '=', other.publishId)
      .executeTakeFirstOrThrow();
    await context.context.db.updateTable('publication').set({ status: 'listed', trialChapters: 0 }).where('id', '=', other.publishId).execute();
    expect((await context.app.inject({ url: `/books/${other.publishId}/${edition.editionId}/OPS/c1.xhtml`, headers: { cookie } })).statusCode).toBe(
      403,
    );
    expect((await context.app.inject({ url: `/books/${publishId}/${edition.editionId}/OPS/c1.xhtml`, headers: { cookie } })).statusCode).toBe(403);
  });

  test('A32 is closed when another user signs in on the same browser, but not when its own user does so again', async () => {
    const { cookie } = await cookieOf(buyer);
    const signedIn = (who: Bearer) => ({ cookie: `${cookie}; ${TOKEN_COOKIE}=${who.authorization.slice('Bearer '.length)}` });
    expect((await read('OPS/c2.xhtml', signedIn(buyer))).statusCode).toBe(200);
    expect((await read('OPS/c2.xhtml', signedIn(await context.as('buyer')))).statusCode).toBe(200);
    await expectRejected('OPS/c2.xhtml', signedIn(otherUser));
    const pack = await context.app.inject({
      method: 'POST',
      url: `${folder}/pack`,
      headers: signedIn(otherUser),
      payload: { files: ['OPS/c2.xhtml'] },
    });
    expect([pack.statusCode, pack.rawPayload.length]).toEqual([403, 0]);
  });

  test('is closed when the right is revoked, the session ends, or ten minutes have passed', async () => {
    const cookie = await cookieOf(buyer);
    const { db } = context.context;
    await db.updateTable('entitlement').set({ revoked: '1' }).where('id', '=', entitlementId).execute();
    await expectRejected('OPS/c2.xhtml', cookie);
    await db.updateTable('entitlement').set({ revoked: '0' }).where('id', '=', entitlementId).execute();
    expect((await read('OPS/c2.xhtml', cookie)).statusCode).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * MINUTE + 1 });
    await expectRejected('OPS/c2.xhtml', cookie);
    vi.useRealTimers();
    await context.app.inject({ method: 'POST', url: '/prod-api/logout', headers: buyer });
    await expectRejected('OPS/c2.xhtml', cookie);
  });

  test('is granted no longer than the loan lasts', async () => {
    const validTo = Date.now() + MINUTE;
    await context.context.db.updateTable('entitlement').set({ validTo }).where('id', '=', entitlementId).execute();
    const answer = await grant(buyer);
    expect(answer.json().data.validTo).toBe(validTo);
    expect(answer.json().data.expiresIn).toBeLessThanOrEqual(MINUTE);
    const cookie = await cookieOf(buyer);
    expect((await read('OPS/c2.xhtml', cookie)).statusCode).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: validTo + 1 });
    await expectRejected('OPS/c2.xhtml', cookie);
  });

  test('is served to its owners and staff after delisting, and only to staff after a recall', async () => {
    await set({ status: 'delisted' });
    await expectRejected('OPS/c1.xhtml');
    await expectRejected('book.json');
    expect((await grant(otherUser)).json()).toMatchObject({ code: 404 });
    expect((await read('OPS/c2.xhtml', await cookieOf(buyer))).statusCode).toBe(200);
    const cookie = await cookieOf(buyer);
    await set({ status: 'recalled' });
    await expectRejected('OPS/c2.xhtml', cookie);
    expect((await read('OPS/c2.xhtml', await cookieOf(editor))).statusCode).toBe(200);
  });
});

describe('the link of a book for a browser background download', () => {
  const linkOf = async (headers: Bearer): Promise<string> => {
    const answer = await context.app.inject({ method: 'POST', url: '/prod-api/info/download', headers, payload: { publishId } });
    return answer.json<{ data: { link: string } }>().data.link;
  };
  const fetched = (link: string, headers: Record<string, string> = {}, path = 'OPS/c2.xhtml') => read(`${path}?keep&l=${link}`, headers);
  async function expectClosed(link: string, headers: Record<string, string> = {}): Promise<void> {
    const answer = await fetched(link, headers);
    expect([answer.statusCode, answer.rawPayload.length, answer.headers['cache-control']]).toEqual([403, 0, 'no-store']);
  }

  test('#33.28 serves every file as bytes without an open page, for ten minutes, on the requesting network', async () => {
    const link = await linkOf(buyer);
    const { rawPayload } = await read('OPS/c2.xhtml', await cookieOf(buyer));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * MINUTE });
    await expectRejected('OPS/c2.xhtml', await cookieOf(otherUser));
    const answer = await fetched(link, { range: 'bytes=0-1', cookie: `${TOKEN_COOKIE}=${buyer.authorization.slice('Bearer '.length)}` });
    expect([answer.statusCode, answer.rawPayload.equals(rawPayload)]).toEqual([200, true]);
    // No header that makes a browser display the file or a shared cache store it.
    expect(answer.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'cache-control': 'private, no-store' });
    expect(answer.headers).not.toHaveProperty('etag');
    for (const path of ['OPS/two.png', 'book.json', 'search.json', 'OPS/c1.xhtml'])
      expect((await fetched(link, {}, path)).statusCode, path).toBe(200);
    for (const path of ['OPS/none.xhtml', '..%2f..%2fsecret']) expect((await fetched(link, {}, path)).statusCode, path).toBe(403);
    const from = async (remoteAddress: string) =>
      (await context.app.inject({ url: `${folder}/OPS/c2.xhtml?keep&l=${link}`, remoteAddress })).statusCode;
    expect([await from('127.0.7.7'), await from('127.1.0.1'), await from('203.0.113.5'), await from('2001:db8::1')]).toEqual([200, 403, 403, 403]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE });
    await expectClosed(link);
  });

  test('works for this edition and this user only, and is invalid after any change', async () => {
    const link = await linkOf(buyer);
    const [payload = '', seal = ''] = link.split('.');
    const later = Buffer.from(Buffer.from(payload, 'base64url').toString().replace(/\d+$/, '9999999999999')).toString('base64url');
    for (const forged of ['', '.', payload, `${payload}.`, `${later}.${seal}`, `${payload}.${seal.slice(0, -2)}`]) await expectClosed(forged);
    await expectClosed(link, { cookie: `${TOKEN_COOKIE}=${otherUser.authorization.slice('Bearer '.length)}` });
    await expectClosed(link, otherUser);
    expect((await context.app.inject(`${folder}9/OPS/c2.xhtml?l=${link}`)).statusCode).toBe(403);
    // The link is not a grant, and a grant is not a link.
    await expectRejected('OPS/c2.xhtml', { cookie: `Reading-Grant=${link}` });
    await expectClosed((await cookieOf(buyer)).cookie.replace('Reading-Grant=', ''));
  });

  test('closes at once when the right is revoked, the loan ends, downloads are disabled, or its user signs out', async () => {
    const { db } = context.context;
    const link = await linkOf(buyer);
    const right = (values: object) => db.updateTable('entitlement').set(values).where('id', '=', entitlementId).execute();
    await right({ revoked: '1' });
    await expectClosed(link);
    await right({ revoked: '0' });
    await db.updateTable('publication').set({ downloadable: '0' }).where('id', '=', publishId).execute();
    await expectClosed(link);
    await db.updateTable('publication').set({ downloadable: '1' }).where('id', '=', publishId).execute();
    await set({ status: 'recalled' });
    await expectClosed(link);
    await set({ status: 'listed' });
    expect((await fetched(link)).statusCode).toBe(200);
    await right({ validTo: Date.now() + MINUTE });
    const lent = await linkOf(buyer);
    await right({ validTo: null });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE });
    await expectClosed(lent);
    expect((await fetched(link)).statusCode).toBe(200);
    vi.useRealTimers();
    await context.app.inject({ method: 'POST', url: '/prod-api/logout', headers: buyer });
    await expectClosed(link);
  });
});

test('A27 closes link and grant after a new password, a disabled account, or delisting of a free work', async () => {
  await context.addUser({ userName: 'keeper', roles: ['admin'] });
  const keeper = await context.as('keeper');
  const orders: [string, object][] = [
    ['resetPwd', { userId: buyerId, password: 'other-pass-1' }],
    ['changeStatus', { userId: buyerId, status: '1' }],
  ];
  const both = async (): Promise<number[]> => {
    const answers = [await read(`OPS/c2.xhtml?keep&l=${link}`), await read('OPS/c2.xhtml', cookie)];
    return answers.map((answer) => answer.statusCode);
  };
  let [link, cookie] = ['', { cookie: '' }];
  const ask = async (): Promise<void> => {
    buyer = await context.as('buyer');
    const kept = await context.app.inject({ method: 'POST', url: '/prod-api/info/download', headers: buyer, payload: { publishId } });
    [link, cookie] = [kept.json<{ data: { link: string } }>().data.link, await cookieOf(buyer)];
    expect(await both()).toEqual([200, 200]);
  };
  for (const [order, payload] of orders) {
    await ask();
    const answer = await context.app.inject({ method: 'PUT', url: `/prod-api/system/user/${order}`, headers: keeper, payload });
    expect(answer.json(), order).toMatchObject({ code: 200 });
    expect(await both(), order).toEqual([403, 403]);
  }
  await context.context.db.updateTable('user').set({ status: '0' }).where('id', '=', buyerId).execute();
  await context.context.db.deleteFrom('entitlement').execute();
  await set({ isFree: '1' });
  await ask();
  await set({ status: 'delisted' });
  expect(await both()).toEqual([403, 403]);
});

test('serves a free work on sale to everybody without a cookie, including its search text', async () => {
  await set({ isFree: '1' });
  for (const path of ['OPS/c2.xhtml', 'OPS/two.png', 'search.json']) expect((await read(path)).statusCode, path).toBe(200);
});

test('serves a file with its type, policy and strong ETag, in ranges on request, and with 304 when unchanged', async () => {
  const cookie = await cookieOf(buyer);
  const whole = await read('OPS/c2.xhtml', cookie);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/xhtml+xml; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
    vary: 'Cookie',
    'accept-ranges': 'bytes',
  });
  expect(whole.headers['content-security-policy']).toContain("script-src 'none'");
  const etag = String(whole.headers['etag']);
  expect(etag).toMatch(/^"[\w-]{20,}"$/);
  const same = await read('OPS/c2.xhtml', { ...cookie, 'if-none-match': etag });
  expect([same.statusCode, same.rawPayload.length]).toEqual([304, 0]);
  const part = await read('OPS/c2.xhtml', { ...cookie, range: 'bytes=10-1999', 'accept-encoding': 'br, gzip' });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 10-1999/${whole.rawPayload.length}`);
  expect(part.headers).not.toHaveProperty('content-encoding');
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 2000));
  expect((await read('OPS/c2.xhtml', { ...cookie, range: 'bytes=-5' })).rawPayload).toEqual(whole.rawPayload.subarray(-5));
  expect((await read('OPS/c2.xhtml', { ...cookie, range: 'bytes=99999999-' })).statusCode).toBe(416);
  expect((await read('OPS/c2.xhtml', { ...cookie, range: 'bytes=0-1', 'if-range': '"old"' })).statusCode).toBe(200);
  expect((await read('OPS/c2.xhtml', { ...cookie, 'accept-encoding': 'br' })).headers).toMatchObject({
    'content-encoding': 'br',
    // The compressed bytes differ from the plain bytes to which a range refers.
    etag: `W/${etag}`,
    vary: expect.stringMatching(/cookie.*accept-encoding/i),
  });
  expect((await read('OPS/c2.xhtml', { ...cookie, 'if-none-match': `W/${etag}`, 'accept-encoding': 'br' })).statusCode).toBe(304);
  expect((await read('OPS/c2.xhtml', { ...cookie, range: 'bytes=0-1', 'if-range': `W/${etag}` })).statusCode).toBe(200);
  const head = await context.app.inject({ method: 'HEAD', url: `${folder}/OPS/c2.xhtml`, headers: cookie });
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(whole.rawPayload.length), 0]);
  const open = await read('OPS/c1.xhtml');
  expect([open.headers['cache-control'], open.headers['vary'] ?? '']).toEqual([
    'public, max-age=31536000, immutable',
    expect.not.stringMatching(/cookie/i),
  ]);
});

test('serves the search text precompressed, and uncompressed when there is no compressed form', async () => {
  const cookie = await cookieOf(buyer);
  const plain = await read('search.json', cookie);
  const ask = (encoding: string) => read('search.json', { ...cookie, 'accept-encoding': encoding });
  const packed = await ask('gzip, br');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(packed.rawPayload.length),
    'content-type': 'application/octet-stream',
    etag: expect.stringMatching(/^W\//),
    vary: 'Cookie, accept-encoding',
  });
  expect(brotliDecompressSync(packed.rawPayload)).toEqual(plain.rawPayload);
  expect(gunzipSync((await ask('gzip, br;q=0')).rawPayload)).toEqual(plain.rawPayload);
  expect((await read('search.json', { ...cookie, range: 'bytes=0-9', 'accept-encoding': 'br' })).rawPayload).toEqual(
    plain.rawPayload.subarray(0, 10),
  );
  await expectRejected('search.json.br', cookie);
  const { db, files } = context.context;
  const edition = await db.selectFrom('edition').select('folder').where('publicationId', '=', publishId).executeTakeFirstOrThrow();
  await files.remove(`${edition.folder}/search.json.br`);
  const now = await ask('br');
  expect(now.headers).not.toHaveProperty('content-length');
  expect(brotliDecompressSync(now.rawPayload)).toEqual(plain.rawPayload);
});
