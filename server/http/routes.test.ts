import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
});
afterAll(() => town.close());

test('returns HTTP 404 with an envelope for an unknown path of the API', async () => {
  const answer = await town.app.inject('/prod-api/nothing/here');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ code: 404, msg: '访问资源不存在' });
});

test('treats an impossible row number like the number of a deleted row', async () => {
  for (const number of ['999999', '1234567890123456', '12345678901234567890', '9'.repeat(400)])
    for (const path of ['cms/publish/getInfo', 'cms/publish/querySimilar', 'cms/publish/tracks', 'system/notice/getInfo'])
      expect([path, number, (await town.app.inject(`/prod-api/${path}/${number}`)).json()]).toMatchObject([path, number, { code: 404 }]);
  for (const number of ['0', '-1', '1.5', 'x'])
    expect((await town.app.inject(`/prod-api/cms/publish/getInfo/${number}`)).json()).toEqual({ code: 400, msg: '编号不正确' });
});

test.each([
  ['a broken body', '{"username":', 'application/json'],
  ['a body of another kind', '<a/>', 'text/xml'],
])('rejects %s without a stack trace', async (_name, payload, type) => {
  const answer = await town.app.inject({ method: 'POST', url: '/prod-api/login', headers: { 'content-type': type }, payload });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.body).not.toMatch(/\bat |node_modules|Error:/);
});

test('F36 rejects or safely handles a body with ten thousand levels, a prototype or a NUL', async () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  for (const payload of [deep, '{"__proto__":{"admin":true},"username":"a","password":"b"}', '{"username":"a\\u0000b","password":"pass-word"}']) {
    const answer = await town.app.inject({ method: 'POST', url: '/prod-api/login', headers: { 'content-type': 'application/json' }, payload });
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json<{ code: number }>().code).not.toBe(200);
  }
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

test('#43.17 refuses a text with NUL in a body, a query and a name, instead of storing something else', async () => {
  for (const [url, payload] of [
    ['/prod-api/login', '{"username":"a\\u0000b","password":"pass-word"}'],
    ['/prod-api/login', '{"username":"ab","password":"pass-word","\\u0000":1}'],
    ['/prod-api/cms/search/across?keyword=a%00b', undefined],
  ] as const) {
    const answer = await town.app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      headers: payload ? { 'content-type': 'application/json' } : {},
      ...(payload ? { payload } : {}),
    });
    expect(answer.json<{ code: number; msg: string }>()).toMatchObject({ code: 400, msg: '内容里有空字符（U+0000），不能保存，请删除后再提交' });
  }
});

test('sends the security headers with every response', async () => {
  const { headers } = await town.app.inject('/prod-api/health');
  expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
  expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' });
});

test('answers health without I/O, and checks the database for ready', async () => {
  expect((await town.app.inject('/prod-api/health')).json()).toEqual({ code: 200 });
  expect((await town.app.inject('/prod-api/ready')).json()).toMatchObject({ code: 200 });
});
