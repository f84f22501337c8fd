import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FINANCE, finishRuns } from '../../tests/support/earning-office.ts';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { readSheet } from '../crud/sheet-reading.ts';
import { ledgerFaults } from '../ledger/ledger.service.ts';
import { storeTerms } from '../protocol/term.queries.ts';
import { addEarning } from './earning-step.service.ts';
import type { StatementData } from './statement/statement.service.ts';
import { verifyEarnings } from './verify.service.ts';

const TERMS = {
  paperTiers: [
    { fromCopies: 1, bp: 800 },
    { fromCopies: 5001, bp: 1000 },
    { fromCopies: 10_001, bp: 1200 },
  ],
  ebookShareBp: 5000,
  audioShareBp: 0,
  leastCopies: 0,
  advanceFen: 0,
  recoup: true,
  reserveBp: 0,
  period: 'month',
  authorDiscountBp: 7000,
};
const PERIOD = '2026-05';
let town: TestContext;
const as: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
let workId: number;
let protocolId: number;

beforeAll(async () => {
  town = await testContext();
  for (const userName of ['author', 'partner', 'reader']) ids[userName] = await town.addUser({ userName });
  for (const userName of ['clerk', 'second', 'third', 'clerkAgain']) ids[userName] = await town.addUser({ userName, permissions: FINANCE });
  const { db } = town.context;
  await db.updateTable('user').set({ identityKey: 'one person' }).where('userName', 'in', ['clerk', 'clerkAgain']).execute();
  await db.updateTable('user').set({ realName: '何语', realNameStatus: 'verified' }).where('userName', 'in', ['author', 'partner']).execute();
  for (const userName of Object.keys(ids)) as[userName] = await town.as(userName);
  workId = await addListedWork(town.context, { title: '桥上的灯', priceFen: 5800 });
  protocolId = await addAgreement(workId, [
    { name: '何语', role: '著', share: 6000, userId: ids['author'] ?? 0 },
    { name: '吕文', role: '著', share: 4000, userId: ids['partner'] ?? 0 },
  ]);
});
afterAll(() => town.close());
afterEach(async () => expect([...(await ledgerFaults(town.context.db)), ...(await verifyEarnings(town.context.db))]).toEqual([]));

