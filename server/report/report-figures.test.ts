import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import { filterText } from '../../contract/report/report.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { addRandomEarnings, addRandomReading, addRandomSales, addRandomWorks, below } from '../../tests/support/report-rows.ts';
import { rangeOf } from './report-days.rule.ts';
import { isSum, reportSources } from './report-source.service.ts';

const RIGHTS = ['report:report:list', 'report:report:export', 'pay:order:list', 'earnings:yield:list'];
const ROUNDS = 12;
let t: TestContext;
const get = async (userName: string, path: string) => (await t.app.inject({ url: `/prod-api/report/${path}`, headers: await t.as(userName) })).json();
const dayOf = (at: number): string => new Date(at + SHANGHAI_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'all', permissions: RIGHTS });
  await t.addUser({ userName: 'plain', permissions: ['report:report:list'] });
  await t.addUser({ userName: 'reader' });
  const next = below(7);
  await addRandomWorks(t.context.db, next);
  await addRandomSales(t.context.db, next);
  await addRandomEarnings(t.context.db, next);
  await addRandomReading(t.context.db, next);
});
afterAll(() => t.close());

test('S2.3.17 #137 a tab without its right is absent, and its report, rows and file answer 403', async () => {
  expect((await get('all', 'tabs')).data.map(({ label }: { label: string }) => label)).toEqual([
    '选题与稿件',
    '编校质量',
    '出版',
    '销售',
    '阅读',
    '大赛',
    '期刊',
    '稿酬',
  ]);
  expect((await get('plain', 'tabs')).data.map(({ key }: { key: string }) => key)).toEqual([
    'pipeline',
    'quality',
    'publication',
    'reading',
    'contest',
    'periodical',
  ]);
  expect(await get('reader', 'tabs')).toMatchObject({ code: 403 });
  const days = 'begin=2026-01-01&end=2026-01-31';
  for (const path of [`sales?${days}`, `sales/received?${days}`, `royalty?${days}`, `royalty/net?${days}`])
    expect([path, (await get('plain', path)).code]).toEqual([path, 403]);
  const file = await t.app.inject({
    method: 'POST',
    url: '/prod-api/report/export',
    headers: await t.as('plain'),
    payload: { key: 'sales', begin: '2026-01-01', end: '2026-01-31' },
  });
  expect(file.json()).toMatchObject({ code: 403 });
});

test('S2.3.17 #137 for any filter and range, the number or the sum of the rows of every figure is the figure', { timeout: 120_000 }, async () => {
  const pick = below(137);
  const seen = new Set<string>();
  expect(reportSources().length).toBe(8);
  for (const source of reportSources()) {
    const wide = { begin: '2025-01-01', end: dayOf(Date.now()) };
    const choices = await Promise.all(
      (source.filters ?? []).map(async ({ key, choices: of }) => ({
        key,
        values: (await of(t.context.db, rangeOf(wide))).map(({ value }) => value),
      })),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = Date.parse('2025-01-01T00:00:00Z') + pick(600) * DAY_MS;
      const days = round === 0 ? wide : { begin: dayOf(from), end: dayOf(from + pick(round % 2 === 0 ? 3 : 300) * DAY_MS) };
      const filter = filterText(
        Object.fromEntries(
          choices
            .filter(({ values }) => values.length > 0 && round > 0 && pick(2) === 0)
            .map(({ key, values }) => [key, values[pick(values.length)] ?? '']),
        ),
      );
      const query = `begin=${days.begin}&end=${days.end}&filter=${encodeURIComponent(filter)}`;
      const { code, data, msg } = await get('all', `${source.key}?${query}`);
      expect([source.key, query, code, msg]).toEqual([source.key, query, 200, '操作成功']);
      for (const figure of data.figures as { key: string; kind: string; value: number }[]) {
        if (figure.kind === 'calculated') continue;
        const rows: { amount: number | null }[] = [];
        let total = 0;
        let sum: number | null = null;
        for (let page = 1; page === 1 || rows.length < total; page += 1) {
          const answer = await get('all', `${source.key}/${figure.key}?${query}&pageNum=${page}&pageSize=100`);
          ({ total, sum } = answer);
          if (answer.rows.length === 0) break;
          rows.push(...answer.rows);
        }
        const added = rows.reduce((all, { amount }) => all + Number(amount), 0);
        const label = `${source.key} ${figure.key} ${query}`;
        expect([label, rows.length, figure.kind === 'sum' ? added : null]).toEqual([label, total, sum]);
        expect([label, figure.kind === 'sum' ? added : rows.length]).toEqual([label, figure.value]);
        if (figure.value !== 0) seen.add(`${source.key} ${figure.key}`);
      }
    }
  }
  // The rows of this test reach the figures: nothing is equal only because it is empty.
  for (const source of reportSources().filter(({ key }) => ['sales', 'royalty', 'reading', 'publication'].includes(key)))
    for (const figure of source.figures.filter((one) => isSum(one) || 'of' in one)) expect(seen).toContain(`${source.key} ${figure.key}`);
});

