import { erase, keep, CONTRACT, NETWORK, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const commercePersonalTables: readonly PersonalTable[] = [
  keep('order', 'userId', CONTRACT, '订单', ['orderNo', 'status', 'payFen', 'refundedFen', 'createTime', 'payTime']),
  keep('payment', null, CONTRACT),
  keep('refund', null, CONTRACT),
  erase('invoiceTitle', '发票抬头', ['titleType', 'title', 'taxNo', 'email']),
  keep('invoice', 'userId', CONTRACT, '发票', ['applyNo', 'title', 'amountFen', 'invoiceNumber', 'issueDate', 'status']),
  keep('recall', null, CONTRACT),
  keep('redInvoice', null, CONTRACT),
  keep('ledgerTransaction', null, CONTRACT),
  keep('reconItem', null, CONTRACT),
  keep('suspenseEnd', null, CONTRACT),
  keep('paymentNotice', null, NETWORK),
  keep('seatPool', 'ownerId', CONTRACT, '购买的席位', ['publishId', 'n', 'createTime']),
  keep('seat', 'userId', CONTRACT, '得到的席位', ['poolId', 'givenAt', 'claimedAt']),
  keep('spread', 'promoterId', CONTRACT, '推广链接', ['code', 'publishId', 'rateBp', 'status', 'createTime']),
  keep('spreadEntry', 'userId', CONTRACT, '推广佣金', ['fen', 'at']),
  keep('campaign', null, CONTRACT),
  erase('cartItem'),
  keep('entitlement', 'userId', CONTRACT, '阅读权利', ['publicationId', 'source', 'validFrom', 'validTo']),
];