async function addAgreement(publicationId: number, authors: object[], terms: object = TERMS): Promise<number> {
  const { db } = town.context;
  const now = Date.parse('2026-01-05T00:00:00+08:00');
  const { id: archiveId } = await db
    .insertInto('manuscript')
    .values({
      title: '桥上的灯',
      authors: JSON.stringify(authors),
      ownerId: ids['author'] ?? 0,
      topicId: null,
      editorId: null,
      typesetterId: null,
      archiveTypeId: null,
      publicationId,
      publishedAt: null,
      turnUserId: null,
      dueAt: null,
      restoreAskedAt: null,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('protocol')
    .values({
      archiveId,
      protocolNo: `HT2026-${archiveId}`,
      status: 'effective',
      signers: '[]',
      signedByB: now,
      signerB: null,
      dissolutionFileId: null,
      remindedDays: null,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => storeTerms(tx, id, 0, '2026-01-05', JSON.stringify(terms)));
  return id;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
async function ask(who: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> {
  const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as[who] ?? {}, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}

async function importSheet(who: string, rows: string[], dry: '0' | '1', period = PERIOD): Promise<Answer> {
  const text = ['日期,渠道,形式,出版物编号,册数,单价', ...rows].join('\n');
  const boundary = 'sheet';
  const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${randomUUID()}.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  const answer = await town.app.inject({
    method: 'POST',
    url: `/prod-api/earnings/sale?period=${period}&dry=${dry}`,
    headers: { ...as[who], 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  return answer.json<Answer>();
}
const publishNo = async () =>
  (await town.context.db.selectFrom('publication').select('publishNo').where('id', '=', workId).executeTakeFirstOrThrow()).publishNo;
async function step(who: string, event: string, period = PERIOD, reason = ''): Promise<Answer> {
  const answer = await ask(who, 'PUT', `/earnings/settlement/${event}/${period}`, { reason });
  await finishRuns(town.context);
  return answer;
}
const linesOf = async (period = PERIOD) => (await ask('clerk', 'GET', `/earnings/yield/list?period=${period}&pageSize=100`)).rows;
const decide = (who: string, event: string, earningIds: number[], more: object = {}) =>
  ask(who, 'PUT', `/earnings/yield/${event}`, { earningIds, reason: '按约定办理', ...more });
/** Rows of a kind that wait for somebody. */
const waits = async (who: string, kind: string): Promise<number> =>
  (await ask(who, 'GET', '/info/todo/list?pageSize=100')).rows.filter(({ source }: { source: string }) => source === kind).length;
const confirmIdentity = (who: string, confirmedAt = Date.now()) =>
  town.context.db
    .updateTable('session')
    .set({ confirmedAt })
    .where('userId', '=', ids[who] ?? 0)
    .execute();

test('#49.2 sales are shown in a dry run, stored as a whole or not at all, and confirmed by a second person', async () => {
  const no = await publishNo();
  const good = [`2026-05-03,渡口书店,纸书,${no},12000,58.00`];
  const bad = [
    ...good,
    `2026-05-04,渡口书店,纸书,没有的编号,1,58.00`,
    `2026-05-05,渡口书店,纸书,${no},-99999,58`,
    `2026-05-06,渡口书店,纸书,${no},1,1e3`,
  ];
  expect((await importSheet('clerk', bad, '1')).data).toMatchObject({ good: 1, bad: 3, batchNo: '' });
  expect((await importSheet('clerk', bad, '0')).msg).toContain('第3行');
  expect((await ask('clerk', 'GET', '/earnings/sale/list')).total).toBe(0);
  expect((await importSheet('reader', good, '1')).code).toBe(403);
  expect((await importSheet('clerk', good, '0')).data).toMatchObject({ good: 1, bad: 0, copies: 12_000 });
  expect((await importSheet('clerk', good, '1')).data.rows[0]).toMatchObject({ kind: 'same' });
  const { batchId } = (await ask('clerk', 'GET', '/earnings/sale/list')).rows[0];
  for (const who of ['clerk', 'clerkAgain'])
    expect(await ask(who, 'PUT', `/earnings/sale/confirm/${batchId}`, {})).toMatchObject({ code: 25602, msg: '须由另一位财务人员处理' });
  expect((await ask('second', 'PUT', `/earnings/sale/confirm/${batchId}`, {})).code).toBe(200);
});

test('#49.2 SM29 a month is calculated, published by another person, and the same input gives the same lines', async () => {
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
  expect(await step('clerk', 'calculate', now)).toMatchObject({ code: 22102, msg: expect.stringContaining('账期未结束') });
  expect((await step('clerk', 'calculate')).code).toBe(200);
  const first = await linesOf();
  // F1b and F1c: 6,612,000 by three tiers, split 60 : 40.
  expect(first.map(({ grossFen }) => grossFen).toSorted()).toEqual([2_644_800, 3_967_200]);
  expect((await step('clerk', 'calculate')).code).toBe(200);
  expect((await linesOf()).map(({ earningNo, grossFen }) => [earningNo, grossFen])).toEqual(
    first.map(({ earningNo, grossFen }) => [earningNo, grossFen]),
  );
  expect((await ask('author', 'GET', '/earnings/yield/mine')).total).toBe(0);
  for (const who of ['clerk', 'clerkAgain'])
    expect(await step(who, 'publish')).toMatchObject({ code: 22105, msg: '计算人与公示人、结算人须为不同人员' });
  expect([await waits('clerk', 'earningPublish'), await waits('clerkAgain', 'earningPublish'), await waits('second', 'earningPublish')]).toEqual([
    0, 0, 1,
  ]);
  expect((await step('second', 'publish')).code).toBe(200);
  const own = (await ask('author', 'GET', '/earnings/yield/mine')).rows;
  expect(own).toHaveLength(1);
  expect((await ask('author', 'GET', `/earnings/yield/detail/${own[0].earningId}`)).data.lines).toHaveLength(3);
  const foreign = first.find(({ earningId }) => earningId !== own[0].earningId);
  expect((await ask('author', 'GET', `/earnings/yield/detail/${foreign?.earningId}`)).code).toBe(404);
});

test('#49.2 SM21 a payee disputes an own line, and an adjusted line is settled by another person than its editor', async () => {
  const [own] = (await ask('partner', 'GET', '/earnings/yield/mine')).rows;
  expect((await ask('author', 'POST', `/earnings/yield/dispute/${own.earningId}`, { reason: '不是我的也来问' })).code).toBe(404);
  expect((await ask('partner', 'POST', `/earnings/yield/dispute/${own.earningId}`, { reason: '短' })).msg).toBe('请写明您的疑问，至少5个字');
  expect((await ask('partner', 'POST', `/earnings/yield/dispute/${own.earningId}`, { reason: '册数与书店说的不同' })).code).toBe(200);
  expect(await waits('clerk', 'earningDispute')).toBe(1);
  expect(await step('second', 'close')).toMatchObject({ code: 22902 });
  expect((await decide('second', 'adjust', [own.earningId], { grossFen: 2_644_900 })).code).toBe(200);
  expect(await decide('second', 'confirm', [own.earningId])).toMatchObject({ code: 22105 });
  expect(await decide('clerk', 'confirm', [own.earningId])).toMatchObject({ code: 22105 });
  expect((await decide('third', 'confirm', [own.earningId])).data).toEqual({ done: 1, skipped: [] });
  expect(await decide('third', 'void', [own.earningId])).toMatchObject({ code: 22106, msg: '已结算的收益不能修改，请冲正' });
});

test('#49.3 a settled line pays its net amount, and its steps add up to it', async () => {
  const [own] = (await ask('author', 'GET', '/earnings/yield/mine')).rows;
  expect((await decide('third', 'confirm', [own.earningId])).code).toBe(200);
  const { data } = await ask('author', 'GET', `/earnings/yield/detail/${own.earningId}`);
  // F4 of 3,967,200.
  expect(data).toMatchObject({ grossFen: 3_967_200, taxFen: 444_326, netFen: 3_522_874, estimated: false });
  expect(data.steps.reduce((all: number, { fen }: { fen: number }) => all + fen, 0)).toBe(data.netFen);
  expect((await ask('author', 'GET', '/earnings/wallet')).data).toMatchObject({ availableFen: 3_522_874, frozenFen: 0, totalFen: 3_522_874 });
  expect((await step('second', 'close')).code).toBe(200);
  const statements = await town.context.db.selectFrom('statement').selectAll().where('period', '=', PERIOD).execute();
  expect(statements).toHaveLength(2);
  for (const { data: frozen } of statements) {
    const read = JSON.parse(frozen) as Record<string, number>;
    expect(Number(read['grossFen']) - Number(read['taxFen'])).toBe(read['netFen']);
  }
});

test('#49.3 a statement is frozen with its number, adds up, equals the ledger, and is read by its payee and staff only', async () => {
  const { db } = town.context;
  const [mine] = (await ask('author', 'GET', '/earnings/statement/mine')).rows;
  expect(mine).toMatchObject({ period: PERIOD, grossFen: 3_967_200, taxFen: 444_326, netFen: 3_522_874 });
  expect(mine.statementNo).toMatch(/^DZ202605-0000[12]$/);
  expect((await ask('clerk', 'GET', `/earnings/statement/list?period=${PERIOD}`)).total).toBe(2);
  expect((await ask('reader', 'GET', '/earnings/statement/mine')).total).toBe(0);
  const stored = await db
    .selectFrom('statement')
    .selectAll()
    .where('userId', '=', ids['author'] ?? 0)
    .executeTakeFirstOrThrow();
  const { data: text, code } = stored;
  const data = JSON.parse(text) as StatementData;
  for (const line of data.lines) {
    expect(line.lines.reduce((all, { fen }) => all + fen, 0)).toBe(line.workFen);
    expect(line.grossFen - line.carryFen - line.heldFen + line.releasedFen - line.recoupedFen - line.taxFen).toBe(line.netFen);
    expect(line.taxWords).toContain('稿酬，本月同一作品收入39672.00元，应纳税所得额');
  }
  const booked = await db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerEntry.accountId')
    .select((eb) => eb.fn.sum<number>('fen').as('fen'))
    .where('ledgerAccount.kind', '=', 'payable')
    .where('ledgerAccount.ref', '=', String(ids['author']))
    .executeTakeFirstOrThrow();
  expect(data.netFen).toBe(-Number(booked.fen));
  const file = (who: string, format: string) =>
    town.app.inject({ url: `/prod-api/earnings/statement/file/${stored.id}?format=${format}`, headers: as[who] ?? {} });
  const pdf = (await file('author', 'pdf')).rawPayload;
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await file('clerk', 'pdf')).rawPayload.equals(pdf)).toBe(true);
  const cells = (await readSheet((await file('author', 'xlsx')).rawPayload)).map((line) => line.cells);
  expect(cells.find(([label]) => label === '实付，计入余额')?.[2]).toBe('35228.74');
  for (const who of ['partner', 'reader']) expect((await file(who, 'pdf')).json()).toMatchObject({ code: 404 });
  const check = async (asked: string) => (await town.app.inject({ url: `/prod-api/earnings/statement/check/${asked}` })).json<Answer>().data;
  expect(await check(code)).toEqual({ valid: true, statementNo: mine.statementNo, period: PERIOD, netFen: 3_522_874 });
  expect(await check('0'.repeat(16))).toMatchObject({ valid: false, statementNo: '' });
});

const ACCOUNT = { bank: '渡口银行', branch: '灯塔支行', account: '6228 4800 0000 0000 000' };

test('#49.1 a payee is a verified person; the account is sealed, masked, and checked by a second person', async () => {
  await confirmIdentity('author', 0);
  expect((await ask('author', 'PUT', '/earnings/payee/mine', ACCOUNT)).code).toBe(428);
  await confirmIdentity('author');
  expect((await ask('author', 'PUT', '/earnings/payee/mine', { ...ACCOUNT, account: '6228480000000000001' })).msg).toContain('银行账号不正确');
  await confirmIdentity('reader');
  expect((await ask('reader', 'PUT', '/earnings/payee/mine', ACCOUNT)).msg).toBe('请先完成实名认证，收款户名须与实名一致');
  expect((await ask('author', 'PUT', '/earnings/payee/mine', ACCOUNT)).code).toBe(200);
  for (const table of ['payee', 'operLog'] as const)
    expect(JSON.stringify(await town.context.db.selectFrom(table).selectAll().execute()).replaceAll(' ', '')).not.toContain('622848');
  expect((await ask('author', 'GET', '/earnings/payee/mine')).data.account).toMatchObject({ holder: '何语', accountTail: '0000', status: 'pending' });
  const [row] = (await ask('second', 'GET', '/earnings/payee/list')).rows;
  expect((await ask('reader', 'PUT', `/earnings/payee/confirm/${row.payeeId}`, {})).code).toBe(403);
  expect((await ask('second', 'PUT', `/earnings/payee/confirm/${row.payeeId}`, {})).code).toBe(200);
});

const apply = async (who: string, amountFen: number, requestId: string = randomUUID()) => {
  await confirmIdentity(who);
  return ask(who, 'POST', '/earnings/withdraw', { requestId, amountFen });
};

test('#49.4 SM17 a withdrawal is approved and paid by two people, none of them the payee', async () => {
  expect(await apply('author', 9999)).toMatchObject({ code: 21703, msg: '可提现余额不足或低于100元' });
  expect(await apply('author', 3_522_875)).toMatchObject({ code: 21703 });
  expect(await apply('partner', 20_000)).toMatchObject({ code: 21709, msg: '请先填写收款账户' });
  const requestId = randomUUID();
  const first = await apply('author', 3_522_874, requestId);
  expect(first.code).toBe(200);
  expect((await apply('author', 3_522_874, requestId)).data).toEqual(first.data);
  expect(await apply('author', 10_000)).toMatchObject({ code: 21704 });
  expect((await ask('author', 'GET', '/earnings/wallet')).data).toMatchObject({ availableFen: 0, frozenFen: 3_522_874 });
  const [{ withdrawId }] = (await ask('clerk', 'GET', '/earnings/withdraw/list?shown=applied')).rows;
  expect((await ask('partner', 'PUT', `/earnings/withdraw/mine/cancel/${withdrawId}`)).code).toBe(404);
  expect((await ask('clerk', 'PUT', `/earnings/withdraw/approve/${withdrawId}`, {})).code).toBe(200);
  for (const who of ['clerk', 'clerkAgain'])
    expect(await ask(who, 'PUT', `/earnings/withdraw/pay/${withdrawId}`, {})).toMatchObject({ code: 21706, msg: '审核与打款须由不同人员完成' });
  await confirmIdentity('second');
  expect((await ask('second', 'GET', `/earnings/withdraw/account/${withdrawId}`)).data).toMatchObject({ bankAccountNo: '6228480000000000000' });
  expect((await ask('second', 'PUT', `/earnings/withdraw/fail/${withdrawId}`, { reason: '户名不符' })).code).toBe(200);
  expect((await ask('second', 'PUT', `/earnings/withdraw/pay/${withdrawId}`, {})).code).toBe(200);
  expect((await ask('author', 'GET', '/earnings/wallet')).data).toMatchObject({ availableFen: 0, frozenFen: 0, withdrawnFen: 3_522_874 });
  expect((await ask('author', 'GET', '/earnings/yield/mine')).rows[0]).toMatchObject({ status: 'withdrawn' });
});

test('#49.4 a changed account and an account of two people hold withdrawals', async () => {
  await confirmIdentity('partner');
  await ask('partner', 'PUT', '/earnings/payee/mine', ACCOUNT);
  const rows = (await ask('second', 'GET', '/earnings/payee/list')).rows;
  expect(rows.map(({ shared }) => shared)).toEqual([true, true]);
  await ask('second', 'PUT', `/earnings/payee/confirm/${rows[0].payeeId}`, {});
  expect(await apply('partner', 20_000)).toMatchObject({ code: 21708, msg: '该收款账号已被他人使用，请联系财务' });
  await ask('partner', 'PUT', '/earnings/payee/mine', { ...ACCOUNT, account: '6228480000000000018' });
  expect(await apply('partner', 20_000)).toMatchObject({ code: 21707, msg: '收款账户变更后48小时内不能提现' });
});

test('#49.2 a settled line is reversed by its mirror: the next income pays the rest', async () => {
  const [own] = (await ask('partner', 'GET', '/earnings/yield/mine')).rows;
  expect((await decide('clerk', 'reverse', [own.earningId])).code).toBe(200);
  expect((await decide('clerk', 'reverse', [own.earningId])).msg).toBe('这笔收益已经冲正过');
  const { db } = town.context;
  const mirror = await db.selectFrom('earning').selectAll().where('reverses', '=', own.earningId).executeTakeFirstOrThrow();
  expect(mirror.grossFen).toBe(-own.grossFen);
  expect(await decide('clerk', 'confirm', [mirror.id])).toMatchObject({ code: 22105 });
  expect((await decide('second', 'confirm', [mirror.id])).code).toBe(200);
  expect((await ask('partner', 'GET', '/earnings/wallet')).data.agreements).toMatchObject([{ carryFen: 2_644_900 }]);
  // Tax that was withheld is never returned here.
  expect(await db.selectFrom('earning').select(['taxFen', 'netFen', 'payableFen']).where('id', '=', mirror.id).executeTakeFirstOrThrow()).toEqual({
    taxFen: 0,
    netFen: 0,
    payableFen: 0,
  });
  const line = { ...mirror, sourceType: 'reversal' as const, grossFen: 2_654_900, basis: JSON.parse(mirror.basis) as never };
  await db.transaction().execute((tx) =>
    addEarning(
      tx,
      null,
      {
        userId: line.userId,
        sourceType: 'reversal',
        sourceId: 999,
        protocolId,
        publicationId: workId,
        title: line.title,
        grossFen: line.grossFen,
        taxCategory: 'author',
        taxItem: line.taxItem,
        basis: line.basis,
        period: line.period,
        seq: 0,
        reverses: null,
      },
      Date.now(),
    ),
  );
  const { id } = await db.selectFrom('earning').select('id').where('sourceId', '=', 999).executeTakeFirstOrThrow();
  expect((await decide('second', 'confirm', [id])).code).toBe(200);
  expect(await db.selectFrom('earning').select(['carryFen', 'payableFen']).where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
    carryFen: 2_644_900,
    payableFen: 10_000,
  });
});

/** Calculates, publishes and settles a month; returns its lines as they were settled. */
async function settleMonth(period: string) {
  expect((await step('clerk', 'calculate', period)).code).toBe(200);
  expect((await step('second', 'publish', period)).code).toBe(200);
  const earningIds = (await linesOf(period)).map(({ earningId }) => earningId as number);
  expect(await decide('third', 'confirm', earningIds)).toMatchObject({ data: { done: earningIds.length, skipped: [] } });
  return town.context.db.selectFrom('earning').selectAll().where('id', 'in', earningIds).orderBy('id').execute();
}
const soleAuthor = () => [{ name: '何语', role: '著', share: 10_000, userId: ids['author'] ?? 0 }];

test('#49.2 a reserve is paid out after twelve months although nothing is sold any more', async () => {
  const { db } = town.context;
  const other = await addListedWork(town.context, { title: '旧灯', priceFen: 5800 });
  const agreement = await addAgreement(other, soleAuthor(), { ...TERMS, reserveBp: 1000 });
  await db.updateTable('protocolTerm').set({ validFrom: '2024-01-05' }).where('protocolId', '=', agreement).execute();
  const stamps = { createTime: 1, updateTime: 1 };
  const batch = { batchNo: 'XS202403001', period: '2024-03', fileName: '', fileHash: '旧', rows: 1, copies: 10, status: 'confirmed' };
  const { id: batchId } = await db
    .insertInto('saleBatch')
    .values({ ...batch, importedBy: ids['clerk'] ?? 0, confirmedBy: ids['second'] ?? 0, confirmedAt: 1, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sale = { period: '2024-03', saleDate: '2024-03-08', channel: '渡口书店', form: 'paper', copies: 10, priceFen: 5800, sourceRow: 2 };
  await db
    .insertInto('channelSale')
    .values({ ...sale, batchId, publicationId: other })
    .execute();
  expect(await settleMonth('2024-03')).toMatchObject([{ grossFen: 4640, heldFen: 464, payableFen: 4176 }]);
  expect((await step('clerk', 'calculate', '2025-02')).code).toBe(200);
  expect(await linesOf('2025-02')).toEqual([]);
  expect(await settleMonth('2025-03')).toMatchObject([{ grossFen: 0, heldFen: 0, releasedFen: 464, payableFen: 464 }]);
});
