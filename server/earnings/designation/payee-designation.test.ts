import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addSaleBatch } from '../../../tests/support/earning-model.ts';
import { addAgreement, earningOffice } from '../../../tests/support/earning-office.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { addVoucher } from '../../../tests/support/offline-money.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { ledgerFaults } from '../../ledger/ledger.service.ts';
import { sealedNumber } from '../../system/real-name.service.ts';
import { applyForAccountless } from '../payee-registration.service.ts';
import { verifyEarnings } from '../verify.service.ts';

const ID_CARD = '11010519491231002X';
const ORGANISATION = '91350100M000100Y43';
const PERSON = {
  kind: 'person',
  name: '何语',
  idType: 'idCard',
  idCardNo: ID_CARD,
  bank: '渡口银行',
  branch: '',
  bankAccountNo: '6228480000000000000',
};
const STUDIO = { kind: 'organisation', name: '灯塔工作室', idCardNo: ORGANISATION, bank: '海口银行', branch: '', bankAccountNo: '350100200300400' };

let town: TestContext;
let office: Awaited<ReturnType<typeof earningOffice>>;
let protocolNo: string;
let workId: number;
let saleBatch: number;

beforeAll(async () => {
  town = await testContext();
  office = await earningOffice(town, ['author', 'heir']);
  workId = await addListedWork(town.context, { title: '桥上的灯', priceFen: 5800 });
  const shares = [[office.ids['author'] ?? 0, 5000] as const, [null, 3000] as const, [null, 2000] as const];
  ({ protocolNo } = await addAgreement(town, { publicationId: workId, shares }));
  saleBatch = await addSaleBatch(town.context.db);
  for (const period of ['2026-03', '2026-04', '2026-05']) await sell(period);
});
afterAll(() => town.close());
afterEach(async () => expect([...(await ledgerFaults(town.context.db)), ...(await verifyEarnings(town.context.db))]).toEqual([]));

const sell = (period: string) =>
  town.context.db
    .insertInto('channelSale')
    .values({
      batchId: saleBatch,
      period,
      saleDate: `${period}-05`,
      channel: '渡口书店',
      form: 'paper',
      publicationId: workId,
      copies: 100,
      priceFen: 10_000,
      sourceRow: 2,
    })
    .execute();
const payees = async () => (await office.ask('clerk', 'GET', '/earnings/payee/list?pageSize=50')).rows;
const payeeNamed = async (name: string) => (await payees()).find(({ nickName }) => nickName === name);
const register = (body: object) => office.ask('clerk', 'POST', '/earnings/payee/register', body);
async function designate(party: string, payeeId: number, kind: string, who = 'clerk') {
  const document = [{ fileId: await addVoucher(town, office.ids[who] ?? 0), name: '公证书.pdf', size: 9 }];
  return office.ask(who, 'POST', '/earnings/designation', { protocolNo, party, payeeId, kind, reason: '公证书', document });
}
const designations = async () => (await office.ask('clerk', 'GET', '/earnings/designation/list')).rows;
const decide = (who: string, event: string, id: number, reason = '') => office.ask(who, 'PUT', `/earnings/designation/${event}/${id}`, { reason });
async function settle(period: string) {
  expect((await office.month('clerk', 'calculate', period)).code).toBe(200);
  expect((await office.month('second', 'publish', period)).code).toBe(200);
}

