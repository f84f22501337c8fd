import { randomUUID } from 'node:crypto';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import PizZip from 'pizzip';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { addVoucher } from '../../../tests/support/offline-money.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { pdfPages } from '../../document/pdf-pages.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { lapseDueRed } from './red-invoice.service.ts';
import { verifyMoney } from '../verify.service.ts';

const PRICE = 5800;
const INVOICE = ['pay:invoice:list', 'pay:invoice:issue', 'pay:invoice:reject', 'pay:invoice:red'];
const TODAY = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
let town: TestContext;
const as: Record<string, Bearer> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  town = await testContext({ demo: true });
  for (const userName of ['buyer', 'other']) ids[userName] = await town.addUser({ userName });
  ids['clerk'] = await town.addUser({ userName: 'clerk', permissions: INVOICE });
  ids['finance'] = await town.addUser({ userName: 'finance', permissions: ['pay:order:refund', 'pay:order:confirm'] });
  for (const userName of Object.keys(ids)) as[userName] = await town.as(userName);
});
afterAll(() => town.close());
beforeEach(async () => {
  await town.context.cache.clear('order');
  await town.context.cache.clear('invoice');
});
afterEach(async () => expect(await verifyMoney(town.context.db)).toEqual([]));

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
async function ask(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Answer> {
  const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as[who] ?? {}, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}
let made = 0;
async function bought(prices: readonly number[] = [PRICE]): Promise<string> {
  const lines = [];
  for (const shownFen of prices) {
    made += 1;
    lines.push({ publishId: await addListedWork(town.context, { title: `灯塔${made}`, priceFen: shownFen }), shownFen });
  }
  const { orderNo } = (await ask('buyer', 'POST', '/pay/order', { requestId: randomUUID(), lines })).data;
  const { address } = (await ask('buyer', 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'sandbox' })).data;
  await town.app.inject({ method: 'POST', url: address, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'action=pay' });
  return orderNo;
}
const PERSON = { kind: 'normal', titleType: 'personal', title: '渡口', email: 'a@example.com' };
const COMPANY = { ...PERSON, titleType: 'company', title: '渡口书店', taxNo: '91350100M000100Y43' };
const SPECIAL = { ...COMPANY, kind: 'special', bankInfo: '渡口银行 6228', addressPhone: '渡口路1号 021' };
const apply = (orderNo: string, more: object = PERSON, who = 'buyer') =>
  ask(who, 'POST', '/pay/invoice', { requestId: randomUUID(), orderNos: [orderNo], ...more });
