import type { AppContext } from '../../server/context.ts';
import { storeTerms } from '../../server/protocol/term.queries.ts';

const TERMS = {
  paperTiers: [],
  ebookShareBp: 5000,
  audioShareBp: 0,
  leastCopies: 0,
  advanceFen: 0,
  recoup: true,
  reserveBp: 0,
  period: 'month',
  authorDiscountBp: 7000,
};

/** Inserts a signed agreement about a published work, with one author, and returns its id. */
export async function addAgreement(
  { db }: AppContext,
  { publicationId, userId, authorDiscountBp = 7000 }: { publicationId: number; userId: number; authorDiscountBp?: number },
): Promise<number> {
  const now = Date.now();
  const stamps = { createTime: now, updateTime: now };
  const { id: archiveId } = await db
    .insertInto('manuscript')
    .values({
      title: '签约的书',
      authors: JSON.stringify([{ name: '何语', role: '著', share: 10_000, userId }]),
      ownerId: userId,
      topicId: null,
      editorId: null,
      typesetterId: null,
      archiveTypeId: null,
      publicationId,
      publishedAt: null,
      turnUserId: null,
      dueAt: null,
      restoreAskedAt: null,
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('protocol')
    .values({
      archiveId,
      protocolNo: `HT-TEST-${archiveId}`,
      status: 'effective',
      signers: `[${userId}]`,
      signedByB: now,
      signerB: null,
      dissolutionFileId: null,
      remindedDays: null,
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => storeTerms(tx, id, 0, '2026-01-01', JSON.stringify({ ...TERMS, authorDiscountBp })));
  return id;
}