test('S2.3.17 #137 net is received less refunded, whatever the filter, and equals payments and refunds of the database', async () => {
  const { db } = t.context;
  const query = `begin=2025-01-01&end=${dayOf(Date.now())}`;
  const value = async (filter: string, key: string): Promise<number> =>
    (await get('all', `sales?${query}&filter=${filter}`)).data.figures.find((one: { key: string }) => one.key === key).value;
  for (const filter of ['', 'kind:publication', 'channel:alipay', 'kind:seats,channel:wechat', 'discount:seats', 'work:1'])
    expect([filter, await value(filter, 'net')]).toEqual([filter, (await value(filter, 'received')) - (await value(filter, 'refunded'))]);
  const paid = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.sum<number>('amountFen').as('fen'))
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow();
  const returned = await db
    .selectFrom('refund')
    .select((eb) => eb.fn.sum<number>('fen').as('fen'))
    .where('status', '=', 'done')
    .executeTakeFirstOrThrow();
  expect(await value('', 'received')).toBe(Number(paid.fen));
  expect(await value('', 'refunded')).toBe(Number(returned.fen));
});

test('S2.3.17 #137 a rate has the two numbers it was calculated from, and is 0 of 0', async () => {
  const { figures } = (await get('all', 'sales?begin=2025-01-01&end=2025-12-31')).data;
  const rate = figures.find((one: { key: string }) => one.key === 'payRate');
  expect(rate.parts.map(({ label }: { label: string }) => label)).toEqual(['已支付', '下单']);
  expect(rate.value).toBeCloseTo((rate.parts[0].value / rate.parts[1].value) * 100, 1);
  const empty = (await get('all', 'sales?begin=2020-01-01&end=2020-01-31')).data.figures;
  expect(empty.length).toBe(11);
  expect(empty.every(({ value }: { value: number | null }) => value === 0)).toBe(true);
});

test('S2.3.17 #137 accounts of one person are one buyer', async () => {
  const { db } = t.context;
  const query = 'begin=2019-01-01&end=2019-01-31';
  const at = Date.parse('2019-01-10T12:00:00+08:00');
  for (const [index, identityKey] of ['same', 'same', 'other'].entries()) {
    const userId = await t.addUser({ userName: `person${index}` });
    await db.updateTable('user').set({ identityKey }).where('id', '=', userId).execute();
    await db
      .insertInto('order')
      .values({
        orderNo: `DD2019011000000000000${index}`,
        userId,
        totalFen: 100,
        payFen: 100,
        status: 'paid',
        payTime: at,
        expireTime: null,
        requestId: `p${index}`,
        requestHash: '',
        createTime: at,
        updateTime: at,
      })
      .execute();
  }
  const { figures } = (await get('all', `sales?${query}`)).data;
  const value = (key: string): number => figures.find((one: { key: string }) => one.key === key).value;
  expect([value('orders'), value('buyers')]).toEqual([3, 2]);
});

test('S2.3.17 #137 reading rows name no reader', async () => {
  const wide = `begin=2025-01-01&end=${dayOf(Date.now())}&pageNum=1&pageSize=100`;
  const names = (await t.context.db.selectFrom('user').select(['nickName', 'userName']).execute()).flatMap(({ nickName, userName }) => [
    nickName,
    userName,
  ]);
  for (const key of ['readers', 'hours', 'begun', 'finished', 'trials', 'bought']) {
    const { rows } = await get('all', `reading/${key}?${wide}`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { title, note } of rows) expect(names.filter((name) => name !== '' && (title === name || note === name))).toEqual([]);
  }
});

test('S2.3.17 #137 rejects a filter that the report does not have', async () => {
  expect(await get('all', 'sales?begin=2026-01-01&end=2026-01-31&filter=journal:1')).toMatchObject({ code: 400, msg: '筛选条件不正确，请重新选择' });
  expect(await get('all', "sales?begin=2026-01-01&end=2026-01-31&filter=kind:'--")).toMatchObject({ code: 400 });
});
