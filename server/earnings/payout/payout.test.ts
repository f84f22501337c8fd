import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { ledgerFaults, postSplit } from '../../ledger/ledger.service.ts';
import { verifyEarnings } from '../verify.service.ts';
import { columnsIn, gbkBytes } from './bank-file.rule.ts';

const FINANCE = ['earnings:withdraw:list', 'earnings:withdraw:audit', 'earnings:withdraw:pay', 'earnings:payee:list', 'earnings:payee:audit'];
let town: TestContext;
const as: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
const ACCOUNTS: Readonly<Record<string, string>> = { author: '6228480000000000000', partner: '6228480000000000018' };

beforeAll(async () => {
  town = await testContext();
  for (const userName of Object.keys(ACCOUNTS)) ids[userName] = await town.addUser({ userName });
  for (const userName of ['clerk', 'second', 'third']) ids[userName] = await town.addUser({ userName, permissions: FINANCE });
  const { db } = town.context;
  await db.updateTable('user').set({ realName: '何语', realNameStatus: 'verified' }).where('userName', 'in', Object.keys(ACCOUNTS)).execute();
  for (const userName of Object.keys(ids)) as[userName] = await town.as(userName);
  for (const [userName, account] of Object.entries(ACCOUNTS)) {
    await addBalance(ids[userName] ?? 0, 100_000);
    await confirmIdentity(userName);
    expect((await ask(userName, 'PUT', '/earnings/payee/mine', { bank: '渡口银行', branch: '', account })).code).toBe(200);
  }
  for (const { payeeId } of (await ask('clerk', 'GET', '/earnings/payee/list')).rows)
    expect((await ask('clerk', 'PUT', `/earnings/payee/confirm/${payeeId}`, {})).code).toBe(200);
});
afterAll(() => town.close());
afterEach(async () => expect([...(await ledgerFaults(town.context.db)), ...(await verifyEarnings(town.context.db))]).toEqual([]));

