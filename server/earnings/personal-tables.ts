import { CONTRACT, keep, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const earningsPersonalTables: readonly PersonalTable[] = [
  keep('earning', 'userId', CONTRACT, '收益', ['earningNo', 'title', 'period', 'grossFen', 'taxFen', 'netFen', 'status']),
  keep('withdraw', 'userId', CONTRACT, '提现', ['withdrawNo', 'amountFen', 'bankName', 'accountTail', 'status', 'createTime']),
  keep('payee', 'userId', CONTRACT, '收款账户', ['holder', 'bank', 'branch', 'accountTail', 'status']),
  keep('payeeDesignation', 'partyUserId', CONTRACT, '收款指定', ['party', 'kind', 'status', 'createTime']),
  keep('statement', 'userId', CONTRACT, '对账单', ['statementNo', 'period']),
  keep('payout', null, CONTRACT),
  keep('settlement', null, CONTRACT),
  keep('settleRun', null, CONTRACT),
  keep('saleBatch', null, CONTRACT),
  keep('earningBatchRow', 'userId', CONTRACT, '其他收益与期初余额', ['title', 'fen']),
  keep('earningBatch', null, CONTRACT),
  keep('taxMonth', null, CONTRACT),
];
