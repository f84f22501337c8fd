import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import { unloggedWrite } from '../../../audit/operation-log.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { readNotice } from '../../../commerce/notice/notice.service.ts';
import { openRight } from '../../../commerce/entitlement.service.ts';
import { cancelOwn, pay, place } from '../../../commerce/order.service.ts';
import { applyFor, decide } from '../../../commerce/refund.service.ts';
import { sendDueRefund } from '../../../commerce/order-work.service.ts';
import { openedTrade, actAs } from '../../../payment/sandbox.service.ts';
import { addBills } from './bills.ts';
import { addFees } from './fees.ts';
import { addInvoices } from './invoices.ts';
import { addTransferAccount, addOfflineOrders } from './offline-orders.ts';
import { addSpreads } from './spread.ts';
import type { SandboxAction } from '../../../payment/sandbox-page.ts';

/** What becomes of an order. */
type Course = 'paid' | 'opened' | 'unpaid' | 'cancelled' | 'applied' | 'refunded' | 'failedRefund' | 'rejected' | 'twice';
const COURSES: readonly Course[] = [
  'opened',
  'paid',
  'opened',
  'applied',
  'opened',
  'refunded',
  'unpaid',
  'opened',
  'cancelled',
  'twice',
  'paid',
  'failedRefund',
  'opened',
  'rejected',
];
/** Readers from here on buy; the first ones are left as the demo needs them. */
const FIRST_BUYER = 8;
const OFFLINE_ORDERS = 6;
/** Readers who buy by a link. */
const SPREAD_BUYERS = 8;
/** Readers from the end of the list who apply for invoices. */
const INVOICE_BUYERS = 12;

const send =
  (context: AppContext) =>
  async (headers: Record<string, string>, body: string): Promise<void> =>
    void (await readNotice(context, 'sandbox', { headers, body: Buffer.from(body), ip: '127.0.0.1' }));

async function press(context: AppContext, user: CurrentUser, orderNo: string, action: SandboxAction): Promise<string> {
  const { paymentNo, address } = await pay(context, user, orderNo, { requestId: randomUUID(), channel: 'sandbox' });
  const opened = await openedTrade(context, paymentNo, new URL(address, 'http://local').searchParams.get('t') ?? '');
  if (opened) await actAs(context, opened.trade, action, send(context));
  return paymentNo;
}

/** Orders in every state, made by the services that buyers and staff use, so that the books are true. */
export async function addOrders(context: AppContext, person: (userName: string) => Promise<CurrentUser>): Promise<void> {
  const { db } = context;
  if (!context.settings.demo || (await db.selectFrom('order').select('id').limit(1).executeTakeFirst())) return;
  const works = await worksOnSale(context);
  const readers = await db.selectFrom('user').select('userName').where('userName', 'like', 'reader%').orderBy('id').execute();
  const buyers = readers.slice(FIRST_BUYER);
  const [clerk, second] = [await person('tally'), await person('tally2')];
  await addTransferAccount(context);
  for (const [index, course] of COURSES.entries()) {
    const buyer = buyers[index]?.userName;
    const chosen = works.filter((_work, at) => at === index % works.length || (index % 3 === 0 && at === (index + 1) % works.length));
    if (!buyer || chosen.length === 0) continue;
    await follow(context, await person(buyer), clerk, course, chosen);
  }
  const others = buyers.slice(COURSES.length, COURSES.length + OFFLINE_ORDERS);
  await addOfflineOrders(context, await Promise.all(others.map(({ userName }) => person(userName))), works, clerk, second);
  const invoiced = await Promise.all(buyers.slice(-INVOICE_BUYERS).map(({ userName }) => person(userName)));
  await addInvoices(context, {
    buyers: invoiced,
    works: works.map(({ id }) => id),
    clerk: await person('invoice'),
    pay: (buyer, orderNo) => press(context, buyer, orderNo, 'pay'),
  });
  await addFees(context, { person, clerk, second, pay: (buyer, orderNo) => press(context, buyer, orderNo, 'pay') });
  await addBills(context, clerk, second);
}

