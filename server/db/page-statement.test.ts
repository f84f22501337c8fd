import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { pageRows } from './page-statement.ts';

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
  for (let n = 0; n < 5; n += 1) await addListedWork(t.context, { title: `第${n}本` });
});
afterAll(() => t.close());

test('#53.5 a page is built once for its filter, and each offset gets its own rows', async () => {
  const { db } = t.context;
  const built: number[] = [];
  const page = (limit: number, from: number) =>
    pageRows(db, `test ${limit}`, from, (offset) => {
      built.push(limit);
      return db.selectFrom('publication').select(['id', 'isFree']).orderBy('id').limit(limit).offset(offset);
    });
  const ids = (await db.selectFrom('publication').select('id').orderBy('id').execute()).map((row) => row.id);
  const pages = [await page(2, 0), await page(2, 2), await page(2, 4), await page(3, 1)];
  expect(pages.map((rows) => rows.map((row) => row.id))).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), ids.slice(1, 4)]);
  expect(pages[0]?.[0]).toEqual({ id: ids[0], isFree: '1' });
  expect(built).toEqual([2, 3]);
});
