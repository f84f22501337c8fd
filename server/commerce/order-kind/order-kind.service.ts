import type { z } from 'zod';
import type { openFee } from '../../../contract/commerce/fee-order.ts';
import type { FeeKind, OrderKind } from '../../../contract/commerce/order-limits.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import type { ItemRow, OrderRow } from '../order.queries.ts';

/** The rules of one kind of order line. Each area states those of its kinds in its manifest (`orderKinds`). */
export interface OrderKindRule {
  /** Why money that has arrived cannot buy the line any more, empty when it can; `late`: the order was cancelled before. */
  readonly payFault: (tx: Tx, order: OrderRow, line: ItemRow, late: boolean) => Promise<string>;
  /** Why an order that has expired or was cancelled too long ago is not delivered. */
  readonly tooLate: string;
  /** Gives the buyer what the line is paid for. The caller holds the lock of the order, which is paid by then. */
  readonly paid: (tx: Tx, order: OrderRow, line: ItemRow, now: number) => Promise<void>;
  /** Title of the message to the buyer after the payment. */
  readonly paidTitle: (lines: readonly ItemRow[]) => string;
  /** When the money of a line becomes income: some days after the payment, with the payment, or when the area says. */
  readonly finishes: 'afterDays' | 'withPayment' | 'byArea';
  /** The order has its own time to pay, which the choice of a channel does not change. */
  readonly ownTime: boolean;
  /** A transfer is offered whatever the sum is. */
  readonly transfer: boolean;
  /** Why a buyer cannot apply for a refund of the line; without it the rules of works apply. */
  readonly noRefund?: string;
  /** Why staff cannot return the line; empty when they can. */
  readonly staffRefundFault?: (tx: Tx, line: ItemRow) => Promise<string>;
  /** After a refund of the line is done; `line` is as it is then. */
  readonly refunded?: (tx: Tx, line: ItemRow, now: number) => Promise<void>;
  /** Page of what the line is paid for, where that is no work; empty when the buyer does not see it. */
  readonly link?: (db: Database | Tx, order: OrderRow, line: ItemRow) => Promise<string>;
}

/** What the area of a fee says besides. */
interface FeeRule {
  /** The order with which the fee can be paid now; throws for a user who does not pay it and a fee that is not due. */
  readonly open: (tx: Tx, currentUser: CurrentUser, targetId: number) => Promise<{ readonly orderNo: string }>;
}
/** The rules of the kinds that areas sell. */
export type OrderKinds = Readonly<Partial<Record<Exclude<OrderKind, FeeKind>, OrderKindRule> & Record<FeeKind, OrderKindRule & FeeRule>>>;

const rules = new Map<OrderKind, OrderKindRule & Partial<FeeRule>>();

/** Registers the kinds of order lines of all areas. */
export function registerOrderKinds(entries: readonly (readonly [OrderKind, OrderKindRule & Partial<FeeRule>])[]): void {
  for (const [kind, rule] of entries) rules.set(kind, rule);
}

export async function openFeeFor(context: AppContext, currentUser: CurrentUser, { kind, targetId }: z.output<typeof openFee.body>) {
  const rule = orderKindOf(kind);
  if (!rule.open) throw new Error(`${kind} is no fee`);
  const { open } = rule;
  return context.db.transaction().execute((tx) => open(tx, currentUser, targetId));
}

export function orderKindOf(kind: string): OrderKindRule & Partial<FeeRule> {
  const rule = rules.get(kind as OrderKind);
  if (!rule) throw new Error(`no area has order lines of the kind ${kind}`);
  return rule;
}

/** Kinds whose lines finish some days after the payment. */
export const kindsFinishedByTime = (): OrderKind[] => [...rules].flatMap(([kind, { finishes }]) => (finishes === 'afterDays' ? [kind] : []));
export type FeeKindRule = OrderKindRule & FeeRule;