export const worksOnSale = ({ db }: AppContext) =>
  db
    .selectFrom('publication')
    .select(['id', 'salePriceFen'])
    .where('status', '=', 'listed')
    .where('isFree', '=', '0')
    .where('salePriceFen', '>', 0)
    .where('delFlag', '=', '0')
    .where((eb) => eb.or([eb('editionId', 'is not', null), eb('kind', 'in', ['audio', 'video'])]))
    .orderBy('id')
    .execute();

/** Orders that came by the links of promoters, and campaigns; needs the agreements of authors. */
export async function addSpreadOrders(context: AppContext, person: (userName: string) => Promise<CurrentUser>): Promise<void> {
  const readers = await context.db.selectFrom('user').select('userName').where('userName', 'like', 'reader%').orderBy('id').execute();
  const buyers = readers.slice(FIRST_BUYER, FIRST_BUYER + SPREAD_BUYERS);
  await addSpreads(context, await worksOnSale(context), {
    person,
    clerk: await person('tally'),
    second: await person('tally2'),
    buyers: await Promise.all(buyers.map(({ userName }) => person(userName))),
    pay: (buyer, orderNo) => press(context, buyer, orderNo, 'pay'),
    open: (buyer, publishId) => openRight(context, buyer, publishId),
  });
}

async function follow(
  context: AppContext,
  user: CurrentUser,
  clerk: CurrentUser,
  course: Course,
  works: readonly { id: number; salePriceFen: number }[],
): Promise<void> {
  const lines = works.map(({ id, salePriceFen }) => ({ publishId: id, shownFen: salePriceFen }));
  const { orderNo } = await place(context, user, { requestId: randomUUID(), lines, client: 'mobile', fromCart: false });
  if (course === 'unpaid') return;
  if (course === 'cancelled') {
    // The channel closes the attempt; its bill lists the payment nevertheless.
    const { paymentNo } = await pay(context, user, orderNo, { requestId: randomUUID(), channel: 'sandbox' });
    await cancelOwn(context, user, orderNo);
    await context.db.updateTable('sandboxTrade').set({ state: 'paid' }).where('paymentNo', '=', paymentNo).execute();
    return;
  }
  if (course === 'twice') {
    // The buyer pays the second attempt, and the first one comes through nevertheless.
    const { paymentNo, address } = await pay(context, user, orderNo, { requestId: randomUUID(), channel: 'sandbox' });
    await press(context, user, orderNo, 'pay');
    await context.db.updateTable('sandboxTrade').set({ state: 'waiting' }).where('paymentNo', '=', paymentNo).execute();
    const opened = await openedTrade(context, paymentNo, new URL(address, 'http://local').searchParams.get('t') ?? '');
    if (opened) await actAs(context, opened.trade, 'pay', send(context));
    while (await sendDueRefund(context));
    return;
  }
  const paymentNo = await press(context, user, orderNo, 'pay');
  if (course === 'opened') for (const { id } of works) await openRight(context, user, id);
  if (course === 'opened' || course === 'paid') return;
  const items = await context.db
    .selectFrom('orderItem')
    .innerJoin('order', 'order.id', 'orderItem.orderId')
    .select('orderItem.id')
    .where('order.orderNo', '=', orderNo)
    .execute();
  const first = items.slice(0, 1).map(({ id }) => id);
  await applyFor(context, user, { orderNo, orderItemIds: first, reason: '买错了', note: '想买的是另一本。' });
  if (course === 'applied') return;
  if (course === 'failedRefund')
    await context.db.updateTable('sandboxTrade').set({ refundMode: 'fail' }).where('paymentNo', '=', paymentNo).execute();
  const refund = await context.db.selectFrom('refund').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const event = course === 'rejected' ? 'reject' : 'pass';
  const reason = course === 'rejected' ? '您说的另一本还没有上架，请先核对书名。' : '';
  await decide(context, clerk, { refundId: refund.id, event }, reason, unloggedWrite(context));
  while (await sendDueRefund(context));
}
