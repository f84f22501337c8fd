import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { FLUSH_MS, ViewCounts } from './view-counts.ts';

let t: TestContext;
let works: number[];
beforeAll(async () => {
  t = await testContext();
  works = [await addListedWork(t.context, { title: '渡口' }), await addListedWork(t.context, { title: '老桥' })];
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.context.db.updateTable('publication').set({ viewNum: 0 }).execute();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

const stored = async () => (await t.context.db.selectFrom('publication').select('viewNum').orderBy('id').execute()).map((row) => row.viewNum);

/** Counts of the works, and the statements that wrote them. */
function counts() {
  const views = new ViewCounts(t.context.db);
  const update = vi.spyOn(t.context.db, 'updateTable');
  return { views, update, view: (...of: number[]) => of.forEach((at) => views.add('publication', works[at] ?? 0)) };
}

test('#53.5 views of a work are one update of its row, a few seconds later', async () => {
  const { views, update, view } = counts();
  for (let turn = 0; turn < 50; turn += 1) view(0);
  view(1);
  await vi.advanceTimersByTimeAsync(FLUSH_MS - 1);
  expect([await stored(), update.mock.calls.length]).toEqual([[0, 0], 0]);
  await vi.advanceTimersByTimeAsync(1);
  await views.flush();
  expect([await stored(), update.mock.calls.length]).toEqual([[50, 1], 2]);
  update.mockRestore();
});

test('#53.5 no view is lost at a normal stop, and several servers add up', async () => {
  const servers = [counts(), counts(), counts()];
  for (const { view } of servers) view(0, 0, 1);
  await Promise.all(servers.map(({ views }) => views.close()));
  for (const { update } of servers) update.mockRestore();
  expect(await stored()).toEqual([6, 3]);
  expect(vi.getTimerCount()).toBe(0);
});

test('#53.5 views that could not be written are written the next time', async () => {
  const { views, update, view } = counts();
  view(0, 0, 1);
  update.mockImplementation(() => {
    throw new Error('the database is down');
  });
  await views.flush();
  expect(vi.getTimerCount()).toBe(1);
  view(0);
  update.mockRestore();
  await vi.advanceTimersByTimeAsync(FLUSH_MS);
  await views.flush();
  expect(await stored()).toEqual([3, 1]);
});

test('#53.5 a stopping server writes the views of its requests', async () => {
  const one = await testContext();
  const id = await addListedWork(one.context, { title: '灯塔' });
  const update = vi.spyOn(one.context.db, 'updateTable');
  await one.app.inject({ url: `/prod-api/cms/publish/getInfo/${id}` });
  const viewed = () => update.mock.calls.filter(([table]) => String(table) === 'publication').length;
  expect(viewed()).toBe(0);
  await one.close();
  expect(viewed()).toBe(1);
});
