import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountsReport } from '../../contract/wechat/article.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { wechatFixture } from '../../tests/support/wechat-fixture.ts';
import { findTarget } from '../comment/comment-target.service.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';
import { countOf } from './counts-sheet.ts';

let t: TestContext;
let editor: Bearer;
let looker: Bearer;

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'editor', roles: ['ops_admin'] });
  await t.addUser({ userName: 'looker', permissions: ['cms:wechat:list'] });
  editor = await t.as('editor');
  looker = await t.as('looker');
  const make = wechatFixture(t);
  await make.addAccount('甲社', await make.addDomain('出版'));
});
afterAll(() => t.close());

const HEAD = ['公众号', '标题', '原文链接', '发布时间', '位置', '阅读数', '在看数', '点赞数', '分享数', '统计时间'];
const FIRST = ['甲社', '早春的书', 'https://mp.example.cn/s/1', '2026-03-02 08:00', '1', '1,200', '8', '30', '40', '2026-03-02 20:00:00'];
const SECOND = ['id_甲社', '灯下', 'https://mp.example.cn/s/2#wechat', '2026-03-03 08:00:00', '', '1.2万', '', '', '', '2026-03-03 20:00:00'];

interface Answer {
  code: number;
  msg: string;
  data: CountsReport;
}
const csv = (rows: readonly (readonly string[])[]): Buffer => Buffer.from(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'));
async function xlsx(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('数据').addRows(rows as string[][]);
  return Buffer.from(await book.xlsx.writeBuffer());
}
async function send(file: Buffer, fields: Record<string, string> = {}, name = '数据.csv', headers: Bearer = editor): Promise<Answer> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(file)]), name);
  const request = new Request('http://test/', { method: 'POST', body: form });
  const answer = await t.app.inject({
    method: 'POST',
    url: '/prod-api/cms/wechat/article/importCounts',
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json<Answer>();
}
const articles = () => t.context.db.selectFrom('wechatArticle').selectAll().orderBy('id').execute();
const stats = () => t.context.db.selectFrom('articleStat').selectAll().orderBy('id').execute();

test.each([
  ['1,234', 1234],
  ['1.2万', 12_000],
  ['10万+', 100_001],
  ['100000+', 100_001],
  ['', null],
  ['-3', Number.NaN],
  ['约500', Number.NaN],
  ['1.5', Number.NaN],
])('reads the count %s as %s', (text, count) => expect(countOf(text)).toBe(count));

test('a dry run reports every row by kind and writes nothing', async () => {
  const rows = [
    HEAD,
    FIRST,
    SECOND,
    FIRST,
    ['没有的号', '甲', '', '2026-03-02', '1', '5', '', '', '', ''],
    ['甲社', '乙', '', '', '', '5', '', '', '', ''],
    ['甲社', '丙', '', '2026-03-02', '9', '5', '', '', '', ''],
    ['甲社', '丁', 'ftp://x', '2026-03-02', '', '5', '', '', '', ''],
    ['甲社', '戊', '', '2026-03-02', '', '', '', '', '', ''],
  ];
  const { data } = await send(await xlsx(rows), { dryRun: '1' }, '数据.xlsx');
  expect(data).toMatchObject({ trial: true, done: 2, counts: { new: 2, changed: 0, same: 0, smaller: 0, duplicate: 1, invalid: 5 } });
  expect(data.skipped).toEqual([
    { row: 4, title: '早春的书', kind: 'duplicate', reason: '与第2行是同一篇文章，请只保留一行' },
    { row: 5, title: '甲', kind: 'invalid', reason: '没有公众号「没有的号」，请先新增公众号' },
    { row: 6, title: '乙', kind: 'invalid', reason: '新文章请填写发布时间' },
    { row: 7, title: '丙', kind: 'invalid', reason: '“位置”须是1到8' },
    { row: 8, title: '丁', kind: 'invalid', reason: '“原文链接”须以 http:// 或 https:// 开头，最长500个字符' },
    { row: 9, title: '戊', kind: 'invalid', reason: '请填写阅读数' },
  ]);
  expect([await articles(), await stats()]).toEqual([[], []]);
});

test('writes new articles with a snapshot from CSV, with the account by name or by its WeChat id', async () => {
  expect((await send(csv([HEAD, FIRST, SECOND]))).data).toMatchObject({ trial: false, done: 2, skipped: [] });
  expect(await articles()).toMatchObject([
    { title: '早春的书', readNum: 1200, likeNum: 30, position: 1, outlierState: 'none' },
    { title: '灯下', url: 'https://mp.example.cn/s/2', readNum: 12_000, position: 1, outlier: 'ratio', outlierState: 'pending' },
  ]);
  expect(await stats()).toMatchObject([{ readNum: 1200, source: 'import', createBy: 'editor' }, { readNum: 12_000 }]);
  const [log] = await t.context.db.selectFrom('operLog').selectAll().where('title', '=', '公众号文章').execute();
  expect([log?.businessType, log?.status]).toEqual([6, 0]);
});

test('keeps each snapshot, skips equal counts, and refuses smaller counts until they are confirmed', async () => {
  const later = [...FIRST.slice(0, 5), '1500', '9', '35', '41', '2026-03-04 20:00:00'];
  const smaller = [...FIRST.slice(0, 5), '1400', '9', '20', '41', '2026-03-05 20:00:00'];
  expect((await send(csv([HEAD, later, SECOND]))).data.counts).toMatchObject({ changed: 1, same: 1 });
  const refused = (await send(csv([HEAD, smaller]))).data;
  expect(refused).toMatchObject({
    done: 0,
    counts: { smaller: 1 },
    skipped: [{ row: 2, kind: 'smaller', reason: '阅读数从 1500 变成 1400，点赞数从 35 变成 20' }],
  });
  expect((await articles())[0]).toMatchObject({ readNum: 1500 });
  expect((await send(csv([HEAD, smaller]), { acceptSmaller: '1' })).data).toMatchObject({ done: 1, counts: { changed: 1 } });
  expect((await articles())[0]).toMatchObject({ readNum: 1400, statTime: Date.parse('2026-03-05T20:00:00+08:00') });
  const other = [...FIRST.slice(0, 5), '1600', '9', '35', '41', '2026-03-05 20:00:00'];
  expect((await send(csv([HEAD, other]))).data.skipped).toMatchObject([{ kind: 'invalid', reason: expect.stringContaining('已有另一组数据') }]);
});

test('an older snapshot is stored without changing the counts of the article', async () => {
  const older = [...FIRST.slice(0, 5), '1250', '8', '31', '40', '2026-03-03 08:00:00'];
  expect((await send(csv([HEAD, older]))).data).toMatchObject({ done: 1 });
  expect((await articles())[0]).toMatchObject({ readNum: 1400 });
  const id = (await articles())[0]?.id;
  const answer = await t.app.inject({ url: `/prod-api/cms/wechat/article/stats/${id}`, headers: looker });
  expect(answer.json<{ data: { readNum: number }[] }>().data.map((row) => row.readNum)).toEqual([1400, 1500, 1250, 1200]);
});

test('an exported list is accepted again by its numbers, and changes only what differs', async () => {
  const sent = await t.app.inject({ method: 'POST', url: '/prod-api/cms/wechat/article/export', headers: looker, payload: {} });
  const back = (await send(sent.rawPayload, { dryRun: '1' }, '公众号文章.xlsx')).data;
  expect(back).toMatchObject({ counts: { new: 0, changed: 0, same: 2, invalid: 0 } });
});

test('a hand-made change of counts takes a snapshot, and caps reads at 10万+', async () => {
  const [row] = await articles();
  const { data } = (await t.app.inject({ url: `/prod-api/cms/wechat/article/${row?.id}`, headers: editor })).json<{
    data: Record<string, unknown>;
  }>();
  const change = (more: object) =>
    t.app.inject({ method: 'PUT', url: '/prod-api/cms/wechat/article', headers: editor, payload: { ...data, ...more, version: undefined } });
  const before = (await stats()).length;
  expect((await change({ title: '早春的书（改）' })).json()).toMatchObject({ code: 200 });
  expect((await stats()).length).toBe(before);
  expect((await change({ readNum: 250_000, likeNum: 900 })).json()).toMatchObject({ code: 200, data: { readNum: 100_001 } });
  expect((await stats()).at(-1)).toMatchObject({ readNum: 100_001, source: 'hand', createBy: 'editor' });
});

test('requires the permission to import, and a sheet with the needed columns', async () => {
  expect(await send(csv([HEAD, FIRST]), {}, '数据.csv', looker)).toMatchObject({ code: 403 });
  expect(
    (
      await send(
        csv([
          ['标题', '点赞数'],
          ['甲', '3'],
        ]),
      )
    ).msg,
  ).toContain('表格缺少「阅读数」列');
  expect((await send(csv([HEAD]))).msg).toBe('表格里没有数据行，请填写后重新上传');
});

test('#28 shows an article of an enabled account to everybody, who may comment on it, and nothing of a disabled one', async () => {
  const [row] = await articles();
  const get = async () =>
    (await t.app.inject({ url: `/prod-api/cms/wechat/article/getInfo/${row?.id}` })).json<{ code: number; msg: string; data: object }>();
  expect((await get()).data).toMatchObject({ title: '早春的书', accountName: '甲社', domainName: '出版', content: '' });
  expect(await findTarget(t.context.db, 'wechatArticle', row?.id ?? 0)).toMatchObject({
    title: '早春的书',
    link: `/cms/main/wechatArticle/${row?.id}`,
  });
  await t.context.db.updateTable('wechatAccount').set({ status: '1' }).execute();
  expect(await findTarget(t.context.db, 'wechatArticle', row?.id ?? 0)).toBeUndefined();
  expect(await get()).toMatchObject({ code: 404, msg: '文章不存在' });
  const card = await t.app.inject({ url: `/prod-api/cms/wechat/account/getInfo/${row?.accountId}` });
  expect(card.json()).toMatchObject({ code: 404, msg: '公众号不存在或已停用' });
});
