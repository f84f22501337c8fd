import type { Database } from '../../server/db/database.ts';

/** A question of a book that only the first reader has, and which this reader has missed. */
export interface FirstPractice {
  readonly questionId: number;
  readonly questionVersionId: number;
}

export async function addFirstPractice(db: Database, userId: number, secret: string): Promise<FirstPractice> {
  const { publicationId: publishId } = await db
    .selectFrom('entitlement')
    .select('publicationId')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  const { id: bankId } = await db
    .insertInto('questionBank')
    .values({ owner: 'publication', publishId, userId: null, name: secret, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: questionId } = await db
    .insertInto('question')
    .values({ bankId, code: 'Q1', latestVersionId: null, difficulty: 3, ready: '1', kind: 'judge', stemText: secret, points: 100, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const shown = JSON.stringify({ kind: 'judge', stem: secret });
  const keyPart = JSON.stringify({ kind: 'judge', right: true, explanation: secret });
  const { id: questionVersionId } = await db
    .insertInto('questionVersion')
    .values({ questionId, no: 1, kind: 'judge', shown, keyPart, points: 100, hash: 'h', createTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('question').set({ latestVersionId: questionVersionId }).where('id', '=', questionId).execute();
  const items = [{ questionId, versionId: questionVersionId }];
  await db
    .insertInto('exerciseSet')
    .values({
      publishId,
      title: secret,
      documentIndex: 1,
      items: JSON.stringify(items),
      live: JSON.stringify({ title: '练习', documentIndex: 1, shuffle: false, items }),
      status: 'published',
      publishTime: now,
      expireTime: null,
      submitBy: null,
      ...base,
    })
    .execute();
  const row = { questionId, versionId: questionVersionId, setId: null, publishId, rating: 1, verdict: 'wrong', tries: 2, ms: 1, kind: 'practice' };
  await db
    .insertInto('reviewLog')
    .values({ ...row, userId, logId: '20000000-0000-4000-8000-000000000001', seq: 1, at: now, deviceId: 'device-00001', receivedAt: now })
    .execute();
  await db.insertInto('reviewCounter').values({ userId, seq: 1 }).execute();
  return { questionId, questionVersionId };
}
