import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addAgreement, earningOffice } from '../../../tests/support/earning-office.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { balancesOf, ledgerFaults } from '../../ledger/ledger.service.ts';
import { verifyEarnings } from '../verify.service.ts';

const PERIOD = '2026-02';
let town: TestContext;
let office: Awaited<ReturnType<typeof earningOffice>>;
let agreement: Awaited<ReturnType<typeof addAgreement>>;

beforeAll(async () => {
  town = await testContext();
  office = await earningOffice(town, ['author', 'partner', 'judge']);
  const workId = await addListedWork(town.context, { title: '桥上的灯', priceFen: 5800 });
  agreement = await addAgreement(town, { publicationId: workId, shares: [[office.ids['author'] ?? 0, 10_000]] });
});
afterAll(() => town.close());
afterEach(async () => expect([...(await ledgerFaults(town.context.db)), ...(await verifyEarnings(town.context.db))]).toEqual([]));

const FEE = '用户名,来源,所得项目,事由,协议编号,金额';
const OPENING = '用户名,协议编号,项目,金额';
const send = (who: string, kind: 'fee' | 'opening', rows: readonly string[], dry: '0' | '1', note = '审批单26-014') =>
  office.send(who, `/earnings/batch?kind=${kind}&period=${PERIOD}&dry=${dry}&note=${encodeURIComponent(note)}`, [
    kind === 'fee' ? FEE : OPENING,
    ...rows,
  ]);
const step = (who: string, event: string, batchId: number, reason = '') => office.ask(who, 'PUT', `/earnings/batch/${event}/${batchId}`, { reason });
const newest = async () => (await office.ask('clerk', 'GET', '/earnings/batch/list')).rows[0];
const balance = async (kind: 'advance' | 'carry' | 'opening', ref: string): Promise<number> =>
  (await balancesOf(town.context.db, kind, [ref])).get(ref) ?? 0;

test('#49.7 a sheet of fees is tried, stored as a whole or not at all, and confirmed by a second person', async () => {
  const good = ['judge,评审费,劳务报酬,第三届灯塔征文评审,,1200.00', `author,一次性稿酬,稿酬,插图,${agreement.protocolNo},800`];
  const bad = [
    ...good,
    'nobody,评审费,劳务报酬,评审,,1',
    'judge,工资,劳务报酬,评审,,1',
    'judge,评审费,工资薪金,评审,,1',
    'judge,评审费,劳务报酬,评审,,-1',
    'judge,评审费,劳务报酬,评审,,58.001',
    `partner,一次性稿酬,稿酬,插图,${agreement.protocolNo},800`,
    'judge,评审费,劳务报酬,评审,HT0000,1',
  ];
  const tried = (await send('clerk', 'fee', bad, '1')).data;
  expect(tried).toMatchObject({ good: 2, bad: 7, batchNo: '' });
  expect(tried.rows.slice(0, 7).map(({ fault }: { fault: string }) => fault)).toEqual([
    '没有用户名为nobody的账号',
    '来源须为审稿费、评审费、一次性稿酬、其他之一',
    '所得项目须为稿酬、劳务报酬、偶然所得之一',
    expect.stringContaining('金额须为不小于0、精确到分的数'),
    expect.stringContaining('金额须为不小于0、精确到分的数'),
    `partner不是协议${agreement.protocolNo}的作者`,
    '没有编号为HT0000的已签协议',
  ]);
  expect((await send('clerk', 'fee', bad, '0')).msg).toContain('第4行');
  expect((await send('clerk', 'fee', good, '0', '')).msg).toBe('请写明依据，例如审批单号');
  expect((await office.ask('clerk', 'GET', '/earnings/batch/list')).total).toBe(0);
  expect((await send('judge', 'fee', good, '1')).code).toBe(403);
  expect((await send('clerk', 'fee', good, '0')).data).toMatchObject({ good: 2, fen: 200_000 });
  expect((await send('clerk', 'fee', good, '0')).msg).toContain('这个文件已经导入过');
  const { batchId, batchNo, note } = await newest();
  expect([batchNo, note]).toEqual(['SG202602001', '审批单26-014']);
  expect((await office.ask('second', 'GET', `/earnings/batch/rows/${batchId}`)).rows.map(({ fen }) => fen)).toEqual([120_000, 80_000]);
  expect(await step('clerk', 'confirm', batchId)).toMatchObject({ code: 26102, msg: '须由另一位财务人员处理' });
  expect((await step('second', 'confirm', batchId)).code).toBe(200);
  expect(await step('second', 'confirm', batchId)).toMatchObject({ code: 26101 });
  const lines = await office.linesOf(PERIOD);
  expect(lines.map((line) => [line.sourceType, line.grossFen, line.taxCategory, line.protocolId])).toEqual([
    ['judge', 120_000, 'labour', 0],
    ['lump', 80_000, 'author', agreement.protocolId],
  ]);
});

