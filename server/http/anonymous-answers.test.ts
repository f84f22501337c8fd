import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

const LIST = '/prod-api/cms/publish/queryPublishList?sort=new';
let t: TestContext;
let work: number;
beforeAll(async () => {
  t = await testContext();
  work = await addListedWork(t.context, { title: '渡口' });
  await t.addUser({ userName: 'reader' });
});
afterAll(() => t.close());

/** The titles of an answer, and the number of statements that it took. */
async function list(headers: Record<string, string> = {}, url = LIST) {
  const note = vi.spyOn(t.context.db.times, 'note');
  const answer = await t.app.inject({ url, headers });
  const statements = note.mock.calls.filter(([event]) => event.query.sql.includes('"publication"')).length;
  note.mockRestore();
  return { titles: answer.json().rows?.map((row: { title: string }) => row.title), statements, answer };
}
const rename = (title: string) => t.context.db.updateTable('publication').set({ title }).where('id', '=', work).execute();

test('#53.5 an anonymous list is read once until one of its tables is written, with the same headers', async () => {
  await rename('老桥');
  const [first, second] = [await list(), await list()];
  expect([first.titles, second.titles]).toEqual([['老桥'], ['老桥']]);
  expect([first.statements > 0, second.statements]).toEqual([true, 0]);
  const { date: _first, 'x-request-id': one, ...headers } = first.answer.headers;
  const { date: _second, 'x-request-id': other, ...again } = second.answer.headers;
  expect(again).toEqual(headers);
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  expect(one).not.toBe(other);
  await rename('麦田');
  expect((await list()).titles).toEqual(['麦田']);
  await t.context.db.updateTable('publication').set({ status: 'draft' }).where('id', '=', work).execute();
  expect((await list()).titles).toEqual([]);
  await t.context.db.updateTable('publication').set({ status: 'listed' }).where('id', '=', work).execute();
});

test('#53.5 a request with credentials, with another address or with an error is not answered from it', async () => {
  await list();
  expect((await list()).statements).toBe(0);
  expect((await list({}, `${LIST}&pageSize=5`)).statements).toBeGreaterThan(0);
  for (const headers of [await t.as('reader'), { authorization: 'Bearer unknown-token-of-nobody-here' }]) {
    expect((await list(headers)).statements).toBeGreaterThan(0);
  }
  const wrong = `${LIST}&pageNum=x`;
  const codes = [(await list({}, wrong)).answer.json().code, (await list({}, wrong)).answer.json().code];
  expect(codes).toEqual([codes[0], codes[0]]);
  expect(codes[0]).not.toBe(200);
});

test('#53.5 views in a list may be five seconds old, not more', async () => {
  const hot = `${LIST.replace('new', 'hot')}`;
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await list({}, hot);
    // In-memory PostgreSQL does not announce writes, so answers are kept for a shorter time.
    vi.setSystemTime(Date.now() + (t.context.db.engine.alone ? 5_000 : 1_000) - 100);
    expect((await list({}, hot)).statements).toBe(0);
    vi.setSystemTime(Date.now() + 200);
    expect((await list({}, hot)).statements).toBeGreaterThan(0);
  } finally {
    vi.useRealTimers();
  }
});
