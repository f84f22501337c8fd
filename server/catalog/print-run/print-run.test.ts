import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { printRunsBetween } from './print-run.service.ts';

let town: TestContext;
let works: Bearer;
let reader: Bearer;
beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'works', permissions: ['publish:publication:query', 'publish:publication:reprint', 'publish:publication:delist'] });
  await town.addUser({ userName: 'reader', permissions: ['publish:publication:query'] });
  [works, reader] = [await town.as('works'), await town.as('reader')];
});
afterAll(() => town.close());

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any };
const ask = async (as: Bearer, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> =>
  (await town.app.inject({ method, url: `/prod-api${path}`, headers: as, ...(payload ? { payload } : {}) })).json<Answer>();
const reprint = (id: number, copies: number, printedOn: string, requestId: string = randomUUID(), as = works) =>
  ask(as, 'POST', `/cms/publish/printRun/${id}`, { requestId, copies, printedOn });

test('#48.8 each reprint is a print run with its number, copies, day and list price, registered once for a request', async () => {
  const id = await addListedWork(town.context, { title: '潮汐表', priceFen: 5800 });
  await town.context.db.updateTable('publication').set({ listPriceFen: 6800 }).where('id', '=', id).execute();
  expect((await reprint(id, 3000, '2026-03-01', randomUUID(), reader)).code).toBe(403);
  const requestId = randomUUID();
  const first = await reprint(id, 3000, '2026-03-01', requestId);
  expect(first.data).toMatchObject({ copies: 3000, runs: [{ impression: 2, copies: 3000, printedOn: '2026-03-01', listPriceFen: 6800 }] });
  expect((await reprint(id, 3000, '2026-03-01', requestId)).data).toEqual(first.data);
  expect((await reprint(id, 2000, '2026-02-01')).msg).toBe('重印日期不能早于上一次重印（2026-03-01）');
  expect((await reprint(id, 2000, '2026-05-02')).data).toMatchObject({ copies: 5000, runs: [{ impression: 2 }, { impression: 3, copies: 2000 }] });
  expect((await ask(reader, 'GET', `/cms/publish/printRun/${id}`)).data.copies).toBe(5000);
  // The royalties of printed copies read the runs of a range of days.
  expect(await printRunsBetween(town.context.db, '2026-04-01', '2026-05-31')).toMatchObject([{ publishId: id, copies: 2000 }]);
  const log = await town.context.db.selectFrom('flowLog').select('note').where('event', '=', 'reprint').where('entityId', '=', id).execute();
  expect(log.map(({ note }) => note)).toEqual(['第2次印刷，3000册，2026-03-01', '第3次印刷，2000册，2026-05-02']);
});

test('#48.8 only a listed printed work is reprinted, with a number of copies and a day that is not in the future', async () => {
  const id = await addListedWork(town.context, { title: '海图', priceFen: 5800 });
  for (const copies of [0, 1.5, -1, 10_000_001]) expect([copies, (await reprint(id, copies, '2026-03-01')).code]).toEqual([copies, 400]);
  expect((await reprint(id, 1, '3026-03-01')).msg).toBe('重印日期不能晚于今天');
  expect((await reprint(id, 1, '2026-02-30')).code).toBe(400);
  await town.context.db.updateTable('publication').set({ kind: 'audio' }).where('id', '=', id).execute();
  expect(await reprint(id, 1, '2026-03-01')).toMatchObject({ code: 20807, msg: '只有图书和教材可以登记重印' });
  await town.context.db.updateTable('publication').set({ kind: 'book', status: 'delisted' }).where('id', '=', id).execute();
  expect((await reprint(id, 1, '2026-03-01')).code).toBe(20801);
});
