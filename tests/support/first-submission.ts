import { SECRET } from './first-manuscript.ts';
import type { TestContext } from './test-context.ts';

/** A submission of the first reader to a journal, with a file, a point, a letter, and a review that the first reader writes for somebody else. */
export async function addSubmission({ context: { db } }: TestContext, userId: number) {
  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  const journal = {
    journalName: '灯塔学刊',
    abbr: 'DT',
    frequency: '季',
    columns: '[{"name":"研究"}]',
    payPerThousandFen: 10_000,
    similarityLimit: 15,
    ...base,
  };
  const { id: journalId } = await db.insertInto('journal').values(journal).returning('id').executeTakeFirstOrThrow();
  const none = {
    archiveId: null,
    manuscriptFileId: null,
    similarityRate: null,
    editorId: null,
    decidedBy: null,
    decidedAt: null,
    screenedAt: null,
    finalReviewAt: null,
    appealedAt: null,
    issueId: null,
    pdfFileId: null,
    submittedAt: null,
    acceptedAt: null,
    publishedAt: null,
    oaiAt: null,
    turnUserId: null,
    dueAt: null,
    remindedAt: null,
    stageSince: now,
  };
  const add = async (ownerId: number, status: 'revision' | 'external') =>
    (
      await db
        .insertInto('journalSubmission')
        .values({ ...none, ...base, journalId, ownerId, title: `${SECRET}的论文`, abstract: SECRET, round: 1, status })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const submissionId = await add(userId, 'revision');
  const reviewed = await add(0, 'external');
  const { id: journalFileId } = await db
    .insertInto('journalFile')
    .values({
      submissionId,
      reviewId: null,
      role: 'manuscript',
      fileName: `${SECRET}.docx`,
      fileKey: 'journals/none',
      fileSize: 1,
      mime: 'text/plain',
      sha256: 'x',
      ownerId: userId,
      confirmedBy: null,
      confirmedAt: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: pointId } = await db
    .insertInto('journalPoint')
    .values({ submissionId, round: 1, reviewId: null, pointNo: 1, text: SECRET, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const letter = {
    entity: 'journalSubmission',
    entityId: submissionId,
    event: 'requestRevision',
    subject: SECRET,
    content: SECRET,
    link: '',
    undo: '[]',
  };
  const { id: journalLetterId } = await db
    .insertInto('letter')
    .values({ ...letter, recipients: JSON.stringify([userId]), attachments: '[]', senderId: 0, createTime: now, sendAt: 1, status: 'sent' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: reviewId } = await db
    .insertInto('journalReview')
    .values({
      submissionId: reviewed,
      round: 1,
      reviewerId: userId,
      seat: 1,
      attempt: 1,
      invitedBy: null,
      invitedAt: now,
      answerBy: null,
      dueAt: null,
      respondedAt: now,
      finishedAt: null,
      remindedAt: now,
      toAuthor: SECRET,
      status: 'accepted',
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { journalId, submissionId, journalFileId, pointId, journalLetterId, reviewId };
}
