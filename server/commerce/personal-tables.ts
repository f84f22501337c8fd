import { erase, keep, CONTRACT, NETWORK, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const commercePersonalTables: readonly PersonalTable[] = [
  keep('order', 'userId', CONTRACT, '订单', ['orderNo', 'status', 'payFen', 'refundedFen', 'createTime', 'payTime']),
  keep('refund', null, CONTRACT),
  keep('ledgerTransaction', null, CONTRACT),
  keep('paymentNotice', null, NETWORK),
  erase('cartItem'),
  keep('entitlement', 'userId', CONTRACT, '阅读权利', ['publicationId', 'source', 'validFrom', 'validTo']),
];
