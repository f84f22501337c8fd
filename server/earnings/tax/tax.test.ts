import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { earningOffice } from '../../../tests/support/earning-office.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { sealText } from '../../db/sealed-text.ts';
import { ledgerFaults } from '../../ledger/ledger.service.ts';
import { addSourceLine } from '../source/source-line.service.ts';
import { verifyEarnings } from '../verify.service.ts';

const NUMBER = '110101199003070011';
const PERIOD = '2026-03';
let town: TestContext;
let office: Awaited<ReturnType<typeof earningOffice>>;
let now: string;
let seq = 0;

beforeAll(async () => {
  town = await testContext();
  office = await earningOffice(town, ['author', 'guest', 'reader']);
  const { db, settings } = town.context;
  const author = office.ids['author'] ?? 0;
  await db
    .updateTable('user')
    .set({ idCardNo: sealText(settings.secret, 'real-name', author, NUMBER) })
    .where('id', '=', author)
    .execute();
  await db
    .insertInto('payee')
    .values({
      userId: office.ids['guest'] ?? 0,
      holder: '何语',
      bank: '渡口银行',
      account: 'x',
      accountKey: 'x',
      accountTail: '0001',
      taxResidence: 'foreign',
      changedAt: 1,
      decidedBy: null,
      decidedAt: null,
      createTime: 1,
      updateTime: 1,
    })
    .execute();
  now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
});
afterAll(() => town.close());
afterEach(async () => expect([...(await ledgerFaults(town.context.db)), ...(await verifyEarnings(town.context.db))]).toEqual([]));

/** Adds a line of a payee to the month and settles it. */
async function earn(who: string, fen: number, taxCategory: 'author' | 'labour' | 'prize' = 'author', taxSubject = 'journal:1'): Promise<number> {
  const { db } = town.context;
  seq += 1;
  await db.transaction().execute((tx) =>
    addSourceLine(
      tx,
      null,
      {
        userId: office.ids[who] ?? 0,
        source: 'other',
        sourceId: seq,
        title: taxSubject,
        fen,
        taxCategory,
        taxSubject,
        steps: [{ label: '稿费', formula: '', fen }],
        period: PERIOD,
      },
      Date.now(),
    ),
  );
  return (await db.selectFrom('earning').select('id').where('sourceType', '=', 'other').where('sourceId', '=', seq).executeTakeFirstOrThrow()).id;
}
const publish = async () => {
  await office.month('clerk', 'calculate', PERIOD);
  await office.month('second', 'publish', PERIOD);
};
const sums = async (more = '') => (await office.ask('clerk', 'GET', `/earnings/tax/sums?month=${now}${more}`)).data;
const exportTax = async (who: string, payload: object) =>
  town.app.inject({ method: 'POST', url: '/prod-api/earnings/tax/export', headers: office.as[who] ?? {}, payload });

test('#49.3 F7 the tax list has one row for each payee and item, and its sums are those of its rows for any filter', async () => {
  const lines = [
    await earn('author', 300_000),
    await earn('author', 300_000),
    await earn('author', 1_000_000, 'prize', 'contest:1'),
    await earn('author', 600_000, 'labour', 'tutor'),
    await earn('guest', 1_000_000),
  ];
  await publish();
  for (const id of lines) expect((await office.decide('third', 'confirm', [id])).data.done).toBe(1);
  const { rows, total } = await office.ask('clerk', 'GET', `/earnings/tax/list?month=${now}&pageSize=50`);
  expect(total).toBe(4);
  const of = (payee: string, category: string) => rows.find((row) => row.payee === payee && row.category === category);
  // F7: T(600,000) = 67,200, of which 30,800 was withheld by the first line.
  expect(of('author', 'author')).toMatchObject({
    incomeFen: 600_000,
    taxFen: 67_200,
    beforeFen: 30_800,
    nowFen: 36_400,
    deductionFen: 120_000,
    taxableFen: 336_000,
    rateBp: 2000,
    lines: 2,
    idTail: '0011',
  });
  expect(of('author', 'prize')).toMatchObject({ taxFen: 200_000, deductionFen: 0 });
  // F5: 0.8 × 6,000 at 20 %.
  expect(of('author', 'labour')).toMatchObject({ taxFen: 96_000 });
  // A foreign author: 10,000 × 80 % × 70 % = 5,600, 10 % − 210.
  expect(of('guest', 'author')).toMatchObject({ residence: '非居民个人', taxableFen: 560_000, taxFen: 35_000, quickFen: 21_000 });
  for (const filter of ['', '&category=author', '&category=prize', `&keyword=${encodeURIComponent('guest')}`]) {
    const found = await office.ask('clerk', 'GET', `/earnings/tax/list?month=${now}&pageSize=50${filter}`);
    const add = (pick: (row: { incomeFen: number; taxFen: number }) => number) => found.rows.reduce((all: number, row) => all + pick(row), 0);
    expect(await sums(filter)).toMatchObject({ count: found.total, incomeFen: add((row) => row.incomeFen), taxFen: add((row) => row.taxFen) });
  }
  expect((await office.ask('reader', 'GET', `/earnings/tax/list?month=${now}`)).code).toBe(403);
});