/** A settled line without tax. */
async function addBalance(userId: number, fen: number): Promise<void> {
  const now = Date.now();
  await town.context.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('earning')
      .values({
        earningNo: `SY${userId}`,
        userId,
        sourceType: 'royalty',
        sourceId: userId,
        protocolId: null,
        publicationId: null,
        title: '桥上的灯',
        period: '2026-05',
        basis: '{}',
        grossFen: fen,
        payableFen: fen,
        netFen: fen,
        taxCategory: 'author',
        taxItem: '',
        status: 'settled',
        editedBy: null,
        settledBy: null,
        settledAt: now,
        reverses: null,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const legs = [
      { kind: 'royaltyCost', ref: 'royalty', fen },
      { kind: 'payable', ref: String(userId), fen: -fen },
    ] as const;
    await postSplit(tx, 'earningSettled', { sourceType: 'earning', sourceId: id, at: now, operatorId: null, legs });
  });
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
async function ask(who: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> {
  const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as[who] ?? {}, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}
const confirmIdentity = (who: string, confirmedAt = Date.now()) =>
  town.context.db
    .updateTable('session')
    .set({ confirmedAt })
    .where('userId', '=', ids[who] ?? 0)
    .execute();
async function apply(who: string, amountFen: number): Promise<{ withdrawId: number; withdrawNo: string }> {
  await confirmIdentity(who);
  expect((await ask(who, 'POST', '/earnings/withdraw', { requestId: randomUUID(), amountFen })).code).toBe(200);
  const [row] = (await ask(who, 'GET', '/earnings/withdraw/mine')).rows;
  expect((await ask('clerk', 'PUT', `/earnings/withdraw/approve/${row.withdrawId}`, {})).code).toBe(200);
  return row;
}
const download = (who: string, payoutId: number) =>
  town.app.inject({ method: 'POST', url: `/prod-api/earnings/payout/export/${payoutId}`, headers: as[who] ?? {} });
async function importRows(who: string, payoutId: number, rows: readonly string[]): Promise<Answer> {
  const text = ['提现单号,收款账号,金额,结果,失败原因', ...rows].join('\n');
  const payload = `--x\r\nContent-Disposition: form-data; name="file"; filename="r.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--x--\r\n`;
  const headers = { ...as[who], 'content-type': 'multipart/form-data; boundary=x' };
  return (await town.app.inject({ method: 'POST', url: `/prod-api/earnings/payout/import/${payoutId}`, headers, payload })).json<Answer>();
}
/** Rows of a kind that wait for somebody. */
const waits = async (who: string, kind: string): Promise<number> =>
  (await ask(who, 'GET', '/info/todo/list?pageSize=100')).rows.filter(({ source }: { source: string }) => source === kind).length;
const batchOf = async (payoutNo: string) => (await ask('second', 'GET', '/earnings/payout/list')).rows.find((row) => row.payoutNo === payoutNo);
const statusOf = async (who: string) => (await ask(who, 'GET', '/earnings/withdraw/mine')).rows[0].status;

test('#49.4 SM30 a batch is exported by its payer, its results are imported row by row, and the same file changes nothing', async () => {
  const [one, other] = [await apply('author', 30_000), await apply('partner', 20_050)];
  // The auditor of both cannot pay them, and has no to-do of it.
  expect([await waits('clerk', 'withdrawPay'), await waits('second', 'withdrawPay')]).toEqual([0, 2]);
  expect((await ask('clerk', 'POST', '/earnings/payout', {})).msg).toContain('没有可由您打款的提现');
  expect(await ask('clerk', 'POST', '/earnings/payout', { withdrawIds: [one.withdrawId] })).toMatchObject({ code: 21706 });
  expect((await ask('author', 'POST', '/earnings/payout', {})).code).toBe(403);
  const made = await ask('second', 'POST', '/earnings/payout', {});
  expect(made.data).toMatchObject({ payoutNo: expect.stringMatching(/^DK\d{12}$/), rows: 2, fen: 50_050 });
  const { payoutNo } = made.data;
  const { payoutId } = await batchOf(payoutNo);
  expect(await waits('second', 'withdrawPay')).toBe(0);
  const inBatch = { code: 23002, msg: `该提现已在批次${payoutNo}中` };
  expect(await ask('third', 'POST', '/earnings/payout', { withdrawIds: [one.withdrawId] })).toMatchObject(inBatch);
  for (const event of ['pay', 'fail'])
    expect(await ask('third', 'PUT', `/earnings/withdraw/${event}/${one.withdrawId}`, { reason: '户名不符' })).toMatchObject(inBatch);
  expect((await importRows('second', payoutId, [])).code).toBe(23001);

  await confirmIdentity('second', 0);
  expect((await download('second', payoutId)).json()).toMatchObject({ code: 428 });
  await confirmIdentity('clerk');
  expect((await download('clerk', payoutId)).json()).toMatchObject({ code: 21706 });
  await confirmIdentity('second');
  const file = (await download('second', payoutId)).rawPayload;
  expect(await batchOf(payoutNo)).toMatchObject({
    status: 'exported',
    rows: 2,
    fen: 50_050,
    fileHash: createHash('sha256').update(file).digest('hex'),
  });
  const [heads, ...lines] = (await readSheet(file)).map(({ cells }) => cells);
  expect(heads).toEqual(['提现单号', '收款户名', '收款账号', '开户银行', '金额', '用途']);
  // All digits of the account are there: it is a text.
  expect(lines.map((cells) => [cells[0], cells[2], cells[4]])).toEqual([
    [one.withdrawNo, ACCOUNTS['author'], '300'],
    [other.withdrawNo, ACCOUNTS['partner'], '200.5'],
  ]);

  const rows = [
    `${one.withdrawNo},${ACCOUNTS['author']},300.00,成功,`,
    `${other.withdrawNo},${ACCOUNTS['author']},200.50,成功,`,
    `${other.withdrawNo},${ACCOUNTS['partner']},200.51,成功,`,
    `${other.withdrawNo},${ACCOUNTS['partner']},200.50,,`,
    `TX0,${ACCOUNTS['partner']},200.50,成功,`,
  ];
  expect((await importRows('second', payoutId, rows)).data).toEqual({
    done: 1,
    failed: 0,
    skipped: [
      { row: 3, reason: '收款账号与批次里的不同' },
      { row: 4, reason: '金额应为200.50元' },
      { row: 5, reason: '结果须为成功或失败，现为“”' },
      { row: 6, reason: '批次里没有提现TX0' },
    ],
  });
  expect([await statusOf('author'), await statusOf('partner')]).toEqual(['paid', 'approved']);
  expect((await importRows('second', payoutId, rows)).data).toMatchObject({ done: 0, failed: 0 });
  // What the bank has not answered stays in the batch.
  expect(await ask('third', 'PUT', `/earnings/withdraw/pay/${other.withdrawId}`, {})).toMatchObject(inBatch);
  expect((await ask('second', 'PUT', `/earnings/payout/close/${payoutId}`, {})).msg).toContain('还有1笔没有银行的结果');
  // Full-width digits and a thousands separator of a bank.
  const late = [`${other.withdrawNo},${ACCOUNTS['partner']},２００．５０,失败,账户状态异常`];
  expect((await importRows('second', payoutId, late)).data).toEqual({ done: 0, failed: 1, skipped: [] });
  expect(await batchOf(payoutNo)).toMatchObject({ status: 'resulted', paid: 1, failed: 1 });
  expect((await ask('second', 'PUT', `/earnings/payout/close/${payoutId}`, {})).code).toBe(200);
  const [paid] = (await ask('third', 'GET', `/earnings/withdraw/list?withdrawId=${one.withdrawId}`)).rows;
  expect(paid).toMatchObject({ status: 'paid', paidBy: 'second', payoutNo: '' });
  // A transfer that failed is paid again, here by hand.
  expect((await ask('third', 'PUT', `/earnings/withdraw/pay/${other.withdrawId}`, {})).code).toBe(200);
});

test('#49.4 SM30 an exported batch is cancelled by another person only, and its withdrawals can be paid again', async () => {
  const one = await apply('author', 10_000);
  const { data } = await ask('second', 'POST', '/earnings/payout', { withdrawIds: [one.withdrawId] });
  const { payoutId } = await batchOf(data.payoutNo);
  await confirmIdentity('second');
  expect((await download('second', payoutId)).statusCode).toBe(200);
  const reason = '银行确认没有收到文件';
  expect(await ask('second', 'PUT', `/earnings/payout/cancel/${payoutId}`, { reason })).toMatchObject({
    code: 23003,
    msg: expect.stringContaining('请先确认银行未处理该批次'),
  });
  expect((await ask('third', 'PUT', `/earnings/payout/cancel/${payoutId}`, { reason })).code).toBe(200);
  expect((await ask('third', 'PUT', `/earnings/withdraw/pay/${one.withdrawId}`, {})).code).toBe(200);
});

test('#49.4 the file of the bank has the columns of the configuration, and GBK where the bank asks for it', async () => {
  expect(columnsIn('收款账号，金额')).toEqual(['收款账号', '金额']);
  expect(columnsIn('收款账号,户口')).toBe(null);
  const bytes = gbkBytes('何语,渡口银行,300.00\r\n');
  expect(new TextDecoder('gbk').decode(bytes ?? undefined)).toBe('何语,渡口银行,300.00\r\n');
  expect(gbkBytes('𠮷')).toBe(null);
});
