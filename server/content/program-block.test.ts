import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';

let t: TestContext;
let editor: Bearer;

beforeAll(async () => {
  t = await testContext();
  const now = Date.now();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, now));
  await t.addUser({ userName: 'editor', roles: ['works_admin'] });
  editor = await t.as('editor');
  const row = { kind: 'book' as const, authorsText: '何语', edition: 1, status: 'listed' as const, createTime: now, updateTime: now };
  await t.context.db
    .insertInto('publication')
    .values([
      { ...row, publishNo: '1', title: '免费的书', isFree: '1', recommend: '0', viewNum: 1, listTime: now - 2 },
      { ...row, publishNo: '2', title: '推荐的书', isFree: '0', recommend: '1', viewNum: 9, listTime: now - 1 },
    ])
    .execute();
});
afterAll(() => t.close());

interface Block {
  blockKey: string;
  source: string;
  books?: { title: string }[];
  content?: string;
  more?: string;
}
async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers: Record<string, string> = editor) {
  const answer = await t.app.inject({ method, url: `/prod-api/${path}`, headers, ...(body ? { payload: body } : {}) });
  return answer.json<{
    code: number;
    msg: string;
    data: Block[] & { blockId: number };
    rows: { blockId: number; blockKey: string; onlyFree: string }[];
  }>();
}
const shown = async () => (await ask('GET', 'cms/block/queryBlocks?page=home', undefined, {})).data as Block[];

test('shows default home page blocks on a new installation and leaves out empty ones', async () => {
  const blocks = await shown();
  expect(blocks.map((block) => block.blockKey)).toEqual(['fresh', 'recommended', 'free']);
  expect(blocks.map((block) => block.books?.map((book) => book.title))).toEqual([['推荐的书', '免费的书'], ['推荐的书'], ['免费的书']]);
  expect(blocks[2]?.more).toBe('/cms/main/cmsReadingCenter?sort=hot&price=free');
});

test('does not repeat works in two lists of a page while there are others', async () => {
  const change = (title: string, to: { recommend: string; isFree: string }) =>
    t.context.db
      .updateTable('publication')
      .set(to as never)
      .where('title', '=', title)
      .execute();
  const lists = async () => (await shown()).map((block) => block.books?.map((book) => book.title));
  await change('推荐的书', { recommend: '1', isFree: '1' });
  expect(await lists()).toEqual([['推荐的书', '免费的书'], ['推荐的书'], ['免费的书']]);
  await change('免费的书', { recommend: '0', isFree: '0' });
  expect(await lists()).toEqual([['推荐的书', '免费的书'], ['推荐的书'], ['推荐的书']]);
  await change('推荐的书', { recommend: '1', isFree: '0' });
  await change('免费的书', { recommend: '0', isFree: '1' });
});

test('shows the user agreement in separate blocks that are public and that staff may edit', async () => {
  const agreed = async () => (await ask('GET', 'cms/block/queryBlocks?page=agreement', undefined, {})).data as Block[];
  expect((await agreed()).map((block) => [block.blockKey, block.source])).toEqual([
    ['terms', 'html'],
    ['privacy', 'html'],
  ]);
  const { rows } = await ask('GET', 'program/block/list?page=agreement&orderByColumn=orderNum');
  const changed = await ask('PUT', 'program/block', { ...rows[0], content: '<p>借阅<strong>三十天</strong><script>1</script></p>' });
  expect(changed.msg).toBe('操作成功');
  const list = { page: 'agreement', blockKey: 'books', title: '新书', source: 'publication' };
  expect((await ask('POST', 'program/block', list)).msg).toBe('用户协议只能放自定义内容');
  expect((await agreed())[0]?.content).toBe('<p>借阅<strong>三十天</strong></p>');
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  expect((await agreed())[0]?.content).toContain('三十天');
});

test('shows readers the order, hidden state and sanitized custom content that an editor sets', async () => {
  const { rows } = await ask('GET', 'program/block/list?page=home&orderByColumn=orderNum');
  const free = rows.find((row) => row.blockKey === 'free');
  expect(free?.onlyFree).toBe('1');
  expect((await ask('PUT', 'program/block/sort', { page: 'home', blockIds: [...rows].map((row) => row.blockId).toReversed() })).code).toBe(200);
  expect((await shown()).map((block) => block.blockKey)).toEqual(['free', 'recommended', 'fresh']);
  await ask('PUT', 'program/block', { ...free, visible: '0' });
  const html = { page: 'home', blockKey: 'hello', title: '说明', source: 'html', orderNum: 0, content: '<p>你好<script>alert(1)</script></p>' };
  expect((await ask('POST', 'program/block', { ...html, content: '<script>1</script>' })).msg).toBe('请填写要显示的内容');
  expect((await ask('POST', 'program/block', html)).code).toBe(200);
  const blocks = await shown();
  expect(blocks.map((block) => block.blockKey)).toEqual(['hello', 'recommended', 'fresh']);
  expect(blocks[0]?.content).toBe('<p>你好</p>');
  expect((await ask('POST', 'program/block', html)).msg).toContain('区块标识已存在');
});

test('rejects a reader who arranges blocks', async () => {
  await t.addUser({ userName: 'reader' });
  expect((await ask('PUT', 'program/block/sort', { page: 'home', blockIds: [1] }, await t.as('reader'))).code).toBe(403);
});
