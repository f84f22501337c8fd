import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
let editor: Bearer;
let publishId: number;

beforeAll(async () => {
  t = await testContext();
  const stamps = { createTime: Date.now(), updateTime: Date.now() };
  const program = ['list', 'query', 'add', 'edit', 'remove'].map((action) => `program:field:${action}`);
  await t.addUser({ userName: 'editor', permissions: [...program, 'publish:publication:edit', 'publish:publication:query'] });
  editor = await t.as('editor');
  await t.context.db
    .insertInto('dictType')
    .values({ dictName: '纸张', dictType: 'paper', ...stamps })
    .execute();
  await t.context.db
    .insertInto('dictData')
    .values({ dictType: 'paper', dictValue: 'light', dictLabel: '轻型纸', dictSort: 1, ...stamps })
    .execute();
  const row = {
    publishNo: '1',
    kind: 'book' as const,
    title: '桥',
    authorsText: '何语',
    edition: 1,
    isFree: '1' as const,
    status: 'listed' as const,
    listTime: 1,
  };
  publishId = (
    await t.context.db
      .insertInto('publication')
      .values({ ...row, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => t.close());

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers: Record<string, string> = editor) {
  const answer = await t.app.inject({ method, url: `/prod-api/${path}`, headers, ...(body ? { payload: body } : {}) });
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  return answer.json<{ code: number; msg: string; data: any }>();
}
const save = async (ext: object) => {
  const { data } = await ask('GET', `cms/publish/${publishId}`);
  return ask('PUT', 'cms/publish', { ...data, ext });
};

test('checks custom fields by their rules, stores them with the work, and shows them to readers by label', async () => {
  const add = (field: object) => ask('POST', 'program/field', { entityType: 'publication', ...field });
  expect((await add({ fieldKey: 'paper', label: '用纸', component: 'select', dictType: 'nothing' })).msg).toContain('字典类型不存在');
  expect((await add({ fieldKey: 'Paper', label: '用纸' })).msg).toContain('字段标识须以小写字母开头');
  await add({ fieldKey: 'paper', label: '用纸', component: 'select', dictType: 'paper', required: '1', orderNum: 1 });
  const { data: sheets } = await add({ fieldKey: 'sheets', label: '印张', component: 'number', least: 1, most: 200, orderNum: 2 });
  expect((await ask('GET', 'program/field/entity/publication')).data.map((field: { label: string }) => field.label)).toEqual(['用纸', '印张']);

  expect((await save({})).msg).toBe('用纸不能为空');
  expect((await save({ paper: 'heavy' })).msg).toBe('用纸请从列表中选择');
  expect((await save({ paper: 'light', sheets: 0 })).msg).toBe('印张不能小于1');
  expect((await save({ paper: 'light', sheets: 300 })).msg).toBe('印张不能大于200');
  expect((await save({ paper: 'light', sheets: '12', unknown: 'x' })).data.ext).toEqual({ paper: 'light', sheets: 12 });
  const { data: seen } = await ask('GET', `cms/publish/getInfo/${publishId}`, undefined, {});
  expect(seen.more).toEqual([
    { label: '用纸', value: '轻型纸' },
    { label: '印张', value: '12' },
  ]);

  // A field that is not in use keeps its stored values, but is no longer validated.
  await ask('PUT', 'program/field', { ...sheets, status: '1' });
  expect((await save({ paper: 'light' })).data.ext).toEqual({ paper: 'light', sheets: 12 });
  expect((await ask('GET', `cms/publish/getInfo/${publishId}`, undefined, {})).data.more).toHaveLength(1);
});
