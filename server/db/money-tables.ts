import type { Generated } from 'kysely';
import type { Base } from './base-columns.ts';

type Flag = '0' | '1';

/** Amounts are fen; times are epoch milliseconds. */
export interface LedgerAccountTable {
  id: Generated<number>;
  kind: string;
  ref: string;
  /** 1: the balance must not pass zero to the debit side. */
  guarded: Flag;
  lastSeq: Generated<number>;
}
/** Append only: the database refuses to change a row. */
export interface LedgerTransactionTable {
  id: Generated<number>;
  kind: string;
  sourceType: string;
  sourceId: number;
  seq: Generated<number>;
  /** Month in Shanghai, yyyy-MM. */
  period: string;
  at: number;
  operatorId: number | null;
  reason: Generated<string>;
  reverses: number | null;
}
export interface LedgerEntryTable {
  id: Generated<number>;
  transactionId: number;
  accountId: number;
  /** Debit positive, credit negative. */
  fen: number;
}
export interface OrderTable extends Base {
  id: Generated<number>;
  orderNo: string;
  userId: number;
  orderType: Generated<string>;
  totalFen: number;
  discountFen: Generated<number>;
  payFen: number;
  refundedFen: Generated<number>;
  channel: Generated<string>;
  status: Generated<string>;
  payTime: number | null;
  expireTime: number | null;
  cancelReason: Generated<string>;
  hidden: Generated<Flag>;
  client: Generated<string>;
  requestId: string;
  requestHash: string;
}
export interface OrderItemTable {
  id: Generated<number>;
  orderId: number;
  kind: Generated<string>;
  targetId: number;
  title: string;
  qty: number;
  unitFen: number;
  discountFen: Generated<number>;
  discountKind: Generated<string>;
  payFen: number;
  refundedQty: Generated<number>;
  refundedFen: Generated<number>;
  vatBp: number;
  openedAt: number | null;
  finishedAt: number | null;
}
export interface PaymentTable extends Base {
  id: Generated<number>;
  orderId: number;
  paymentNo: string;
  channel: string;
  amountFen: number;
  tradeNo: Generated<string>;
  status: Generated<string>;
  /** 1: its money bought the order. */
  counts: Generated<Flag>;
  requestId: string;
  /** Time of the next status query to the channel; null when none is needed. */
  askAt: number | null;
  asked: Generated<number>;
  paidAt: number | null;
}
export interface PaymentNoticeTable {
  id: Generated<number>;
  channel: string;
  at: number;
  ip: string;
  bodyHash: string;
  verified: Flag;
  outcome: string;
  paymentId: number | null;
}
export interface RefundTable extends Base {
  id: Generated<number>;
  refundNo: string;
  orderId: number;
  paymentId: number;
  kind: 'buyer' | 'staff' | 'auto';
  reason: string;
  note: Generated<string>;
  fen: number;
  status: Generated<string>;
  passedBy: number | null;
  confirmedBy: number | null;
  channelRefundNo: Generated<string>;
  askAt: number | null;
  asked: Generated<number>;
  doneAt: number | null;
  failReason: Generated<string>;
}
export interface RefundLineTable {
  id: Generated<number>;
  refundId: number;
  orderItemId: number;
  qty: number;
  fen: number;
}
export interface CartItemTable {
  id: Generated<number>;
  userId: number;
  publishId: number;
  shownFen: number;
  createTime: number;
}
export interface SandboxTradeTable {
  id: Generated<number>;
  paymentNo: string;
  tradeNo: string;
  amountFen: number;
  state: 'waiting' | 'paid' | 'failed' | 'closed' | 'late';
  /** Outcome of the next refund: success, failure, or success at the next status query. */
  refundMode: Generated<'' | 'fail' | 'wait'>;
  /** JSON: state by refund number. */
  refunds: string;
  createTime: number;
}

export interface MoneyTables {
  ledgerAccount: LedgerAccountTable;
  ledgerTransaction: LedgerTransactionTable;
  ledgerEntry: LedgerEntryTable;
  order: OrderTable;
  orderItem: OrderItemTable;
  payment: PaymentTable;
  paymentNotice: PaymentNoticeTable;
  refund: RefundTable;
  refundLine: RefundLineTable;
  cartItem: CartItemTable;
  sandboxTrade: SandboxTradeTable;
}
