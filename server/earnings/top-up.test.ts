import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSaleBatch } from '../../tests/support/earning-model.ts';
import { addAgreement, earningOffice, TERMS } from '../../tests/support/earning-office.ts';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let office: Awaited<ReturnType<typeof earningOffice>>;
beforeAll(async () => {
  town = await testContext();
  office = await earningOffice(town, ['author']);
});
afterAll(() => town.close());

test('#49.2 copies that were topped up are set off at the price at which they were paid, whatever the list price is now', async () => {
  const { db } = town.context;
  const publicationId = await addListedWork(town.context, { title: '桥上的灯', priceFen: 5800 });
  await db.updateTable('publication').set({ listPriceFen: 5800 }).where('id', '=', publicationId).execute();
  const shares = [[office.ids['author'] ?? 0, 10_000] as const];
  await addAgreement(town, { publicationId, shares, terms: { ...TERMS, leastCopies: 1000 } });
  const batchId = await addSaleBatch(db);
  const sell = (period: string, copies: number) =>
    db
      .insertInto('channelSale')
      .values({ batchId, period, saleDate: `${period}-05`, channel: '渡口书店', form: 'paper', publicationId, copies, priceFen: 5800, sourceRow: 2 })
      .execute();
  const calculated = async (period: string) => {
    expect((await office.month('clerk', 'calculate', period)).code).toBe(200);
    const [line] = await office.linesOf(period);
    return line?.grossFen;
  };
  await sell('2026-03', 600);
  expect(await calculated('2026-03')).toBe(1000 * 580);
  await office.month('second', 'publish', '2026-03');
  await db.updateTable('publication').set({ listPriceFen: 9900 }).where('id', '=', publicationId).execute();
  await sell('2026-04', 300);
  expect(await calculated('2026-04')).toBe(0);
  await sell('2026-05', 200);
  // 900 are counted as sold at 58.00 already, and 1,000 were paid.
  expect(await calculated('2026-05')).toBe(100 * 580);
  expect((await office.linesOf('2026-05'))[0]?.basis).toContain('定价58.00元');
});
