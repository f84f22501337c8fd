import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

/** Amounts are fen; times are epoch milliseconds; periods are months in Shanghai, yyyy-MM. */
export interface ProtocolTermTable {
  id: Generated<number>;
  protocolId: number;
  /** 0 for the agreement itself, otherwise the number of the amendment. */
  amendNo: Generated<number>;
  /** Empty until the agreement is signed. */
  validFrom: Generated<string>;
  /** JSON of `TermsBody`. */
  terms: string;
  createTime: number;
  updateTime: number;
}
export interface PayeeTable extends Base {
  id: Generated<number>;
  userId: number;
  holder: string;
  bank: string;
  branch: Generated<string>;
  /** Sealed for the user. */
  account: string;
  /** Keyed hash: equal accounts have equal keys. */
  accountKey: string;
  accountTail: string;
  taxResidence: Generated<string>;
  residenceReason: Generated<string>;
  changedAt: number;
  /** How often the account was changed after the first time. */
  changes: Generated<number>;
  status: Generated<string>;
  reason: Generated<string>;
  decidedBy: number | null;
  decidedAt: number | null;
  kind: Generated<'person' | 'organisation'>;
  /** 1: finance keeps the data, and the row of the user cannot sign in. */
  accountless: Generated<'0' | '1'>;
  creditCode: Generated<string>;
  /** Of a document that finance has entered. */
  idType: Generated<string>;
  registeredBy: Generated<number | null>;
}
/** Who is paid instead of a party of an agreement. */
export interface PayeeDesignationTable extends Base {
  id: Generated<number>;
  protocolId: number;
  /** Null for a party known by name only. */
  partyUserId: number | null;
  party: string;
  payeeUserId: number;
  kind: 'heir' | 'agent' | 'self';
  reason: string;
  /** JSON of `StoredFile[]`. */
  document: Generated<string>;
  status: Generated<string>;
  proposedBy: number;
  confirmedBy: number | null;
}
export interface SaleBatchTable extends Base {
  id: Generated<number>;
  batchNo: string;
  period: string;
  fileName: string;
  fileHash: string;
  rows: number;
  copies: number;
  importedBy: number;
  confirmedBy: number | null;
  confirmedAt: number | null;
  status: Generated<string>;
}
export interface ChannelSaleTable {
  id: Generated<number>;
  batchId: number;
  period: string;
  saleDate: string;
  channel: string;
  form: string;
  publicationId: number;
  /** Negative for returns. */
  copies: number;
  priceFen: number;
  sourceRow: number;
}
export interface SettlementTable extends Base {
  id: Generated<number>;
  period: string;
  status: Generated<string>;
  calculatedBy: number | null;
  calculatedAt: number | null;
  publishedBy: number | null;
  publishedAt: number | null;
  closedAt: number | null;
  /** JSON list of shares whose author has no account. */
  unpaid: Generated<string>;
}
/** A step of a month that runs in the background, in parts. */
export interface SettleRunTable {
  id: Generated<number>;
  period: string;
  step: string;
  reason: Generated<string>;
  /** Who started it: every part checks the rights that this person has then. */
  userId: number;
  doneRows: Generated<number>;
  totalRows: Generated<number>;
  /** The last payee that was told, of a step that leaves no other trace. */
  cursor: Generated<number>;
  skippedRows: Generated<number>;
  /** JSON list of the first lines that were skipped, with the reason. */
  skipped: Generated<string>;
  error: Generated<string>;
  /** The request that has started it. */
  requestId: Generated<string>;
  /** When it is due: also the end of the lease of the server that runs it. */
  nextAt: number;
  attempts: Generated<number>;
  finishedAt: number | null;
  createTime: number;
}
export interface EarningTable extends Base {
  id: Generated<number>;
  earningNo: string;
  userId: number;
  sourceType: string;
  sourceId: number;
  seq: Generated<number>;
  protocolId: number | null;
  publicationId: number | null;
  title: string;
  period: string;
  /** JSON of `EarningBasis`. */
  basis: string;
  grossFen: number;
  /** Set off against returns; negative when the line adds to them. */
  carryFen: Generated<number>;
  heldFen: Generated<number>;
  releasedFen: Generated<number>;
  recoupedFen: Generated<number>;
  payableFen: Generated<number>;
  taxCategory: string;
  taxItem: string;
  /** Month of settlement; empty before. */
  taxMonth: Generated<string>;
  taxVersion: Generated<string>;
  /** The residence by which it was taxed. */
  taxResidence: Generated<string>;
  taxFen: Generated<number>;
  netFen: Generated<number>;
  status: Generated<string>;
  dispute: Generated<string>;
  editedBy: number | null;
  settledBy: number | null;
  settledAt: number | null;
  reverses: number | null;
  /** The invoice of an organisation that is the payee. */
  invoiceNo: Generated<string>;
  invoiceBy: Generated<number | null>;
}
export interface TaxMonthTable {
  id: Generated<number>;
  month: string;
  taxFen: number;
  declaredBy: number;
  declaredAt: number;
}
/** A sheet of earnings or of opening balances, which counts when a second person has confirmed it. */
export interface EarningBatchTable extends Base {
  id: Generated<number>;
  batchNo: string;
  kind: string;
  period: string;
  fileName: string;
  fileHash: string;
  rows: number;
  fen: number;
  /** JSON list of uploaded files. */
  evidence: Generated<string>;
  importedBy: number;
  confirmedBy: number | null;
  confirmedAt: number | null;
  status: Generated<string>;
}
export interface EarningBatchRowTable {
  id: Generated<number>;
  batchId: number;
  sourceRow: number;
  userId: number;
  /** 0 without an agreement. */
  protocolId: number;
  /** A source of earnings, or `advance` and `carry` of an opening balance. */
  item: string;
  taxCategory: string;
  title: string;
  fen: number;
}
export interface StatementTable {
  id: Generated<number>;
  statementNo: string;
  userId: number;
  protocolId: number;
  period: string;
  /** JSON of `StatementData`; frozen. */
  data: string;
  code: string;
  createTime: number;
}
export interface WithdrawTable extends Base {
  id: Generated<number>;
  withdrawNo: string;
  userId: number;
  amountFen: number;
  bankName: string;
  bankAccountName: string;
  /** Sealed for the user. */
  bankAccount: string;
  accountTail: string;
  auditBy: number | null;
  auditAt: number | null;
  paidBy: number | null;
  paidAt: number | null;
  voucher: Generated<string>;
  failReason: Generated<string>;
  requestId: string;
  status: Generated<string>;
  /** The batch by which it is being paid. */
  payoutId: Generated<number | null>;
}
export interface PayoutTable extends Base {
  id: Generated<number>;
  payoutNo: string;
  status: Generated<string>;
  rows: number;
  fen: number;
  fileHash: Generated<string>;
  madeBy: number;
  exportedBy: number | null;
  exportedAt: number | null;
}
export interface PayoutItemTable {
  id: Generated<number>;
  payoutId: number;
  withdrawId: number;
  fen: number;
  /** paid, failed, or empty until the bank has answered. */
  result: Generated<string>;
  reason: Generated<string>;
}

export interface EarningTables {
  protocolTerm: ProtocolTermTable;
  payee: PayeeTable;
  payeeDesignation: PayeeDesignationTable;
  saleBatch: SaleBatchTable;
  channelSale: ChannelSaleTable;
  settlement: SettlementTable;
  settleRun: SettleRunTable;
  earning: EarningTable;
  taxMonth: TaxMonthTable;
  earningBatch: EarningBatchTable;
  earningBatchRow: EarningBatchRowTable;
  statement: StatementTable;
  withdraw: WithdrawTable;
  payout: PayoutTable;
  payoutItem: PayoutItemTable;
}
