import type { EarningTables } from './earning-tables.ts';
import type { SeatTables } from './seat-tables.ts';
import type { SpreadTables } from './spread-tables.ts';
import type { Generated } from 'kysely';
import type { InvoiceState } from '../../../contract/commerce/invoice.ts';
import type { Base } from '../base-columns.ts';

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
  /** The campaign, or the agreement of an author's price. */
  discountId: Generated<number | null>;
  payFen: number;
  refundedQty: Generated<number>;
  refundedFen: Generated<number>;
  vatBp: number;
  openedAt: number | null;
  finishedAt: number | null;
  /** The link that brought the buyer. */
  spreadId: Generated<number | null>;
  /** Commission of the whole line. */
  commissionFen: Generated<number>;
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
  /** The columns of a payment outside the channels; without a registrar the buyer chose it and no money is known. */
  method: Generated<'' | 'transfer' | 'cash'>;
  payer: Generated<string>;
  /** yyyy-MM-dd. */
  receivedOn: Generated<string>;
  /** JSON of `StoredFile[]`, uploaded by the registrar. */
  voucher: Generated<string>;
  note: Generated<string>;
  registeredBy: number | null;
  registeredAt: number | null;
  confirmedBy: number | null;
  /** The decision by which its money came out of the suspense account. */
  suspenseEndId: Generated<number | null>;
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
  kind: 'buyer' | 'staff' | 'rule' | 'auto' | 'recall';
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
  /** Day of a transfer that gives the money back outside the channel, its voucher, and who registered it. */
  transferOn: Generated<string>;
  voucher: Generated<string>;
  transferBy: number | null;
}
export interface RefundLineTable {
  id: Generated<number>;
  refundId: number;
  orderItemId: number;
  qty: number;
  fen: number;
}
/** The refunds of all buyers of a recalled work. */
export interface RecallTable {
  id: Generated<number>;
  publishId: number;
  reason: string;
  recalledBy: number | null;
  /** The second person, who starts the refunds; null while it waits. */
  confirmedBy: number | null;
  confirmedAt: number | null;
  /** Id of the last user who got the message about the recall. */
  notifiedTo: Generated<number>;
  notifiedAt: number | null;
  /** When the last line got its refund. */
  doneAt: number | null;
  createTime: number;
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

export interface InvoiceTitleTable extends Base {
  id: Generated<number>;
  userId: number;
  titleType: 'personal' | 'company';
  title: string;
  taxNo: Generated<string>;
  bankInfo: Generated<string>;
  addressPhone: Generated<string>;
  email: string;
  isDefault: Generated<Flag>;
}
export interface InvoiceTable extends Base {
  id: Generated<number>;
  applyNo: string;
  userId: number;
  kind: 'normal' | 'special';
  titleType: 'personal' | 'company';
  title: string;
  taxNo: Generated<string>;
  bankInfo: Generated<string>;
  addressPhone: Generated<string>;
  email: string;
  amountFen: number;
  netFen: number;
  taxFen: number;
  invoiceNumber: string | null;
  /** yyyy-MM-dd; empty before the invoice is issued. */
  issueDate: Generated<string>;
  /** JSON of `StoredFile[]`, uploaded by who issued it. */
  file: Generated<string>;
  xml: Generated<string>;
  note: Generated<string>;
  failReason: Generated<string>;
  issuedBy: number | null;
  status: Generated<InvoiceState>;
  requestId: string;
}
export interface InvoiceLineTable {
  id: Generated<number>;
  invoiceId: number;
  orderItemId: number;
  name: string;
  goodsCode: string;
  qty: number;
  fen: number;
  rateBp: number;
  netFen: number;
  taxFen: number;
}
/** Amounts are negative: they mirror the lines of the blue invoice. */
export interface RedInvoiceTable extends Base {
  id: Generated<number>;
  applyNo: string;
  invoiceId: number;
  reason: string;
  note: Generated<string>;
  fen: number;
  netFen: number;
  taxFen: number;
  /** Number of the buyer's confirmation, for invoices whose tax the buyer deducts. */
  confirmNo: Generated<string>;
  confirmState: Generated<'none' | 'waiting' | 'confirmed' | 'lapsed'>;
  confirmUntil: number | null;
  /** Null until it is issued. */
  number: string | null;
  issueDate: Generated<string>;
  file: Generated<string>;
  /** The refund that needs it; null when the invoice itself was wrong. */
  refundId: number | null;
  issuedBy: number | null;
}
export interface RedInvoiceLineTable {
  id: Generated<number>;
  redInvoiceId: number;
  invoiceLineId: number;
  fen: number;
  netFen: number;
  taxFen: number;
}

export interface ReconDayTable extends Base {
  id: Generated<number>;
  /** yyyy-MM-dd, Shanghai. */
  day: string;
  channel: string;
  fileName: Generated<string>;
  /** SHA-256 of the bill. */
  hash: Generated<string>;
  rows: Generated<number>;
  payFen: Generated<number>;
  refundFen: Generated<number>;
  /** What the postings of this day took from the account of the channel. */
  feeFen: Generated<number>;
  transferFen: Generated<number>;
  /** Number of the last posting: a bill that differs from the former one posts the difference under the next number. */
  postings: Generated<number>;
  status: Generated<string>;
}
export interface ReconItemTable extends Base {
  id: Generated<number>;
  reconDayId: number;
  channel: string;
  side: 'pay' | 'refund' | 'transfer';
  kind: 'matched' | 'ours_only' | 'theirs_only' | 'amount_differs' | 'status_differs';
  ourNo: string;
  theirNo: string;
  ourFen: number | null;
  theirFen: number | null;
  billAt: Generated<string>;
  paymentId: number | null;
  refundId: number | null;
  /** 1: a difference that is not repaired. */
  open: Flag;
  /** How it was repaired. */
  resolution: Generated<'' | 'asked' | 'later' | 'adopted' | 'returned'>;
  askedAt: number | null;
  /** What it moved between the channel and the suspense account: positive is money at the channel that we do not know. */
  suspenseFen: Generated<number>;
  adoptBy: number | null;
  adoptReason: Generated<string>;
  confirmBy: number | null;
}
/** What becomes of money in suspense. */
export interface SuspenseEndTable extends Base {
  id: Generated<number>;
  reconItemId: number;
  channel: string;
  kind: 'assign' | 'return';
  fen: number;
  orderId: number | null;
  status: Generated<string>;
  reason: string;
  proposedBy: number;
  confirmedBy: number | null;
  way: Generated<'' | 'channel' | 'transfer'>;
  /** The number under which the channel or the bank has the return. */
  returnNo: Generated<string>;
  /** JSON of `StoredFile[]`. */
  voucher: Generated<string>;
  finishedBy: number | null;
  finishedAt: number | null;
}
export interface ReconImportTable {
  id: Generated<number>;
  /** The request that has queued it; empty when none has. */
  requestId: Generated<string>;
  day: string;
  channel: string;
  source: 'channel' | 'file';
  fileName: Generated<string>;
  fileKey: Generated<string>;
  hash: Generated<string>;
  doneRows: Generated<number>;
  totalRows: Generated<number>;
  error: Generated<string>;
  /** When it is due: also the end of the lease of the server that runs it. */
  nextAt: number;
  attempts: Generated<number>;
  finishedAt: number | null;
  createBy: Generated<string>;
  createTime: number;
}

export interface MoneyTables extends EarningTables, SeatTables, SpreadTables {
  reconDay: ReconDayTable;
  reconItem: ReconItemTable;
  reconImport: ReconImportTable;
  suspenseEnd: SuspenseEndTable;
  invoiceTitle: InvoiceTitleTable;
  invoice: InvoiceTable;
  invoiceLine: InvoiceLineTable;
  redInvoice: RedInvoiceTable;
  redInvoiceLine: RedInvoiceLineTable;
  ledgerAccount: LedgerAccountTable;
  ledgerTransaction: LedgerTransactionTable;
  ledgerEntry: LedgerEntryTable;
  order: OrderTable;
  orderItem: OrderItemTable;
  payment: PaymentTable;
  paymentNotice: PaymentNoticeTable;
  refund: RefundTable;
  refundLine: RefundLineTable;
  recall: RecallTable;
  cartItem: CartItemTable;
  sandboxTrade: SandboxTradeTable;
}
