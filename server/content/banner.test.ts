import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

const all = (name: string) => ['list', 'query', 'add', 'edit', 'remove'].map((action) => `cms:${name}:${action}`);
let t: TestContext;
const who: Record<string, Bearer> = {};

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'writer', permissions: [...all('banner'), ...all('slogan')] });
  await t.addUser({ userName: 'auditor', permissions: ['cms:banner:list', 'cms:slogan:list', 'cms:content:audit'] });
  for (const name of ['writer', 'auditor']) who[name] = await t.as(name);
});
afterAll(() => t.close());

// oxlint-disable-next-line no-explicit-any -- answers of many calls
type Answer = any;
async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as = 'writer'): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api/cms${path}`, headers: who[as] ?? {}, ...(body ? { payload: body } : {}) });
  return answer.json();
}
const addBanner = async (title: string, more: object = {}): Promise<number> =>
  (await ask('POST', '/banner', { title, position: 'reading', ...more })).data.bannerId;
async function release(bannerId: number): Promise<Answer> {
  await ask('PUT', `/banner/submit/${bannerId}`);
  return ask('PUT', `/banner/approve/${bannerId}`, {}, 'auditor');
}
const shown = async (position: string): Promise<string[]> =>
  (await ask('GET', `/banner/queryBanner?position=${position}`, undefined, 'nobody')).data.map((one: Answer) => one.title);

test('#115 SM24 shows a banner after approval, hides it when it is changed, and within its dates only', async () => {
  const id = await addBanner('新书');
  expect(await shown('reading')).toEqual([]);
  expect(await release(id)).toMatchObject({ code: 200 });
  expect(await shown('reading')).toEqual(['新书']);
  const { data: row } = await ask('GET', `/banner/${id}`);
  await ask('PUT', '/banner', { ...row, title: '新书上架' });
  expect(await shown('reading')).toEqual([]);
  expect((await ask('PUT', `/banner/approve/${id}`, {}, 'auditor')).code).toBe(200);
  expect(await shown('reading')).toEqual(['新书上架']);

  const later = await addBanner('明年', { startTime: '2099-01-01 00:00:00' });
  await release(later);
  expect((await ask('GET', `/banner/${later}`)).data.state).toBe('scheduled');
  const past = await addBanner('去年');
  await release(past);
  await t.context.db.updateTable('banner').set({ expireTime: 1 }).where('id', '=', past).execute();
  expect((await ask('GET', `/banner/${past}`)).data.state).toBe('offline');
  expect(await shown('reading')).toEqual(['新书上架']);
  const dates = { startTime: '2099-01-02 00:00:00', endTime: '2099-01-01 00:00:00' };
  expect(await ask('POST', '/banner', { title: '倒着', ...dates })).toMatchObject({ msg: '结束时间须晚于开始时间' });
});

test('#115 stores the order of a position, and lets at most eight banners be shown there', async () => {
  const ids: number[] = [];
  for (let index = 0; index < 9; index += 1) ids.push(await addBanner(`图${index}`, { position: 'scholar' }));
  for (const id of ids.slice(0, 8)) expect(await release(id)).toMatchObject({ code: 200 });
  expect(await release(ids[8] ?? 0)).toEqual({ code: 500, msg: '一个位置最多同时展示8张轮播图，请先下线一张' });
  await ask('PUT', '/banner/sort', { position: 'scholar', bannerIds: ids.toReversed() });
  expect((await shown('scholar'))[0]).toBe('图7');
  await ask('PUT', `/banner/offline/${ids[0]}`);
  expect((await ask('PUT', `/banner/approve/${ids[8]}`, {}, 'auditor')).code).toBe(200);
  expect((await shown('scholar'))[0]).toBe('图8');
});

test('#115 rejects a target that does not exist and an address of another site', async () => {
  const add = (linkType: string, linkValue: string) => ask('POST', '/banner', { title: '目标', linkType, linkValue });
  expect(await add('notice', '999')).toMatchObject({ code: 500, msg: '请选择要打开的公告' });
  expect(await add('publication', 'x')).toMatchObject({ code: 500, msg: '请选择要打开的作品' });
  for (const url of ['https://other.example', '//other.example', 'javascript:x'])
    expect((await add('url', url)).msg).toBe('网址须是本站地址，以 / 开头，例如 /cms/main/notice');
  expect(await add('url', '/cms/main/notice')).toMatchObject({ code: 200, data: { linkText: '/cms/main/notice' } });
});

test('#114 SM24 shows slogans of a position in their order after approval', async () => {
  const ids: number[] = [];
  for (const content of ['一', '二']) {
    const { data } = await ask('POST', '/slogan', { content, position: 'login' });
    ids.push(data.sloganId);
    await ask('PUT', `/slogan/submit/${data.sloganId}`);
    await ask('PUT', `/slogan/approve/${data.sloganId}`, {}, 'auditor');
  }
  expect(await ask('POST', '/slogan', { content: '一', position: 'login' })).toMatchObject({
    code: 500,
    msg: expect.stringContaining('这个位置已有相同的标语'),
  });
  await ask('PUT', '/slogan/sort', { position: 'login', sloganIds: ids.toReversed() });
  const { data } = await ask('GET', '/slogan/querySlogan?position=login', undefined, 'nobody');
  expect(data.map((one: Answer) => one.content)).toEqual(['二', '一']);
});
