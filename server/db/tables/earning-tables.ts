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
  taxFen: Generated<number>;
  netFen: Generated<number>;
  status: Generated<string>;
  dispute: Generated<string>;
  editedBy: number | null;
  settledBy: number | null;
  settledAt: number | null;
  reverses: number | null;
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
}

export interface EarningTables {
  protocolTerm: ProtocolTermTable;
  payee: PayeeTable;
  saleBatch: SaleBatchTable;
  channelSale: ChannelSaleTable;
  settlement: SettlementTable;
  earning: EarningTable;
  statement: StatementTable;
  withdraw: WithdrawTable;
}
