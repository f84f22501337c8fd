import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';

let t: TestContext;
let editor: Bearer;
let looker: Bearer;

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'editor', roles: ['ops_admin'] });
  await t.addUser({ userName: 'looker', roles: ['works_admin'] });
  editor = await t.as('editor');
  looker = await t.as('looker');
});
afterAll(() => t.close());

interface Answer {
  code: number;
  msg: string;
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  data: any;
  rows: Record<string, unknown>[];
}
async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = editor,
): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api/cms/wechat/${path}`, headers, ...(body ? { payload: body } : {}) });
  return answer.json<Answer>();
}
async function bring(csv: string): Promise<Answer> {
  const form = new FormData();
  form.append('dryRun', '0');
  form.append('file', new Blob([csv]), '公众号.csv');
  const request = new Request('http://test/', { method: 'POST', body: form });
  const answer = await t.app.inject({
    method: 'POST',
    url: '/prod-api/cms/wechat/account/importData',
    headers: { ...editor, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json<Answer>();
}

test('a domain is shown in order to everybody, and is not removed while it has accounts', async () => {
  const { data: late } = await ask('POST', 'domain', { domainName: '教育', orderNum: 2 });
  const { data: early } = await ask('POST', 'domain', { domainName: '出版', orderNum: 1 });
  await ask('POST', 'domain', { domainName: '停用的', orderNum: 3, status: '1' });
  expect((await ask('POST', 'domain', { domainName: '出版' })).msg).toContain('领域名称已存在');
  expect((await ask('GET', 'queryDomain', undefined, {})).data).toEqual([
    { domainId: early.domainId, domainName: '出版' },
    { domainId: late.domainId, domainName: '教育' },
  ]);
  const account = { accountName: '灯下书单', wechatId: 'dengxia_shudan', domainId: early.domainId };
  expect(await ask('POST', 'account', account)).toMatchObject({ code: 200, data: { domainName: '出版', articleNum: 0 } });
  expect(await ask('DELETE', `domain/${early.domainId}`)).toMatchObject({ code: 500, msg: expect.stringContaining('下还有公众号') });
  expect(await ask('DELETE', `domain/${late.domainId}`)).toMatchObject({ code: 200 });
  expect((await ask('GET', 'domain/list')).rows[0]).toMatchObject({ domainName: '出版', accountNum: 1 });
});

test('an account needs an existing domain and its own WeChat id', async () => {
  const draft = { accountName: '某号', wechatId: 'some_account', domainId: 99_999 };
  expect(await ask('POST', 'account', draft)).toMatchObject({ code: 500, msg: '领域不存在或已被删除，请重新选择' });
  expect((await ask('POST', 'account', { ...draft, wechatId: '1短' })).msg).toContain('微信号须以字母开头');
  const { data: domain } = await ask('POST', 'domain', { domainName: '生活' });
  expect((await ask('POST', 'account', { ...draft, wechatId: 'dengxia_shudan', domainId: domain.domainId })).msg).toContain('微信号已存在');
});

test('#124 accounts are imported from CSV with the domain by its name', async () => {
  const head = '公众号名称,微信号,领域,已认证\n';
  const bad = await bring(`${head}纸页之间,zhiye_zhijian,没有的领域,是\n`);
  expect(bad.data.refused).toMatchObject([{ line: 2, why: '没有领域「没有的领域」，请先在公众号领域里新增' }]);
  expect((await bring(`${head}纸页之间,zhiye_zhijian,出版,是\n慢读会,mandu_hui,出版,否\n`)).data).toMatchObject({ added: 2, refused: [] });
  const { rows } = await ask('GET', 'account/list?certified=1');
  expect(rows.map((row) => [row['accountName'], row['domainName']])).toEqual([['纸页之间', '出版']]);
});

test('a removed account goes to the recycle bin and comes back', async () => {
  const [row] = (await ask('GET', 'account/list?accountName=慢读')).rows;
  expect(await ask('DELETE', `account/${String(row?.['accountId'])}`)).toMatchObject({ code: 200 });
  const bin = await t.app.inject({ url: '/prod-api/recycle/list?group=content', headers: editor });
  const [item] = bin.json<Answer>().rows;
  expect(item).toMatchObject({ title: '慢读会', origin: '公众号' });
  await t.app.inject({ method: 'PUT', url: `/prod-api/recycle/restore/${String(item?.['recycleId'])}`, headers: editor });
  expect((await ask('GET', 'account/list?accountName=慢读')).rows).toHaveLength(1);
});

test('works_admin reads accounts but changes nothing', async () => {
  expect(await ask('GET', 'account/list', undefined, looker)).toMatchObject({ code: 200 });
  for (const path of ['domain', 'account', 'article']) expect(await ask('POST', path, {}, looker)).toMatchObject({ code: 403 });
});
