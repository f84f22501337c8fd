import { eventLoopTurns } from '../../tests/support/event-loop.ts';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { buildApp } from '../app.ts';
import type { App } from './serve.ts';
import { readableAddress } from './malformed-request.ts';

const SHELL = '<!doctype html><html lang="zh-CN"><head><!--head--><!--/head--></head><body><!--data--></body></html>';
const MINUTE = 60_000;
/** More bytes than the buffers between two local sockets hold. */
const LARGE_BYTES = 24_000_000;
const SLOW = { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 };

let town: TestContext;
let app: App;
let hasty: App;
let reader: string;
beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'reader' });
  reader = `authorization: ${(await town.as('reader')).authorization}\r\n`;
  const dist = join(town.context.settings.dataDir, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), SHELL);
  await writeFile(join(dist, 'assets', 'main-abc.js'), 'x'.repeat(2000));
  await writeFile(join(dist, 'assets', 'large-abc.png'), Buffer.alloc(LARGE_BYTES));
  app = await buildApp(town.context, dist);
  await app.listen({ port: 0, host: '127.0.0.1' });
  hasty = await buildApp(town.context, null);
  expect([hasty.server.requestTimeout, hasty.server.headersTimeout]).toEqual([10 * MINUTE, MINUTE]);
  Object.assign(hasty.server, SLOW);
  await hasty.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await Promise.all([app.close(), hasty.close()]);
  await town.close();
});

const HEAD = ' HTTP/1.1\r\nhost: house.test\r\nconnection: close\r\n';
const JSON_KIND = 'content-type: application/json\r\n';
const FORM = 'content-type: multipart/form-data; boundary=edge\r\n';
const sent = (body: string | Buffer): string => `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body.toString('latin1')}`;
const LOGIN = `POST /prod-api/login${HEAD}`;
const CUT = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc';

/** Sends exactly these bytes and returns the response. */
async function said(bytes: string, at: App = app): Promise<{ status: number; kind: string; body: string }> {
  const socket = connect((at.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(Buffer.from(bytes, 'latin1'));
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), kind: /^content-type: (.*)$/im.exec(head)?.[1]?.trim() ?? '', body };
}

