import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIST_VIEWS_MOST, type ListView } from '../../contract/system/list-view.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
let ann: Bearer;
let bob: Bearer;
beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'ann' });
  await t.addUser({ userName: 'bob' });
  [ann, bob] = [await t.as('ann'), await t.as('bob')];
});
afterAll(() => t.close());

const STATE = { filter: { postName: '编辑' }, orderByColumn: 'postSort', isAsc: 'desc', pageSize: 50, hidden: ['postCode'], density: 'compact' };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function ask(who: Bearer, method: Method, path = '', payload?: object): Promise<{ code: number; msg: string; data: ListView }> {
  const url = `/prod-api/system/listView${path}`;
  return (await t.app.inject({ method, url, headers: who, ...(payload ? { payload } : {}) })).json();
}
const add = (who: Bearer, name: string, more: object = {}) => ask(who, 'POST', '', { list: '/system/post', name, state: STATE, ...more });
const mine = async (who: Bearer): Promise<ListView[]> => (await ask(who, 'GET', '/mine')).data as unknown as ListView[];

test('#43.22 a person keeps named views of a list: added, renamed, replaced, deleted, one of them the default', async () => {
  const first = (await add(ann, ' 我的编辑岗 ', { isDefault: true })).data;
  expect(first).toMatchObject({ list: '/system/post', name: '我的编辑岗', state: STATE, isDefault: true });
  const second = (await add(ann, '全部')).data;
  const put = (viewId: number, change: object) => ask(ann, 'PUT', '', { viewId, ...change });
  expect((await put(second.viewId, { isDefault: true })).data.isDefault).toBe(true);
  expect((await mine(ann)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['我的编辑岗', false],
    ['全部', true],
  ]);
  expect((await put(second.viewId, { isDefault: false, name: '全部岗位' })).data).toMatchObject({ isDefault: false, name: '全部岗位' });
  expect((await put(second.viewId, { state: { ...STATE, filter: {} } })).data.state.filter).toEqual({});
  expect((await put(second.viewId, {})).msg).toBe('没有要修改的内容');
  expect((await ask(ann, 'DELETE', `/${second.viewId}`)).code).toBe(200);
  expect((await ask(ann, 'DELETE', `/${second.viewId}`)).code).toBe(404);
  expect((await mine(ann)).map(({ name }) => name)).toEqual(['我的编辑岗']);
});

test('#43.22 the name of a view is unique for a person and a list', async () => {
  expect((await add(ann, '我的编辑岗')).msg).toBe('已有名为「我的编辑岗」的视图，请换一个名称，或覆盖原来的视图');
  expect((await add(ann, '我的编辑岗', { list: '/system/dict/type' })).code).toBe(200);
  expect((await add(bob, '我的编辑岗')).code).toBe(200);
  const other = (await add(ann, '另一个')).data;
  expect((await ask(ann, 'PUT', '', { viewId: other.viewId, name: '我的编辑岗' })).code).toBe(500);
});

test('#43.22 the view of another person is not found', async () => {
  const [view] = await mine(ann);
  const viewId = view?.viewId ?? 0;
  expect((await ask(bob, 'PUT', '', { viewId, name: '改名' })).code).toBe(404);
  expect((await ask(bob, 'PUT', '', { viewId, isDefault: true })).code).toBe(404);
  expect((await ask(bob, 'DELETE', `/${viewId}`)).code).toBe(404);
  expect(await mine(bob)).toHaveLength(1);
  expect((await mine(ann))[0]).toEqual(view);
});

test('#43.22 rejects a view without a name, of a list that does not exist, with a state beyond its limits, or too many', async () => {
  expect((await add(bob, ' ')).msg).toBe('请填写视图名称');
  expect((await add(bob, '长'.repeat(21))).msg).toBe('视图名称不能超过20个字');
  expect((await add(bob, '甲', { list: '/no/such' })).msg).toBe('没有这个列表');
  expect((await add(bob, '甲', { list: 'https://elsewhere' })).msg).toBe('没有这个列表');
  for (const wrong of [
    { pageSize: 7 },
    { density: 'tiny' },
    { filter: { postName: '长'.repeat(201) } },
    { filter: Object.fromEntries(Array.from({ length: 41 }, (_one, at) => [`f${at}`, '1'])) },
    { hidden: Array.from({ length: 81 }, (_one, at) => `c${at}`) },
  ])
    expect((await add(bob, '甲', { state: { ...STATE, ...wrong } })).code).toBe(400);
  for (let at = (await mine(bob)).length; at < LIST_VIEWS_MOST; at += 1) expect((await add(bob, `视图${at}`)).code).toBe(200);
  expect((await add(bob, '再一个')).msg).toBe('一个列表最多保存20个视图，请先删除不用的');
});