test('#49.1 finance registers a payee without an account, whose data is sealed and confirmed by another person', async () => {
  expect((await office.ask('author', 'POST', '/earnings/payee/register', PERSON)).code).toBe(403);
  expect((await register({ ...PERSON, idCardNo: '110105194912310021' })).msg).toContain('身份证号码不正确');
  expect((await register({ ...STUDIO, idCardNo: '91350100M000100Y44' })).msg).toBe('统一社会信用代码不正确，请核对18位代码');
  expect((await register(PERSON)).code).toBe(200);
  expect((await register(PERSON)).msg).toBe('这位收款人已经登记过，或已有账号');
  expect((await register(STUDIO)).code).toBe(200);
  const { db } = town.context;
  const stored = JSON.stringify([await db.selectFrom('payee').selectAll().execute(), await db.selectFrom('operLog').selectAll().execute()]);
  for (const secret of [ID_CARD, PERSON.bankAccountNo, STUDIO.bankAccountNo]) expect(stored).not.toContain(secret);
  const person = await payeeNamed('何语');
  expect(person).toMatchObject({ accountless: true, kind: 'person', userName: '', status: 'pending' });
  expect(await payeeNamed('灯塔工作室')).toMatchObject({ accountless: true, kind: 'organisation', creditCode: ORGANISATION });
  expect(await office.ask('clerk', 'PUT', `/earnings/payee/confirm/${person.payeeId}`, {})).toMatchObject({ code: 25503 });
  for (const { payeeId } of await payees()) expect((await office.ask('second', 'PUT', `/earnings/payee/confirm/${payeeId}`, {})).code).toBe(200);
  // It is no account: no list of users has it, and it cannot sign in.
  const user = await db.selectFrom('user').select(['delFlag', 'status', 'passwordHash']).where('nickName', '=', '何语').executeTakeFirstOrThrow();
  expect(user).toEqual({ delFlag: '2', status: '1', passwordHash: 'none' });
});

test('#49.1 SM65 a party is paid through another payee by a document and a second person', async () => {
  const parties = await office.ask('clerk', 'GET', `/earnings/designation/party?protocolNo=${protocolNo}`);
  expect(parties.data.parties.map(({ name, hasAccount }: { name: string; hasAccount: boolean }) => [name, hasAccount])).toEqual([
    ['作者1', true],
    ['作者2', false],
    ['作者3', false],
  ]);
  const [person, studio] = [await payeeNamed('何语'), await payeeNamed('灯塔工作室')];
  expect((await designate('没有的人', person.payeeId, 'self')).msg).toContain('不在协议');
  expect((await designate('作者2', person.payeeId, 'self')).code).toBe(200);
  expect((await designate('作者2', studio.payeeId, 'agent')).msg).toBe('作者2已有收款指定，请先终止');
  const [first] = await designations();
  expect(await decide('clerk', 'confirm', first.designationId)).toMatchObject({ code: 26502, msg: '须由另一位财务人员处理' });
  expect((await office.month('clerk', 'calculate', '2026-03')).code).toBe(200);
  expect(await office.linesOf('2026-03')).toHaveLength(1);
  expect((await decide('second', 'confirm', first.designationId)).code).toBe(200);
  expect((await designate('作者3', studio.payeeId, 'agent')).code).toBe(200);
  const [agent] = await designations();
  expect((await decide('second', 'confirm', agent.designationId)).code).toBe(200);
});

test('#49.1 nothing is withheld from an organisation, whose invoice is registered before the settlement', async () => {
  await settle('2026-03');
  const lines = await office.linesOf('2026-03');
  expect(lines.map(({ grossFen }) => grossFen)).toEqual([50_000, 30_000, 20_000]);
  const studioLine = lines[2]?.id ?? 0;
  const detail = async (id: number) => (await office.ask('clerk', 'GET', `/earnings/yield/detail/${id}`)).data;
  expect(await detail(studioLine)).toMatchObject({ needsInvoice: true, invoiceNo: '' });
  expect((await detail(studioLine)).steps[0].formula).toContain('代作者3领取');
  expect(await office.decide('second', 'confirm', [studioLine])).toMatchObject({ code: 22108, msg: '请先登记对方开具的发票' });
  const invoice = (id: number, invoiceNo: string) => office.ask('clerk', 'POST', `/earnings/yield/invoice/${id}`, { invoiceNo });
  expect((await invoice(studioLine, '12')).msg).toBe('发票号码须是8位或20位数字');
  expect((await invoice(lines[0]?.id ?? 0, '12345678')).msg).toBe('收款人不是单位，不必登记发票');
  expect((await invoice(studioLine, '12345678')).code).toBe(200);
  expect(
    (
      await office.decide(
        'second',
        'confirm',
        lines.map(({ id }) => id),
      )
    ).data,
  ).toMatchObject({ done: 3, skipped: [] });
  const settled = await office.linesOf('2026-03');
  expect(settled.map(({ taxVersion }) => taxVersion)).toEqual(['2019-01', '2019-01', 'organisation']);
  expect(settled[2]).toMatchObject({ taxFen: 0, netFen: 20_000 });
  expect((await detail(studioLine)).steps.at(-1).formula).toContain('不代扣个税，发票12345678');
  const month = settled[0]?.taxMonth ?? '';
  const taxed = (await office.ask('clerk', 'GET', `/earnings/tax/list?month=${month}`)).rows;
  expect(taxed.map(({ realName, idTypeName, idTail }) => [realName, idTypeName, idTail])).toEqual([
    ['何语', '', ''],
    ['何语', '居民身份证', '002X'],
  ]);
  expect((await office.month('second', 'close', '2026-03')).code).toBe(200);
});