test('#49.7 one fee is entered by hand and waits for a second person; nobody confirms what is paid to the own person', async () => {
  const body = { period: PERIOD, note: '审批单26-015', userName: 'second', source: '审稿费', category: '劳务报酬', title: '审稿', yuan: '300.00' };
  expect((await office.ask('clerk', 'POST', '/earnings/batch/one', { ...body, yuan: '1e3' })).msg).toContain('金额');
  expect((await office.ask('clerk', 'POST', '/earnings/batch/one', { ...body, userName: '没有' })).msg).toBe('没有用户名为没有的账号');
  expect((await office.ask('clerk', 'POST', '/earnings/batch/one', body)).code).toBe(200);
  const { batchId } = await newest();
  expect(await step('second', 'confirm', batchId)).toMatchObject({ code: 26102, msg: '不能复核付给本人的收益，须由另一位财务人员处理' });
  expect((await step('clerk', 'withdraw', batchId)).msg).toBe('请写明撤回的原因，至少5个字');
  expect((await step('clerk', 'withdraw', batchId, '金额写错了')).code).toBe(200);
  expect((await office.linesOf(PERIOD)).length).toBe(2);
});

test('#49.7 opening balances become an advance, a carry and a line that is not a cost; the same one is rejected the second time', async () => {
  const { protocolNo, protocolId } = agreement;
  const ref = `${protocolId}:${office.ids['author']}`;
  const rows = [`author,${protocolNo},未付稿酬,5000.00`, `author,${protocolNo},待抵扣预付款,2000`, `author,${protocolNo},待抵扣退货,300.5`];
  expect((await send('clerk', 'opening', [...rows, rows[1] ?? ''], '1')).data).toMatchObject({ good: 3, bad: 1 });
  expect((await send('clerk', 'opening', rows, '0')).code).toBe(200);
  expect((await send('clerk', 'opening', [`author,${protocolNo},待抵扣预付款,1`], '1')).data.rows[0].fault).toContain('请勿重复');
  expect(await balance('advance', ref)).toBe(0);
  expect((await step('second', 'confirm', (await newest()).batchId)).code).toBe(200);
  expect([await balance('advance', ref), await balance('carry', ref)]).toEqual([200_000, 30_050]);
  await office.month('clerk', 'calculate', PERIOD);
  await office.month('second', 'publish', PERIOD);
  const opening = (await office.linesOf(PERIOD)).find(({ sourceType }) => sourceType === 'opening');
  expect((await office.decide('third', 'confirm', [opening?.id ?? 0])).data.done).toBe(1);
  const settled = await town.context.db
    .selectFrom('earning')
    .selectAll()
    .where('id', '=', opening?.id ?? 0)
    .executeTakeFirstOrThrow();
  // 5,000.00 − 300.50, taxed; the advance waits for later earnings.
  expect(settled).toMatchObject({ carryFen: 30_050, recoupedFen: 0, payableFen: 469_950, taxFen: 52_634 });
  expect(await balance('opening', 'opening')).toBe(500_000);
  expect((await office.ask('author', 'GET', '/earnings/wallet')).data.agreements).toMatchObject([{ advanceFen: 200_000, carryFen: 0 }]);
});

test('#49.3 the statement of a payee opens with the balances that were brought in, and closes with those of the ledger', async () => {
  for (const line of await office.linesOf(PERIOD)) if (line.status === 'pending') await office.decide('third', 'confirm', [line.id]);
  expect((await office.month('second', 'close', PERIOD)).code).toBe(200);
  const rows = await town.context.db.selectFrom('statement').selectAll().where('period', '=', PERIOD).execute();
  const own = rows.find(({ userId }) => userId === office.ids['author']);
  const data = JSON.parse(own?.data ?? '{}');
  expect(data).toMatchObject({ opening: { advanceFen: 200_000, carryFen: 30_050 }, carryFen: 30_050 });
  const ref = `${agreement.protocolId}:${office.ids['author']}`;
  expect(data.closing).toMatchObject({ advanceFen: await balance('advance', ref), carryFen: await balance('carry', ref) });
  // What belongs to no agreement has a statement too.
  expect(rows.find(({ userId }) => userId === office.ids['judge'])).toMatchObject({ protocolId: 0 });
  expect((await office.ask('judge', 'GET', '/earnings/statement/mine')).rows[0]).toMatchObject({ title: '其他收益', grossFen: 120_000 });
});
