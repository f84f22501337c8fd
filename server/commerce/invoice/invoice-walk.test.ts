import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sum } from '../../../contract/money.ts';
import { pick, randomOf } from '../../../tests/support/flow-tree.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { limit } from '../../../tests/support/machine-speed.ts';
import { addVoucher } from '../../../tests/support/offline-money.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { walkSteps } from '../../../tests/support/test-database.ts';
import { sendDueRefund } from '../order-work.service.ts';
import { verifyMoney } from '../verify.service.ts';

const STEPS = Number(process.env['INVOICE_WALK_STEPS']) || walkSteps(500, 0.1);
const PRICES = [1, 99, 5800, 9800, 12_345];
const TODAY = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const PERSON = { kind: 'normal', titleType: 'personal', title: '渡口', email: 'a@example.com' };
const SPECIAL = {
  ...PERSON,
  kind: 'special',
  titleType: 'company',
  title: '渡口书店',
  taxNo: '91350100M000100Y43',
  bankInfo: '渡口银行 6228',
  addressPhone: '渡口路1号 021',
};
let town: TestContext;
const as: Record<string, Bearer> = {};
let voucher = 0;

beforeAll(async () => {
  town = await testContext({ demo: true });
  await town.addUser({ userName: 'buyer' });
  const clerk = await town.addUser({
    userName: 'clerk',
    permissions: ['pay:invoice:list', 'pay:invoice:issue', 'pay:invoice:reject', 'pay:invoice:red'],
  });
  await town.addUser({ userName: 'finance', permissions: ['pay:order:refund', 'pay:order:confirm'] });
  voucher = await addVoucher(town, clerk);
  for (const userName of ['buyer', 'clerk', 'finance']) as[userName] = await town.as(userName);
});
afterAll(() => town.close());

/** A line of an order as the model sees it. */
interface Line {
  readonly itemId: number;
  readonly fen: number;
  state: 'paid' | 'in refund' | 'returned';
  /** The invoice that holds it. */
  invoiceId: number | null;
}
interface Invoice {
  readonly lines: Line[];
  status: string;
}