test('#49.4 what was settled for a payee without an account is paid without an application', async () => {
  while (await applyForAccountless(town.context));
  const rows = (await office.ask('clerk', 'GET', '/earnings/withdraw/list?shown=applied')).rows;
  expect(rows.map(({ amountFen }) => amountFen).toSorted()).toEqual([20_000, 30_000]);
  for (const { withdrawId } of rows) {
    expect((await office.ask('clerk', 'PUT', `/earnings/withdraw/approve/${withdrawId}`, {})).code).toBe(200);
    expect((await office.ask('second', 'PUT', `/earnings/withdraw/pay/${withdrawId}`, {})).code).toBe(200);
  }
  expect(await applyForAccountless(town.context)).toBe(false);
});

test('#49.1 an account that proves to be the same person is paid itself from then on', async () => {
  const { db } = town.context;
  const heir = office.ids['heir'] ?? 0;
  await town.addUser({ userName: 'checker', permissions: ['system:account:realName'], roles: ['admin'] });
  const checker = await town.as('checker');
  const { id } = await db
    .insertInto('realNameCheck')
    .values({
      userId: heir,
      realName: '何语',
      idType: 'idCard',
      ...sealedNumber(town.context, heir, 'idCard', ID_CARD),
      fileId: null,
      decidedBy: null,
      decidedAt: null,
      createTime: 1,
      updateTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const answer = await town.app.inject({ method: 'PUT', url: `/prod-api/system/account/realName/confirm/${id}`, headers: checker, payload: {} });
  expect(answer.json()).toMatchObject({ code: 200 });
  expect((await designations()).map(({ party, payee }) => [party, payee])).toEqual([
    ['作者3', '灯塔工作室'],
    ['作者2', 'heir'],
  ]);
  await settle('2026-04');
  expect((await office.linesOf('2026-04')).map(({ userId }) => userId)).toContain(heir);
});

test('#49.1 a payee does not change while an advance of the agreement is not recouped', async () => {
  const { db } = town.context;
  const shares = [[office.ids['author'] ?? 0, 10_000] as const];
  const other = await addAgreement(town, {
    publicationId: workId,
    shares,
    terms: {
      paperTiers: [],
      ebookShareBp: 0,
      audioShareBp: 0,
      leastCopies: 0,
      advanceFen: 100_000,
      recoup: true,
      reserveBp: 0,
      period: 'month',
      authorDiscountBp: 7000,
    },
  });
  await office.month('clerk', 'calculate', '2026-05');
  await office.month('second', 'publish', '2026-05');
  const advance = (await office.linesOf('2026-05')).find(({ sourceType }) => sourceType === 'advance');
  expect((await office.decide('third', 'confirm', [advance?.id ?? 0])).data).toMatchObject({ done: 1 });
  await db.updateTable('protocol').set({ protocolNo: 'HT-ADV' }).where('id', '=', other.protocolId).execute();
  protocolNo = 'HT-ADV';
  const person = await payeeNamed('灯塔工作室');
  expect((await designate('作者1', person.payeeId, 'agent')).code).toBe(200);
  const [row] = await designations();
  expect((await decide('second', 'confirm', row.designationId)).msg).toBe(
    '作者1在这份协议上还有未抵扣的预付款、退货或准备金，结清以后才能更换收款人',
  );
  expect((await decide('clerk', 'withdraw', row.designationId)).code).toBe(200);
});