let serial = 0;
const newNumber = (): string => {
  serial += 1;
  return `${TODAY.slice(2, 4)}11${String(serial).padStart(16, '0')}`;
};
async function pdf(...texts: string[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage();
  for (const [at, text] of texts.entries()) page.drawText(text, { x: 40, y: 700 - at * 20, size: 12, font });
  return Buffer.from(await document.save());
}
const file = async (bytes?: Buffer) => [{ fileId: await addVoucher(town, ids['clerk'] ?? 0, bytes), name: '发票.pdf', size: 1 }];
const issue = async (invoiceId: number, more: object = {}) =>
  ask('clerk', 'PUT', `/pay/invoice/issue/${invoiceId}`, { number: newNumber(), issueDate: TODAY, file: await file(), ...more });
const shown = async (invoiceId: number) => (await ask('clerk', 'GET', `/pay/invoice/list?invoiceId=${invoiceId}`)).rows[0];
const issued = async (orderNo: string, more: object = PERSON): Promise<number> => {
  const { invoiceId } = (await apply(orderNo, more)).data;
  expect((await issue(invoiceId)).code).toBe(200);
  return invoiceId as number;
};

test('#48.6 SM16 F21 a reader applies, the clerk issues with number and file, and the sums are those of the lines', async () => {
  const orderNo = await bought([PRICE, 9800, 1]);
  expect((await ask('buyer', 'GET', `/pay/order/detail/${orderNo}`)).data.can).toContain('invoice');
  const preview = (await ask('buyer', 'GET', `/pay/invoice/preview/${orderNo}`)).data;
  expect(preview).toMatchObject({ amountFen: 15_601, fault: '', lines: [{ fen: PRICE }, { fen: 9800 }, { fen: 1 }] });
  const requestId = randomUUID();
  const first = await apply(orderNo, { ...COMPANY, requestId });
  expect(first.data.applyNo).toMatch(/^FP\d{14}$/);
  expect(first.data).toMatchObject({ amountFen: 15_601, netFen: 5321 + 8991 + 1, taxFen: 479 + 809, status: 'applied', can: ['cancel'] });
  expect((await apply(orderNo, { ...COMPANY, requestId })).data.invoiceId).toBe(first.data.invoiceId);
  expect(await apply(orderNo)).toMatchObject({ code: 21602, msg: '订单不可开票' });
  const { invoiceId } = first.data;
  for (const more of [{ number: '123' }, { number: `99${'1'.repeat(18)}` }, { number: '２６110000000000000001' }])
    expect(await issue(invoiceId, more)).toMatchObject({ code: 21604, msg: '发票号码格式错误或重复' });
  expect(await issue(invoiceId, { file: [] })).toMatchObject({ code: 21606, msg: '请上传发票文件（PDF或OFD）' });
  expect(await issue(invoiceId, { issueDate: '2999-01-01' })).toMatchObject({ msg: '开票日期不能晚于今天' });
  const number = newNumber();
  expect((await issue(invoiceId, { number })).code).toBe(200);
  expect(await issue(invoiceId)).toMatchObject({ code: 21601 });
  const other = (await apply(await bought())).data.invoiceId;
  expect(await issue(other, { number })).toMatchObject({ code: 21604 });
  const [own] = (await ask('buyer', 'GET', `/pay/invoice/mine?orderNo=${orderNo}`)).rows;
  // The reader reads the own address, and the clerk the one of the mail.
  expect([own.email, (await shown(invoiceId)).email]).toEqual(['a@example.com', 'a@example.com']);
  expect(own).toMatchObject({ status: 'issued', invoiceNumber: number, can: ['download', 'red'] });
  const download = await town.app.inject({ url: `/prod-api/pay/invoice/mine/file/${invoiceId}`, headers: as['buyer'] ?? {} });
  expect(download.statusCode).toBe(200);
  expect((await ask('other', 'GET', `/pay/invoice/mine/file/${invoiceId}`)).code).toBe(404);
  expect((await ask('other', 'GET', `/pay/invoice/preview/${orderNo}`)).code).toBe(404);
  const { db } = town.context;
  expect(
    (
      await db
        .selectFrom('message')
        .select('title')
        .where('userId', '=', ids['buyer'] ?? 0)
        .execute()
    ).map(({ title }) => title),
  ).toContain('发票已开具，请查收');
  expect((await db.selectFrom('mail').select('email').where('template', '=', '发票').execute()).map(({ email }) => email)).toContain('a@example.com');
});

test('#48.6 F10b a company’s tax number is checked, and a special invoice needs the bank and the address', async () => {
  const orderNo = await bought();
  expect(await apply(orderNo, { ...COMPANY, taxNo: '91350100M000100Y44' })).toMatchObject({ code: 21603, msg: '纳税人识别号校验失败' });
  expect(await apply(orderNo, { ...COMPANY, taxNo: '' })).toMatchObject({ code: 21603 });
  expect((await apply(orderNo, { ...COMPANY, kind: 'special' })).msg).toContain('数电专票须填写');
  expect((await apply(orderNo, { ...COMPANY, taxNo: ' 91350100m000100y43 ' })).data).toMatchObject({ taxNo: '91350100M000100Y43' });
});

test('#48.6 E111 titles are the reader’s own, one of them the default', async () => {
  const add = (draft: object) => ask('buyer', 'POST', '/pay/invoiceTitle', draft);
  const titles = async (who = 'buyer') => (await ask(who, 'GET', '/pay/invoiceTitle/list')).data.titles;
  const first = (await add({ titleType: 'personal', title: '渡口', email: 'a@example.com' })).data;
  expect(first.isDefault).toBe(true);
  const second = (await add({ titleType: 'company', title: '书店', taxNo: COMPANY.taxNo, email: 'b@example.com', isDefault: true })).data;
  expect((await titles()).map(({ title, isDefault }: { title: string; isDefault: boolean }) => [title, isDefault])).toEqual([
    ['书店', true],
    ['渡口', false],
  ]);
  expect((await titles()).map(({ email }: { email: string }) => email)).toEqual(['b@example.com', 'a@example.com']);
  expect(await titles('other')).toEqual([]);
  const change = { titleId: second.titleId, titleType: 'personal', title: '书', email: 'b@example.com' };
  expect((await ask('other', 'PUT', '/pay/invoiceTitle', change)).code).toBe(404);
  expect((await ask('other', 'DELETE', `/pay/invoiceTitle/${second.titleId}`)).code).toBe(404);
  expect((await ask('buyer', 'PUT', '/pay/invoiceTitle', change)).data.title).toBe('书');
  expect((await ask('buyer', 'DELETE', `/pay/invoiceTitle/${first.titleId}`)).code).toBe(200);
  expect(await titles()).toHaveLength(1);
});

test('#48.6 a rejected application frees the order, and the buyer withdraws one that waits', async () => {
  const orderNo = await bought();
  const { invoiceId } = (await apply(orderNo)).data;
  expect((await ask('clerk', 'PUT', `/pay/invoice/reject/${invoiceId}`, { reason: '短' })).msg).toContain('至少5个字');
  expect((await ask('clerk', 'PUT', `/pay/invoice/reject/${invoiceId}`, { reason: '抬头与税号不是同一家' })).code).toBe(200);
  expect((await ask('other', 'PUT', `/pay/invoice/mine/cancel/${invoiceId}`)).code).toBe(404);
  const again = (await apply(orderNo)).data;
  expect((await ask('buyer', 'PUT', `/pay/invoice/mine/cancel/${again.invoiceId}`)).code).toBe(200);
  expect((await ask('buyer', 'GET', `/pay/order/detail/${orderNo}`)).data.can).toContain('invoice');
});

test('#48.6 the file is read before it is saved: a missing number or total is a warning', async () => {
  const { invoiceId, amountFen } = (await apply(await bought())).data;
  const number = newNumber();
  const check = async (bytes: Buffer) =>
    (await ask('clerk', 'POST', `/pay/invoice/check/${invoiceId}`, { number, issueDate: TODAY, fen: amountFen, file: await file(bytes) })).data
      .warning;
  expect(await check(await pdf(number, 'CNY 58.00'))).toBe('');
  expect(await check(await pdf(number, 'CNY 59.00'))).toBe('发票文件里没有找到发票号码或金额，请核对');
  expect(await check(Buffer.from('%PDF-1.7\n'))).toBe('发票文件里没有找到发票号码或金额，请核对');
});

test('#48.6 a rate is corrected with a note, and the sums follow', async () => {
  const { invoiceId, lines } = (await apply(await bought([10_000]))).data;
  const rates = [{ lineId: lines[0].lineId, rateBp: 600 }];
  expect(await issue(invoiceId, { rates })).toMatchObject({ msg: '改了税率，请写明原因' });
  expect((await issue(invoiceId, { rates, note: '这一行是服务' })).code).toBe(200);
  expect(await shown(invoiceId)).toMatchObject({ netFen: 9434, taxFen: 566, amountFen: 10_000 });
});

test('#48.6 a red invoice of a part mirrors its lines, what is left can be reddened, and the order can be invoiced again', async () => {
  const orderNo = await bought([PRICE, 9800]);
  const invoiceId = await issued(orderNo);
  const [first] = (await shown(invoiceId)).lines;
  const start = (body: object) => ask('clerk', 'POST', `/pay/invoice/red/${invoiceId}`, body);
  expect(await start({ reason: '开票有误', lineIds: [first.lineId] })).toMatchObject({ msg: '开票有误须红冲整张发票' });
  const { redId } = (await start({ reason: '销售折让', lineIds: [first.lineId] })).data;
  expect(await start({ reason: '销售折让', lineIds: [first.lineId] })).toMatchObject({ msg: expect.stringContaining('已在红冲中') });
  const number = newNumber();
  const body = { number, issueDate: TODAY, file: await file() };
  expect((await ask('clerk', 'PUT', `/pay/invoice/red/issue/${redId}`, body)).code).toBe(200);
  const after = await shown(invoiceId);
  expect(after).toMatchObject({ status: 'issued', leftFen: 9800, reds: [{ fen: -PRICE, number }] });
  expect((await ask('buyer', 'GET', `/pay/invoice/preview/${orderNo}`)).data.amountFen).toBe(PRICE);
  const rest = (await start({ reason: '销货退回' })).data.redId;
  expect((await ask('clerk', 'PUT', `/pay/invoice/red/issue/${rest}`, body)).code).toBe(21604);
  expect((await ask('clerk', 'PUT', `/pay/invoice/red/issue/${rest}`, { ...body, number: newNumber() })).code).toBe(200);
  expect(await shown(invoiceId)).toMatchObject({ status: 'red', leftFen: 0 });
  expect((await apply(orderNo)).data.amountFen).toBe(PRICE + 9800);
});

test('#48.6 the red application of a special invoice waits 72 hours for the buyer’s confirmation', async () => {
  const invoiceId = await issued(await bought(), SPECIAL);
  const start = async (): Promise<number> =>
    (await ask('clerk', 'POST', `/pay/invoice/red/${invoiceId}`, { reason: '开票有误', confirmNo: 'QR1' })).data.redId;
  const body = async () => ({ number: newNumber(), issueDate: TODAY, file: await file() });
  const redId = await start();
  expect(await ask('clerk', 'PUT', `/pay/invoice/red/issue/${redId}`, await body())).toMatchObject({ msg: '专票的红字申请须等购买方确认' });
  await town.context.db.updateTable('redInvoice').set({ confirmUntil: 1 }).where('id', '=', redId).execute();
  await lapseDueRed(town.context);
  expect((await shown(invoiceId)).reds).toEqual([]);
  const again = await start();
  expect((await ask('clerk', 'PUT', `/pay/invoice/red/confirm/${again}`)).code).toBe(200);
  expect((await ask('clerk', 'PUT', `/pay/invoice/red/issue/${again}`, await body())).code).toBe(200);
  expect((await shown(invoiceId)).status).toBe('red');
});

test('#48.6 a refund of an invoiced line starts the red invoice, and money leaves only after it', async () => {
  const orderNo = await bought([PRICE, 9800]);
  const invoiceId = await issued(orderNo);
  const [item] = (await ask('buyer', 'GET', `/pay/order/detail/${orderNo}`)).data.items;
  await ask('buyer', 'POST', '/pay/order/refund', { orderNo, orderItemIds: [item.orderItemId], reason: '买错了' });
  const [refund] = (await ask('finance', 'GET', '/pay/refund/list?status=applied')).rows;
  expect(await ask('finance', 'PUT', `/pay/refund/pass/${refund.refundId}`, {})).toMatchObject({ code: 21506, msg: '订单已开票，请先申请红冲' });
  const [red] = (await shown(invoiceId)).reds;
  expect(red).toMatchObject({ reason: '销货退回', fen: -PRICE, number: '' });
  expect((await ask('clerk', 'PUT', `/pay/invoice/red/lapse/${red.redId}`)).msg).toContain('不能作废');
  await ask('clerk', 'PUT', `/pay/invoice/red/issue/${red.redId}`, { number: newNumber(), issueDate: TODAY, file: await file() });
  expect((await ask('finance', 'PUT', `/pay/refund/pass/${refund.refundId}`, {})).code).toBe(200);
  // A withdrawn refund gives up the red invoice that it started.
  const next = await bought();
  const other = await issued(next);
  const [line] = (await ask('buyer', 'GET', `/pay/order/detail/${next}`)).data.items;
  const card = (await ask('buyer', 'POST', '/pay/order/refund', { orderNo: next, orderItemIds: [line.orderItemId], reason: '买错了' })).data;
  expect((await shown(other)).reds).toHaveLength(1);
  await ask('buyer', 'PUT', `/pay/refund/mine/cancel/${card.refunds[0].refundId}`);
  expect((await shown(other)).reds).toEqual([]);
});

test('#48.6 an invoice is not issued for what is being returned', async () => {
  const orderNo = await bought();
  const { invoiceId } = (await apply(orderNo)).data;
  const [item] = (await ask('buyer', 'GET', `/pay/order/detail/${orderNo}`)).data.items;
  await ask('buyer', 'POST', '/pay/order/refund', { orderNo, orderItemIds: [item.orderItemId], reason: '买错了' });
  expect((await shown(invoiceId)).fault).toBe('开票金额与订单金额不一致');
  expect(await issue(invoiceId)).toMatchObject({ code: 21605, msg: '开票金额与订单金额不一致' });
});

test('#48.6 a batch is exported as a spreadsheet, and its results are read row by row', async () => {
  const { db } = town.context;
  await db.updateTable('invoice').set({ status: 'cancelled' }).where('status', 'in', ['applied', 'failed', 'issuing']).execute();
  const [one, two, three] = [
    (await apply(await bought(), { ...COMPANY, title: '=1+1' })).data,
    (await apply(await bought())).data,
    (await apply(await bought())).data,
  ];
  const exported = await town.app.inject({ method: 'POST', url: '/prod-api/pay/invoice/batch/export', headers: as['clerk'] ?? {} });
  const lines = await readSheet(exported.rawPayload);
  expect(lines.map(({ cells }) => String(cells[0]))).toEqual(['申请号', one.applyNo, two.applyNo, three.applyNo]);
  expect(lines[1]?.cells.slice(3, 5)).toEqual(["'=1+1", COMPANY.taxNo]);
  expect(await shown(one.invoiceId)).toMatchObject({ status: 'issuing' });
  const number = newNumber();
  const csv = [
    '申请号,发票号码,开票日期,失败原因',
    `${one.applyNo},${number},${TODAY},`,
    `${two.applyNo},,,抬头有误`,
    `${three.applyNo},${newNumber()},${TODAY},`,
    `FP00000000000000,${newNumber()},${TODAY},`,
  ].join('\r\n');
  const zip = new PizZip();
  zip.file('结果.csv', csv);
  zip.file(`${number}.pdf`, await pdf(number));
  const send = async () => {
    const body = new FormData();
    body.append('file', new Blob([zip.generate({ type: 'uint8array' })]), '结果.zip');
    const request = new Request('http://local', { method: 'POST', body });
    const answer = await town.app.inject({
      method: 'POST',
      url: '/prod-api/pay/invoice/batch/import',
      headers: { ...as['clerk'], 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return answer.json<Answer>().data;
  };
  expect(await send()).toEqual({
    done: 1,
    failed: 1,
    skipped: [
      { id: three.applyNo, reason: '请上传发票文件（PDF或OFD）' },
      { id: 'FP00000000000000', reason: '没有这个申请号' },
    ],
  });
  expect(await shown(one.invoiceId)).toMatchObject({ status: 'issued', invoiceNumber: number });
  expect(await shown(two.invoiceId)).toMatchObject({ status: 'failed', reason: '抬头有误' });
  // The same file again changes nothing.
  expect(await send()).toMatchObject({ done: 0, failed: 0 });
});

test('#48.2 the receipt of a paid order is a PDF that says it is not an invoice', async () => {
  const orderNo = await bought([PRICE, 9800]);
  const get = (who: string) => town.app.inject({ url: `/prod-api/pay/order/receipt/${orderNo}`, headers: as[who] ?? {} });
  const answer = await get('buyer');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const [text = ''] = (await pdfPages(answer.rawPayload)) ?? [];
  for (const words of ['电子收据', orderNo, '不是发票', '156.00', '98.00']) expect(text).toContain(words);
  expect((await get('other')).json<Answer>().code).toBe(404);
});