test('#49.3 the steps of a foreign payee name the table of non-residents', async () => {
  const [own] = (await office.ask('guest', 'GET', '/earnings/yield/mine')).rows;
  const { data } = await office.ask('guest', 'GET', `/earnings/yield/detail/${own.earningId}`);
  expect(data.steps.at(-1)).toMatchObject({ label: '代扣个税', fen: -35_000 });
  expect(data.steps.at(-1).formula).toBe('稿酬（非居民个人），本月同一项目收入10000.00元，应纳税所得额5600.00元×10%−速算扣除210.00元');
});

test('#49.3 an adjusted line shows the calculated amount beside the amount that was set', async () => {
  const id = await earn('author', 50_000, 'author', 'journal:2');
  await office.month('second', 'retract', PERIOD);
  expect((await office.decide('second', 'adjust', [id], { grossFen: 60_000 })).code).toBe(200);
  expect((await office.decide('second', 'adjust', [id], { grossFen: 70_000 })).code).toBe(200);
  const { data } = await office.ask('clerk', 'GET', `/earnings/yield/detail/${id}`);
  expect(data.steps[0]).toMatchObject({ label: '份额', formula: '500.00元 × 100% = 500.00元，人工调整为700.00元', fen: 70_000 });
  expect((await office.decide('second', 'void', [id])).code).toBe(200);
});

test('#49.3 the export asks for the identity again, has typed cells with the numbers as text, and is logged', async () => {
  await office.confirm('clerk', 0);
  expect((await exportTax('clerk', { month: now })).json()).toMatchObject({ code: 428 });
  await office.confirm('clerk');
  expect((await exportTax('reader', { month: now })).json()).toMatchObject({ code: 403 });
  expect((await exportTax('clerk', { month: '2020-01' })).json()).toMatchObject({ msg: '2020年1月没有符合条件的收入，不必导出' });
  const rows = (await readSheet((await exportTax('clerk', { month: now })).rawPayload)).map(({ cells }) => cells);
  expect(rows[0]?.slice(0, 3)).toEqual(['收款人', '证件类型', '证件号码']);
  expect(rows.filter((cells) => cells[2] === NUMBER)).toHaveLength(3);
  expect(rows.at(-1)?.[6]).toBe(String((await sums()).incomeFen / 100));
  const logs = await town.context.db.selectFrom('operLog').select('title').where('title', '=', '个税扣缴表').execute();
  // The attempt that found nothing is in the log too.
  expect(logs).toHaveLength(2);
});

test('#49.3 22104 a declaration freezes the month and remits the tax, and nothing is settled in it', async () => {
  const { db } = town.context;
  await publish();
  const late = await earn('author', 100_000, 'author', 'journal:3');
  const before = await sums();
  expect(before).toMatchObject({ canDeclare: true, declaredAt: '', monthFen: 67_200 + 200_000 + 96_000 + 35_000 });
  expect((await office.ask('reader', 'PUT', `/earnings/tax/declare/${now}`)).code).toBe(403);
  expect((await office.ask('clerk', 'PUT', '/earnings/tax/declare/2099-01')).msg).toContain('还没有到');
  expect((await office.ask('clerk', 'PUT', '/earnings/tax/declare/2020-01')).msg).toContain('没有结算的收益');
  expect((await office.ask('clerk', 'PUT', `/earnings/tax/declare/${now}`)).code).toBe(200);
  expect((await office.ask('second', 'PUT', `/earnings/tax/declare/${now}`)).code).toBe(22104);
  const month = `${now.slice(0, 4)}年${Number(now.slice(5))}月`;
  const id = late;
  await db.updateTable('earning').set({ period: PERIOD }).where('id', '=', id).execute();
  expect(await office.decide('third', 'confirm', [id])).toMatchObject({ code: 22104, msg: `${month}个税已申报，请在下月结算` });
  const paid = await db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerEntry.accountId')
    .select((eb) => eb.fn.sum<number>('fen').as('fen'))
    .where('ledgerAccount.kind', '=', 'taxPayable')
    .executeTakeFirstOrThrow();
  expect(Number(paid.fen)).toBe(0);
  expect(await sums()).toMatchObject({ canDeclare: false, declaredBy: 'clerk' });
});

test('#49.3 #47 a payee gets the certificate of a year of income, of the own one only', async () => {
  const year = now.slice(0, 4);
  expect((await office.ask('author', 'GET', '/earnings/tax/mine')).data.years).toEqual([
    { year, incomeFen: 2_200_000, taxFen: 67_200 + 200_000 + 96_000 },
  ]);
  const file = (who: string) => town.app.inject({ url: `/prod-api/earnings/tax/certificate/${year}`, headers: office.as[who] ?? {} });
  expect((await file('author')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await file('reader')).json()).toMatchObject({ msg: `${year}年没有结算的收益，没有可以证明的收入` });
  expect((await office.ask('reader', 'GET', '/earnings/tax/mine')).data.years).toEqual([]);
});

test('#49.3 the vouchers of a month list each account with its postings, and debit equals credit', async () => {
  const export_ = await town.app.inject({
    method: 'POST',
    url: '/prod-api/earnings/voucher/export',
    headers: office.as['clerk'] ?? {},
    payload: { month: now },
  });
  const rows = (await readSheet(export_.rawPayload)).map(({ cells }) => cells);
  const total = rows.at(-1) ?? [];
  expect(total[0]).toBe('全部科目');
  expect(total[6]).toBe(total[7]);
  const tax = rows.findIndex(([name]) => name === '应交税费-代扣个人所得税');
  expect(rows[tax]?.[6]).toBe(rows[tax]?.[7]);
  expect(rows[tax + 1]?.[1]).toBe(now);
});