test.each(['/%', '/a%ff/b', '/100%', '/cms/main/bookDetail/%', '/%E4%B9'])(
  'S2.1 returns the not-found page for the unreadable address %s',
  async (path) => {
    const { status, kind, body } = await said(`GET ${path}${HEAD}\r\n`);
    expect([status, kind]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('<title>页面不存在 - 书舟</title>');
    const { headers } = await app.inject(path);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  },
);

test('leaves a readable address unchanged, whatever its query', () => {
  for (const url of ['/', '/%E4%B9%A6', '/100%25', '/prod-api/cms/search?keyword=100%', '/a?b=%zz']) expect(readableAddress(url)).toBe(url);
});

const MISSING = '访问资源不存在';
const BROKEN = '请求的内容不完整或格式不正确，请刷新页面后重试';
const LARGE = '提交的内容过大，请减少后重试';
const KIND = '提交的内容格式不受支持，请刷新页面后重试';

test.each([
  ['an address that cannot be read', `GET /prod-api/%zz${HEAD}\r\n`, 404, MISSING],
  ['one too long', `GET /prod-api/cms/publish/getInfo/${'1'.repeat(600)}${HEAD}\r\n`, 404, MISSING],
  ['a method an address does not have', `PUT /prod-api/login${HEAD}${JSON_KIND}${sent('{}')}`, 404, MISSING],
  ['a method no address has', `TRACE /${HEAD}\r\n`, 404, MISSING],
  ['a method of others', `PROPFIND /${HEAD}\r\n`, 404, MISSING],
  ['a page that is written to', `POST /cms/main/notice${HEAD}${JSON_KIND}${sent('{}')}`, 404, MISSING],
  ['broken JSON', `${LOGIN}${JSON_KIND}${sent('{"a":')}`, 400, BROKEN],
  ['no JSON', `${LOGIN}${JSON_KIND}${sent('')}`, 400, BROKEN],
  ['a body of another kind', `${LOGIN}content-type: text/xml\r\n${sent('<a/>')}`, 415, KIND],
  ['a body of no kind', `${LOGIN}${sent('abc')}`, 415, KIND],
  ['a body too large', `${LOGIN}${JSON_KIND}${sent(JSON.stringify({ a: 'x'.repeat(1_100_000) }))}`, 413, LARGE],
  ['a body that grows too large', `${LOGIN}${JSON_KIND}content-encoding: gzip\r\n${sent(gzipSync('x'.repeat(1_100_000)))}`, 413, LARGE],
  ['a body packed badly', `${LOGIN}${JSON_KIND}content-encoding: gzip\r\n${sent('abc')}`, 400, BROKEN],
  ['a body packed strangely', `${LOGIN}${JSON_KIND}content-encoding: zz\r\n${sent('abc')}`, 415, KIND],
  ['a length that is none', `${LOGIN}${JSON_KIND}content-length: abc\r\n\r\n{}`, 400, BROKEN],
  ['two lengths', `${LOGIN}${JSON_KIND}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400, BROKEN],
  ['a head too large', `GET /${HEAD}cookie: ${'a'.repeat(20_000)}\r\n\r\n`, 431, '浏览器发来的内容过多，请清除本站的Cookie后重试'],
  ['no HTTP at all', '\x16\x03\x01\x02\r\n\r\n', 400, BROKEN],
  ['a part that is none', `GET /assets/main-abc.js${HEAD}range: bytes=99999-\r\n\r\n`, 416, '要取的部分超出了文件，请刷新页面后重试'],
  ['a file that is another one', `GET /assets/main-abc.js${HEAD}if-match: "x"\r\n\r\n`, 412, '内容已经更新，请刷新页面后重试'],
])('answers %s with a Chinese message', async (_what, bytes, status, msg) => {
  const answer = await said(bytes);
  expect(answer).toMatchObject({ status, kind: 'application/json; charset=utf-8' });
  expect(JSON.parse(answer.body)).toEqual({ code: status === 404 ? 404 : 400, msg });
});

test('sends no error message for malformed data into a response that has begun', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /assets/large-abc.png HTTP/1.1\r\nhost: house.test\r\n\r\n');
  await once(socket, 'readable');
  socket.write('\x01\r\n\r\n');
  await eventLoopTurns();
  const ended = once(socket, 'close');
  let [bytes, last] = [0, ''];
  socket
    .on('error', () => undefined)
    .on('data', (some: Buffer) => {
      bytes += some.length;
      last = (last + some.toString('latin1')).slice(-1000);
    });
  await ended;
  expect(bytes).toBeLessThan(LARGE_BYTES);
  expect(last).not.toContain('HTTP/1.1');
});

test.each([
  ['without an edge', `content-type: multipart/form-data\r\n${sent('abc')}`, '请选择要上传的文件'],
  ['that was cut', FORM + sent(CUT), '文件没有传完，请重新上传'],
  ['that is none', JSON_KIND + sent('{}'), '请选择要上传的文件'],
])('answers a form %s with advice', async (_what, rest, msg) => {
  const { body } = await said(`POST /prod-api/common/upload${HEAD}${reader}${rest}`);
  expect(JSON.parse(body)).toMatchObject({ msg });
});

test('closes a connection that sends a request byte by byte after ten minutes, with a message', async () => {
  const begun = performance.now();
  const answers = await Promise.all([
    said('GET / HTTP/1.1\r\nhost: house.test\r\n', hasty),
    said(`${LOGIN}${JSON_KIND}content-length: 100\r\n\r\n{"username":`, hasty),
  ]);
  expect(performance.now() - begun).toBeGreaterThan(SLOW.requestTimeout);
  for (const { status, body } of answers) expect([status, JSON.parse(body)]).toEqual([408, { code: 400, msg: '请求超时，请检查网络后重试' }]);
});
