import { OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../contract/commerce/order.machine.ts';
import type { OrderState, RefundState } from '../../contract/commerce/order.ts';
import { refundMachine } from '../../contract/commerce/refund.machine.ts';
import { inGroup } from '../../contract/state-machine.ts';
import { sum } from '../../contract/money.ts';
import type { Database, Tx } from '../db/database.ts';
import { ledgerFaults } from '../ledger/ledger.service.ts';
import { returnedCopies } from './refund.queries.ts';
import { invoicedOf } from './invoice/invoice.queries.ts';
import { reconMoney } from './recon/recon.queries.ts';
import { everyEnd } from './recon/suspense-end.queries.ts';
import { dueOfEnd } from './recon/suspense-end.service.ts';
import {
  accountBalances,
  channelMoney,
  everyOrder,
  paidLines,
  postedRefunds,
  seatLines,
  unconfirmedOffline,
  wrongInvoices,
  wrongSeats,
} from './verify.queries.ts';

const isPaid = (status: string): boolean => inGroup(orderMachine, 'bought', status as OrderState);

/**
 * Compares the books with the rows, independent of the code that posts. Returns the differences in words, none when the books are right: every
 * transaction sums to zero; an order account holds exactly the paid lines that are neither finished nor returned; what is due to buyers is what
 * refunds have not sent back yet; the account of a channel holds what was paid through it and neither given back nor taken by its bills, and what
 * the suspense account says; no more of a line is invoiced than was paid and not returned; copies are handed out or returned at most as often as
 * they were bought; a paid and not returned line has exactly one live right, every other line has none.
 */
export async function verifyMoney(db: Database | Tx): Promise<string[]> {
  const found = await ledgerFaults(db);
  const orders = await everyOrder(db);
  const lines = await paidLines(db);
  const returned = await postedRefunds(db);
  const held = await accountBalances(db, 'order');
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  for (const order of orders) {
    const own = linesOf.get(order.id) ?? [];
    const open = isPaid(order.status) && order.channel !== 'free' ? own.filter((line) => line.finishedAt === null) : [];
    const expected = sum(open.map(({ id, payFen }) => payFen - (returned.get(id) ?? 0)));
    const booked = -(held.get(String(order.id)) ?? 0);
    if (booked !== expected) found.push(`order ${order.orderNo} (${order.status}): ${booked} fen in its account, ${expected} expected`);
    if (sum(own.map(({ payFen }) => payFen)) !== order.payFen) found.push(`order ${order.orderNo}: its lines do not add up to its price`);
    if (sum(own.map(({ refundedFen }) => refundedFen)) !== order.refundedFen)
      found.push(`order ${order.orderNo}: its lines do not add up to what was returned`);
    for (const line of own) {
      const right = isPaid(order.status) && line.kind === 'publication' && line.refundedFen === 0 ? 1 : 0;
      if (line.rights !== right) found.push(`order ${order.orderNo}, line ${line.id}: ${line.rights} live rights, ${right} expected`);
    }
  }
  const due = await accountBalances(db, 'refundDue');
  for (const refund of await refundsInBooks(db)) {
    const expected = inGroup(refundMachine, 'due', refund.status as RefundState) ? refund.fen : 0;
    const booked = -(due.get(String(refund.id)) ?? 0);
    if (booked !== expected) found.push(`refund ${refund.refundNo} (${refund.status}): ${booked} fen due, ${expected} expected`);
  }
  const invoiced = await invoicedOf(
    db,
    lines.map(({ id }) => id),
  );
  for (const line of lines) {
    const { issued = 0 } = invoiced.get(line.id) ?? {};
    if (issued > line.payFen - line.refundedFen) found.push(`order line ${line.id}: ${issued} fen invoiced of ${line.payFen - line.refundedFen}`);
  }
  for (const { applyNo } of await wrongInvoices(db)) found.push(`invoice ${applyNo}: its lines do not add up to its sums`);
  const [money, recon, ends] = [await channelMoney(db), await reconMoney(db), await everyEnd(db)];
  for (const end of ends) {
    const expected = end.status === 'returning' ? end.fen : 0;
    const booked = -(due.get(dueOfEnd(end.id)) ?? 0);
    if (booked !== expected) found.push(`money in suspense ${end.id} (${end.status}): ${booked} fen due, ${expected} expected`);
  }
  const endFen = (channel: string, pick: (end: (typeof ends)[number]) => boolean): number =>
    sum(ends.filter((end) => end.channel === channel && pick(end)).map(({ fen }) => fen));
  // Money that waits to go back, or went back from the bank, is still at the channel.
  const atChannel = ({ status, way }: { readonly status: string; readonly way: string }): boolean => status === 'returning' || way === 'transfer';
  const byTransfer = sum(ends.filter(({ way }) => way === 'transfer').map(({ fen }) => fen));
  for (const [channel, booked] of await accountBalances(db, 'suspense')) {
    const expected = (recon.get(channel)?.suspenseFen ?? 0) - endFen(channel, () => true);
    if (-booked !== expected) found.push(`suspense of ${channel}: ${-booked} fen in its account, ${expected} expected`);
  }
  for (const [channel, booked] of await accountBalances(db, 'channel')) {
    const { billFen = 0, suspenseFen = 0 } = recon.get(channel) ?? {};
    const ended = endFen(channel, atChannel) - endFen(channel, () => true) - (channel === OFFLINE_CHANNEL ? byTransfer : 0);
    const expected = (money.get(channel) ?? 0) - billFen + suspenseFen + ended;
    if (booked !== expected) found.push(`channel ${channel}: ${booked} fen in its account, ${expected} expected`);
  }
  found.push(...(await wrongSeats(db, await returnedCopies(db, await seatLines(db)))));
  for (const { paymentNo } of await unconfirmedOffline(db))
    found.push(`payment ${paymentNo}: paid outside the channels without two people and a voucher`);
  return found;
}

const refundsInBooks = (db: Database | Tx) => db.selectFrom('refund').select(['id', 'refundNo', 'status', 'fen']).execute();