test(
  'SM16 applications, issues, rejections, red invoices of all or of a part and refunds in random order agree with a model',
  async () => {
    const random = randomOf(16);
    const { db, cache } = town.context;
    const orders = new Map<string, Line[]>();
    const invoices = new Map<number, Invoice>();
    const seen = new Set<string>();
    const ask = async (who: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
      const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as[who] ?? {}, ...(payload ? { payload } : {}) });
      // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
      const said = answer.json<{ code: number; msg: string; data: any; rows: any[] }>();
      if (/系统未知错误/.test(said.msg)) throw new Error(`${method} ${path}: ${said.msg}`);
      return said;
    };
    let made = 0;
    async function buy(): Promise<void> {
      const lines: { publishId: number; shownFen: number }[] = [];
      for (let n = 0; n < 3; n += 1) {
        made += 1;
        const shownFen = pick(random, PRICES);
        lines.push({ publishId: await addListedWork(town.context, { title: `书${made}`, priceFen: shownFen }), shownFen });
      }
      const { orderNo } = (await ask('buyer', 'POST', '/pay/order', { requestId: randomUUID(), lines })).data;
      const { address } = (await ask('buyer', 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'sandbox' })).data;
      await town.app.inject({
        method: 'POST',
        url: address,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'action=pay',
      });
      const { items } = (await ask('buyer', 'GET', `/pay/order/detail/${orderNo}`)).data;
      orders.set(
        orderNo,
        items.map(
          ({ orderItemId, payFen }: { orderItemId: number; payFen: number }): Line => ({
            itemId: orderItemId,
            fen: payFen,
            state: 'paid',
            invoiceId: null,
          }),
        ),
      );
    }
    let serial = 0;
    const paper = () => {
      serial += 1;
      const number = `${TODAY.slice(2, 4)}11${String(serial).padStart(16, '0')}`;
      return { number, issueDate: TODAY, file: [{ fileId: voucher, name: '发票.pdf', size: 1 }] };
    };
    const free = (lines: readonly Line[]): Line[] => lines.filter(({ state, invoiceId }) => state === 'paid' && invoiceId === null);
    const someOrder = (): [string, Line[]] => pick(random, [...orders]);
    const someInvoice = (...states: string[]): [number, Invoice] | null => {
      const all = [...invoices];
      const fitting = all.filter(([, { status }]) => states.includes(status));
      const list = fitting.length > 0 && random() < 0.9 ? fitting : all;
      return list.length > 0 ? pick(random, list) : null;
    };
    const release = (invoice: Invoice, lines: readonly Line[]): void => {
      for (const line of lines) line.invoiceId = null;
      invoice.lines.splice(0, invoice.lines.length, ...invoice.lines.filter((line) => !lines.includes(line)));
    };
    const openReds = () =>
      db
        .selectFrom('redInvoice')
        .select(['id', 'invoiceId', 'confirmState'])
        .where('number', 'is', null)
        .where('confirmState', '!=', 'lapsed')
        .execute();
    const redItems = async (redId: number): Promise<number[]> =>
      (
        await db
          .selectFrom('redInvoiceLine')
          .innerJoin('invoiceLine', 'invoiceLine.id', 'redInvoiceLine.invoiceLineId')
          .select('invoiceLine.orderItemId')
          .where('redInvoiceLine.redInvoiceId', '=', redId)
          .execute()
      ).map(({ orderItemId }) => orderItemId);
    const refundItems = async (refundId: number): Promise<Line[]> => {
      const ids = (await db.selectFrom('refundLine').select('orderItemId').where('refundId', '=', refundId).execute()).map((row) => row.orderItemId);
      return [...orders.values()].flat().filter(({ itemId }) => ids.includes(itemId));
    };

    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      async apply() {
        const [orderNo, lines] = someOrder();
        const wanted = free(lines);
        const body = { requestId: randomUUID(), orderNos: [orderNo], ...(random() < 0.3 ? SPECIAL : PERSON) };
        const { code, data } = await ask('buyer', 'POST', '/pay/invoice', body);
        const returned = lines.every(({ state }) => state === 'returned');
        const refunding = lines.some(({ state }) => state === 'in refund') && lines.every(({ state }) => state !== 'paid');
        expect(code).toBe(wanted.length === 0 || returned || refunding ? 21602 : 200);
        if (code !== 200) return;
        expect(data.amountFen).toBe(sum(wanted.map(({ fen }) => fen)));
        for (const line of wanted) line.invoiceId = data.invoiceId;
        invoices.set(data.invoiceId, { lines: wanted, status: 'applied' });
      },
      async issue() {
        const found = someInvoice('applied');
        if (!found) return;
        const [id, invoice] = found;
        const { code } = await ask('clerk', 'PUT', `/pay/invoice/issue/${id}`, paper());
        // A line that is being returned, or was, is not invoiced.
        if (invoice.status !== 'applied') expect(code).toBe(21601);
        else if (invoice.lines.every(({ state }) => state === 'paid')) expect(code).toBe(200);
        else expect(code).not.toBe(200);
        if (code === 200) invoice.status = 'issued';
      },
      async reject() {
        const found = someInvoice('applied');
        if (!found || random() < 0.5) return;
        const [id, invoice] = found;
        const { code } = await ask('clerk', 'PUT', `/pay/invoice/reject/${id}`, { reason: '抬头与订单不一致' });
        expect(code === 200).toBe(invoice.status === 'applied');
        if (code !== 200) return;
        invoice.status = 'rejected';
        release(invoice, [...invoice.lines]);
      },
      async cancel() {
        const found = someInvoice('applied', 'rejected');
        if (!found || random() < 0.6) return;
        const [id, invoice] = found;
        const { code } = await ask('buyer', 'PUT', `/pay/invoice/mine/cancel/${id}`);
        expect(code === 200).toBe(invoice.status === 'applied' || invoice.status === 'rejected');
        if (code !== 200) return;
        invoice.status = 'cancelled';
        release(invoice, [...invoice.lines]);
      },
      async startRed() {
        const found = someInvoice('issued');
        if (!found) return;
        const [id, invoice] = found;
        const [card] = (await ask('clerk', 'GET', `/pay/invoice/list?invoiceId=${id}`)).rows;
        const lineIds = random() < 0.5 ? [] : card.lines.slice(0, 1).map(({ lineId }: { lineId: number }) => lineId);
        const reason = lineIds.length === 0 ? '开票有误' : '销售折让';
        const { code } = await ask('clerk', 'POST', `/pay/invoice/red/${id}`, { reason, lineIds });
        if (invoice.status !== 'issued') expect(code).not.toBe(200);
      },
      async decideRed() {
        const all = await openReds();
        if (all.length === 0) return;
        const red = pick(random, all);
        const items = await redItems(red.id);
        const event = pick(random, ['issue', 'issue', 'confirm', 'lapse']);
        const { code } = await ask('clerk', 'PUT', `/pay/invoice/red/${event}/${red.id}`, event === 'issue' ? paper() : {});
        if (event !== 'issue') return;
        expect(code === 200).toBe(red.confirmState !== 'waiting');
        const invoice = invoices.get(red.invoiceId);
        if (code !== 200 || !invoice) return;
        release(
          invoice,
          invoice.lines.filter(({ itemId }) => items.includes(itemId)),
        );
        if (invoice.lines.length === 0) invoice.status = 'red';
      },
      async giveBack() {
        const [orderNo, lines] = someOrder();
        const wanted = lines.filter(({ state }) => state === 'paid' && random() < 0.4);
        if (wanted.length === 0 || random() < 0.5) return;
        const orderItemIds = wanted.map(({ itemId }) => itemId);
        const { code } = await ask('buyer', 'POST', '/pay/order/refund', { orderNo, orderItemIds, reason: '买错了' });
        expect(code).toBe(200);
        for (const line of wanted) line.state = 'in refund';
      },
      async decideRefund() {
        const refunds = await db.selectFrom('refund').select('id').where('status', 'in', ['applied', 'approved']).execute();
        if (refunds.length === 0) return;
        const { id } = pick(random, refunds);
        const lines = await refundItems(id);
        const event = pick(random, ['pass', 'pass', 'reject', 'cancel']);
        const { code } = await (event === 'cancel'
          ? ask('buyer', 'PUT', `/pay/refund/mine/cancel/${id}`)
          : ask('finance', 'PUT', `/pay/refund/${event}/${id}`, { reason: '请先核对订单内容' }));
        const isIssued = lines.some(({ invoiceId }) => invoiceId !== null && invoices.get(invoiceId)?.status === 'issued');
        // Money leaves only after the red invoice.
        expect(code).toBe(event === 'pass' && isIssued ? 21506 : 200);
        if (code !== 200) return;
        if (event !== 'pass') for (const line of lines) line.state = 'paid';
        else {
          await db.updateTable('refund').set({ askAt: 1 }).where('id', '=', id).execute();
          while ((await db.selectFrom('refund').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status === 'sending')
            await sendDueRefund(town.context);
          for (const line of lines) line.state = 'returned';
        }
      },
    };
    for (let n = 0; n < 4; n += 1) await buy();
    for (let step = 1; step <= STEPS; step += 1) {
      for (const counter of ['order', 'invoice']) await cache.clear(counter);
      if (step % 12 === 0) await buy();
      const name = pick(random, [...Object.keys(steps), 'apply', 'apply', 'issue', 'issue', 'decideRed']);
      await steps[name]?.();
      for (const { id, status } of await db.selectFrom('invoice').select(['id', 'status']).execute()) {
        seen.add(status);
        expect([step, name, id, status]).toEqual([step, name, id, invoices.get(id)?.status]);
      }
      if (step % 10 === 0 || step === STEPS) expect([step, name, await verifyMoney(db)]).toEqual([step, name, []]);
    }
    if (STEPS >= 500) expect([...seen].toSorted()).toEqual(['applied', 'cancelled', 'issued', 'red', 'rejected']);
  },
  limit(120_000),
);
