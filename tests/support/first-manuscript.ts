import type { TestContext } from './test-context.ts';

/** Contained in everything that the first reader wrote, and in what is not published yet. */
export const SECRET = '不给别人看';

/** A manuscript of the first reader with one of everything that belongs to it. */
export async function addManuscript({ context: { db } }: TestContext, userId: number) {
  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  const key = { fileKey: 'manuscripts/none', mime: 'text/plain; charset=utf-8' };
  const { id: archiveId } = await db
    .insertInto('manuscript')
    .values({
      title: `${SECRET}的书稿`,
      archiveNo: 'GJ2026000001',
      ownerId: userId,
      status: 'submitted',
      turn: 'manager',
      archiveTypeId: null,
      topicId: null,
      editorId: null,
      typesetterId: null,
      publicationId: null,
      publishedAt: null,
      turnUserId: null,
      dueAt: null,
      restoreAskedAt: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('manuscriptText').values({ archiveId, content: SECRET, revision: 1 }).execute();
  const { id: versionId } = await db
    .insertInto('manuscriptVersion')
    .values({ archiveId, versionNo: 1, ...key, bytes: 1, contentHash: 'x', source: 'author', stage: 'draft', changedBy: userId, createTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: archiveFileId } = await db
    .insertInto('manuscriptFile')
    .values({
      archiveId,
      fileRole: 'manuscript',
      fileName: `${SECRET}.txt`,
      ...key,
      fileSize: 1,
      sha256: 'x',
      ownerId: userId,
      replacedBy: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: queryId } = await db
    .insertInto('editQuery')
    .values({ archiveId, text: SECRET, askedBy: userId, askTo: userId, answeredAt: null, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: taskId } = await db
    .insertInto('stageTask')
    .values({ archiveId, stage: 'submitted', title: SECRET, dueAt: null, doneBy: null, doneAt: null, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: letterId } = await db
    .insertInto('letter')
    .values({
      entity: 'manuscript',
      entityId: archiveId,
      event: 'reject',
      subject: SECRET,
      content: SECRET,
      recipients: `[${userId}]`,
      senderId: userId,
      createTime: now,
      sendAt: now + 600_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: auditId } = await db
    .insertInto('review')
    .values({
      archiveId,
      level: 'one',
      round: 1,
      auditorId: userId,
      status: 'reviewing',
      opinion: SECRET,
      assignedBy: null,
      assignedAt: now,
      dueAt: null,
      finishedAt: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: protocolId } = await db
    .insertInto('protocol')
    .values({
      archiveId,
      partyA: SECRET,
      signers: `[${userId}]`,
      status: 'wait_author',
      signedByB: null,
      signerB: null,
      dissolutionFileId: null,
      remindedDays: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: amendmentId } = await db
    .insertInto('protocolAmendment')
    .values({ protocolId, amendNo: 1, content: SECRET, signedByB: null, signerB: null, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('authorConfirm')
    .values({ archiveId, name: SECRET, role: '著', userId: null, tokenHash: 'none', sentAt: now, dueAt: now + 600_000, answeredAt: null, ...base })
    .execute();
  await db
    .insertInto('revisionPoint')
    .values({ archiveId, round: 1, orderNum: 0, text: SECRET, answer: SECRET, sentAt: null, ...base })
    .execute();
  const { id: proofId } = await db
    .insertInto('proofread')
    .values({
      archiveId,
      stage: 'three',
      round: 1,
      proofreaderId: userId,
      status: 'proofing',
      reportText: SECRET,
      assignedBy: null,
      assignedAt: now,
      dueAt: null,
      startedAt: now,
      finishedAt: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: markId } = await db
    .insertInto('proofMark')
    .values({
      archiveId,
      proofId,
      stage: 'three',
      round: 1,
      kind: 'query',
      quote: SECRET,
      source: 'author',
      userId,
      fateBy: null,
      fateAt: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('authorProof')
    .values({ archiveId, userId, dueAt: now + 600_000, doneAt: null, ...base })
    .execute();
  return { archiveId, versionId, archiveFileId, queryId, taskId, letterId, auditId, protocolId, amendmentId, markId };
}
