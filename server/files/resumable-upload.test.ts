import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

const PATH = '/prod-api/publication-uploads';
const TUS = { 'tus-resumable': '1.0.0' };
let town: TestContext;
let one: Bearer;
let other: Bearer;
beforeAll(async () => {
  town = await testContext();
  for (const userName of ['one', 'other']) await town.addUser({ userName, permissions: ['publish:publication:add'] });
  [one, other] = [await town.as('one'), await town.as('other')];
});
afterAll(() => town.close());

async function begin(bearer: Bearer): Promise<string> {
  const answer = await town.app.inject({ method: 'POST', url: PATH, headers: { ...TUS, ...bearer, 'upload-length': '10' } });
  return String(answer.headers.location).split('/').at(-1) ?? '';
}

const there = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

test('A30 ignores an id in the query and checks the owner of the upload in the path', async () => {
  const [mine, theirs] = [await begin(one), await begin(other)];
  const answer = await town.app.inject({ method: 'DELETE', url: `${PATH}/${mine}?x=/${theirs}`, headers: { ...TUS, ...one } });
  expect(answer.statusCode).toBe(204);
  expect(await there(join(town.context.settings.dataDir, 'uploads', theirs))).toBe(true);
  expect(await there(join(town.context.settings.dataDir, 'uploads', mine))).toBe(false);
});

test('A8 removes no file outside the uploads, whatever the query contains', async () => {
  const kept = join(town.context.settings.dataDir, 'kept.txt');
  await writeFile(kept, 'kept');
  await writeFile(`${kept}.json`, '{}');
  const mine = await begin(one);
  await town.app.inject({ method: 'DELETE', url: `${PATH}/${mine}?x=/..%2Fkept.txt`, headers: { ...TUS, ...one } });
  expect(await there(kept)).toBe(true);
  const again = await begin(one);
  await town.app.inject({ method: 'DELETE', url: `${PATH}?x=/${again}`, headers: { ...TUS, ...other } });
  expect(await there(join(town.context.settings.dataDir, 'uploads', again))).toBe(true);
});

const MALFORMED = '上传请求不正确，请重新选择文件上传';
const OTHERWISE = '上传方式与服务器不一致，请刷新页面后重新选择文件上传';
const PART = { 'content-type': 'application/offset+octet-stream' };

test.each([
  ['no offset before the beginning', 'PATCH', { ...PART, 'upload-offset': '-1' }, 400, MALFORMED],
  ['no offset that is no number', 'PATCH', { ...PART, 'upload-offset': 'abc' }, 400, MALFORMED],
  ['no part without an offset', 'PATCH', PART, 400, MALFORMED],
  ['no part of another kind', 'PATCH', { 'upload-offset': '0', 'content-type': 'application/x-www-form-urlencoded' }, 415, MALFORMED],
  ['no part elsewhere than at the end', 'PATCH', { ...PART, 'upload-offset': '5' }, 409, '上传进度不一致，请重试'],
  ['nothing past the declared end', 'PATCH', { ...PART, 'upload-offset': '0' }, 413, '发来的内容超出了文件的大小，请重新选择文件上传'],
  ['no other protocol', 'PATCH', { ...PART, 'upload-offset': '0', 'tus-resumable': '0.2' }, 412, OTHERWISE],
  ['no length below nothing', 'POST', { 'upload-length': '-1' }, 400, MALFORMED],
  ['no file without a length', 'POST', {}, 400, MALFORMED],
  ['no names that cannot be read', 'POST', { 'upload-length': '10', 'upload-metadata': 'filename !!!,,' }, 400, MALFORMED],
  ['no file in pieces', 'POST', { 'upload-concat': 'partial', 'upload-length': '10' }, 501, MALFORMED],
  ['no file over the limit', 'POST', { 'upload-length': String(301 * 1024 * 1024) }, 413, '文件超过300MB，请压缩书中的图片后再上传'],
] as const)('rejects with a message: %s', async (_what, method, headers, status, msg) => {
  const url = method === 'POST' ? PATH : `${PATH}/${await begin(one)}`;
  const part = method === 'PATCH' ? { payload: Buffer.alloc(20) } : {};
  const answer = await town.app.inject({ method, url, headers: { ...TUS, ...one, ...headers }, ...part });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['tus-resumable']).toBe('1.0.0');
  if (status === 412) expect(answer.headers['tus-version']).toBe('1.0.0');
  expect(answer.json()).toEqual({ code: status, msg });
});
