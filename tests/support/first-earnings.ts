import { addFirstClass, type FirstClass } from './first-class.ts';
import type { Database } from '../../server/db/database.ts';

export interface FirstEarnings extends FirstClass {
  /** A published line, and a withdrawal that waits. */
  readonly earningId: number;
  readonly withdrawId: number;
  /** A link of the promoter. */
  readonly spreadId: number;
}

/** What the first reader has earned, and a class of which the reader is a student; `secret` is in every text that only its owner may see. */
export async function addFirstEarnings(db: Database, userId: number, secret: string): Promise<FirstEarnings> {
  const base = { createBy: 'first', createTime: 1, updateTime: 1 };
  await db
    .insertInto('settlement')
    .values({
      period: '2026-01',
      status: 'published',
      calculatedBy: null,
      calculatedAt: 1,
      publishedBy: null,
      publishedAt: 1,
      closedAt: null,
      ...base,
    })
    .execute();
  const { id: earningId } = await db
    .insertInto('earning')
    .values({
      earningNo: 'SY202601-1',
      userId,
      sourceType: 'royalty',
      sourceId: 1,
      protocolId: null,
      publicationId: null,
      title: secret,
      period: '2026-01',
      basis: JSON.stringify({ lines: [{ label: secret, formula: '', fen: 100 }], workFen: 100, shareBp: 10_000, reserveBp: 0, recoup: false }),
      grossFen: 100,
      taxCategory: 'author',
      taxItem: 'author:manuscript:1',
      editedBy: null,
      settledBy: null,
      settledAt: null,
      reverses: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: withdrawId } = await db
    .insertInto('withdraw')
    .values({
      withdrawNo: 'TX1',
      userId,
      amountFen: 10_000,
      bankName: secret,
      bankAccountName: secret,
      bankAccount: secret,
      accountTail: '0000',
      auditBy: null,
      auditAt: null,
      paidBy: null,
      paidAt: null,
      requestId: 'first',
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: spreadId } = await db
    .insertInto('spread')
    .values({ code: 'F2RSTABC', promoterId: userId, publishId: null, rateBp: 500, createdBy: null, ...base, remark: secret })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...(await addFirstClass(db, userId, secret)), earningId, withdrawId, spreadId };
}
