import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { timesBp, times } from '../../../contract/money.ts';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Terms of agreements as versions, payees, sales of channels, settlements, earnings lines, statements and withdrawals. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index, unique } = tables(db, engine);
  await extend('protocolAmendment', { terms: 'empty' });
  await create('protocolTerm', {
    protocolId: 'number',
    amendNo: 'zero',
    validFrom: 'empty',
    terms: 'text',
    createTime: 'number',
    updateTime: 'number',
  });
  await unique('protocolTermOnce', 'protocolTerm', ['protocolId', 'amendNo']);
  await index('protocolTermFrom', 'protocolTerm', ['validFrom']);
  await addTermsOfSigned(db as unknown as Kysely<Tables>);

  await create('payee', {
    userId: 'number',
    holder: 'text',
    bank: 'text',
    branch: 'empty',
    account: 'text',
    accountKey: 'text',
    accountTail: 'text',
    taxResidence: '=resident',
    residenceReason: 'empty',
    changedAt: 'number',
    changes: 'zero',
    status: '=pending',
    reason: 'empty',
    decidedBy: 'number?',
    decidedAt: 'number?',
    ...BASE,
  });
  await unique('payeeUser', 'payee', ['userId']);
  await index('payeeAccount', 'payee', ['accountKey']);
  await index('payeeStatus', 'payee', ['status', 'updateTime']);

  await create('saleBatch', {
    batchNo: 'text',
    period: 'text',
    fileName: 'text',
    fileHash: 'text',
    rows: 'number',
    copies: 'number',
    importedBy: 'number',
    confirmedBy: 'number?',
    confirmedAt: 'number?',
    status: '=pending',
    ...BASE,
  });
  await unique('saleBatchNo', 'saleBatch', ['batchNo']);
  await index('saleBatchPeriod', 'saleBatch', ['period', 'status']);
  await create('channelSale', {
    batchId: 'number',
    period: 'text',
    saleDate: 'text',
    channel: 'text',
    form: 'text',
    publicationId: 'number',
    copies: 'number',
    priceFen: 'number',
    sourceRow: 'number',
  });
  await index('channelSaleBatch', 'channelSale', ['batchId']);
  await index('channelSaleWork', 'channelSale', ['publicationId', 'period']);

  await create('settlement', {
    period: 'text',
    status: '=open',
    calculatedBy: 'number?',
    calculatedAt: 'number?',
    publishedBy: 'number?',
    publishedAt: 'number?',
    closedAt: 'number?',
    unpaid: '=[]',
    ...BASE,
  });
  await unique('settlementPeriod', 'settlement', ['period']);
  await create('earning', {
    earningNo: 'text',
    userId: 'number',
    sourceType: 'text',
    sourceId: 'number',
    seq: 'zero',
    protocolId: 'number?',
    publicationId: 'number?',
    title: 'text',
    period: 'text',
    basis: 'text',
    grossFen: 'number',
    carryFen: 'zero',
    heldFen: 'zero',
    releasedFen: 'zero',
    recoupedFen: 'zero',
    payableFen: 'zero',
    taxCategory: 'text',
    taxItem: 'text',
    taxMonth: 'empty',
    taxVersion: 'empty',
    taxFen: 'zero',
    netFen: 'zero',
    status: '=pending',
    dispute: 'empty',
    editedBy: 'number?',
    settledBy: 'number?',
    settledAt: 'number?',
    reverses: 'number?',
    ...BASE,
  });
  await unique('earningNo', 'earning', ['earningNo']);
  await unique('earningOnce', 'earning', ['sourceType', 'sourceId', 'userId', 'period', 'seq']);
  await unique('earningReverses', 'earning', ['reverses']);
  await index('earningPeriod', 'earning', ['period', 'status']);
  await index('earningUser', 'earning', ['userId', 'period']);
  await index('earningTax', 'earning', ['userId', 'taxMonth', 'taxItem']);
  await index('earningProtocol', 'earning', ['protocolId']);
  await create('statement', {
    statementNo: 'text',
    userId: 'number',
    protocolId: 'number',
    period: 'text',
    data: 'text',
    code: 'text',
    createTime: 'number',
  });
  await unique('statementNo', 'statement', ['statementNo']);
  await unique('statementOnce', 'statement', ['userId', 'protocolId', 'period']);
  await unique('statementCode', 'statement', ['code']);
  await create('withdraw', {
    withdrawNo: 'text',
    userId: 'number',
    amountFen: 'number',
    bankName: 'text',
    bankAccountName: 'text',
    bankAccount: 'text',
    accountTail: 'text',
    auditBy: 'number?',
    auditAt: 'number?',
    paidBy: 'number?',
    paidAt: 'number?',
    voucher: '=[]',
    failReason: 'empty',
    requestId: 'text',
    status: '=applied',
    ...BASE,
  });
  await unique('withdrawNo', 'withdraw', ['withdrawNo']);
  await unique('withdrawRequest', 'withdraw', ['userId', 'requestId']);
  await index('withdrawUser', 'withdraw', ['userId', 'id']);
  await index('withdrawStatus', 'withdraw', ['status', 'createTime']);
}

/** Agreements that were signed before terms had versions get their first one from their columns. */
async function addTermsOfSigned(db: Kysely<Tables>): Promise<void> {
  const rows = await db
    .selectFrom('protocol')
    .select(['id', 'payMode', 'royaltyBp', 'digitalShareBp', 'minCopies', 'lumpFen', 'basePerThousandFen', 'planWordCount', 'prepayBp'])
    .select(['authorDiscountBp', 'startDate', 'signedByB'])
    .where('signedByB', 'is not', null)
    .execute();
  for (const row of rows) {
    const signedAt = Number(row.signedByB);
    const known = row.payMode === 'lump' ? row.lumpFen : row.payMode === 'base_print' ? times(row.basePerThousandFen, row.planWordCount) : 0;
    const terms = {
      paperTiers: row.payMode === 'royalty' && row.royaltyBp > 0 ? [{ fromCopies: 1, bp: row.royaltyBp }] : [],
      ebookShareBp: row.digitalShareBp,
      audioShareBp: row.digitalShareBp,
      leastCopies: row.minCopies,
      advanceFen: timesBp(known, row.prepayBp),
      recoup: true,
      reserveBp: 0,
      period: 'month',
      authorDiscountBp: row.authorDiscountBp,
    };
    const validFrom = row.startDate || new Date(signedAt + 8 * 3_600_000).toISOString().slice(0, 10);
    await db
      .insertInto('protocolTerm')
      .values({ protocolId: row.id, amendNo: 0, validFrom, terms: JSON.stringify(terms), createTime: signedAt, updateTime: signedAt })
      .execute();
  }
}
