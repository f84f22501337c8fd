import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { addListedWork } from '../../tests/support/listed-work.ts';
import type { Database } from './database.ts';
import { sharedAnswer, workAnswer } from './shared-answer.ts';

let t: TestContext;
let db: Database;
let work: number;
beforeAll(async () => {
  t = await testContext();
  ({ db } = t.context);
  work = await addListedWork(t.context, { title: '渡口' });
});
afterAll(() => t.close());

/** The titles of the works, and how often they were read from the database. */
function titles(key: string) {
  const read = vi.fn(async () => (await db.selectFrom('publication').select('title').execute()).map((row) => row.title));
  return { read, ask: () => sharedAnswer(db, key, ['publication'], read) };
}
const rename = (to: string, by: Pick<Database, 'updateTable'> = db) =>
  by.updateTable('publication').set({ title: to }).where('id', '=', work).execute();

test('46.5 an answer is computed once until one of its tables is written', async () => {
  const { ask, read } = titles('once');
  expect([await ask(), await ask()]).toEqual([['渡口'], ['渡口']]);
  expect(read).toHaveBeenCalledOnce();
  await rename('老桥');
  expect(await ask()).toEqual(['老桥']);
  await db.updateTable('publication').set({ viewNum: 7 }).where('id', '=', work).execute();
  await db.insertInto('searchWord').values({ word: '桥', hits: 1, lastTime: 0 }).execute();
  await ask();
  expect(read).toHaveBeenCalledTimes(2);
});

test('46.5 an answer that was computed during a transaction is not kept after its commit', async () => {
  const { ask } = titles('transaction');
  let during: Promise<string[]> = Promise.resolve([]);
  await db.transaction().execute(async (tx) => {
    await rename('麦田', tx);
    during = ask();
    await new Promise((resolve) => void setImmediate(resolve));
  });
  await during;
  expect(await ask()).toEqual(['麦田']);
});

test('46.5 a failed answer is not kept', async () => {
  let good = false;
  const ask = () =>
    sharedAnswer(db, 'failing', ['publication'], async () => {
      if (!good) throw new Error('no');
      return 1;
    });
  await expect(ask()).rejects.toThrow('no');
  good = true;
  expect(await ask()).toBe(1);
});

test('46.8 the tasks of a person are computed again after any change of work, not after a visit', async () => {
  const read = vi.fn(async () => 1);
  const ask = () => workAnswer(db, 'tasks', read);
  await ask();
  await db.insertInto('searchWord').values({ word: '渡口', hits: 1, lastTime: 0 }).execute();
  await ask();
  expect(read).toHaveBeenCalledOnce();
  await rename('渡口');
  await ask();
  expect(read).toHaveBeenCalledTimes(2);
});
