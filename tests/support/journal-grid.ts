import type { SubmissionState } from '../../contract/periodical/journal-submission.machine.ts';
import type { Grid } from './endpoint-grid.ts';
import { AUTHOR, journalOffice, REVIEWER_NAMES } from './journal-office.ts';
import type { TestContext } from './test-context.ts';

const FOR_EDITORS = '只给编辑部看的审稿意见';
const PHASES = ['submitted', 'external', 'decision', 'revision', 'accepted', 'published'] as const satisfies readonly SubmissionState[];

/** A submission with one finished and one accepted review, a point and a letter, and a viewer for every relation and role of the journal. */
export async function journalGrid(town: TestContext): Promise<Grid> {
  const { db } = town.context;
  const office = await journalOffice(town);
  const { ids, as, ask, journalId } = office;
  const submissionId = await office.external();
  await office.review('reviewer2', submissionId, { toEditor: FOR_EDITORS });
  const { reviewId } = await office.reviewOf('reviewer1', submissionId);
  await ask('reviewer1', 'PUT', `/cms/journal/review/own/accept/${reviewId}`, {});
  // A chief editor of the journal is the author, with a second account.
  await db.updateTable('user').set({ identityKey: 'one person' }).where('id', 'in', [ids.author, ids.chief2]).execute();
  const { id: fileId } = await db.selectFrom('journalFile').select('id').where('submissionId', '=', submissionId).executeTakeFirstOrThrow();
  const base = { createTime: 1, updateTime: 1 };
  const { id: pointId } = await db
    .insertInto('journalPoint')
    .values({ submissionId, round: 1, reviewId: null, pointNo: 1, text: '请核对', ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: letterId } = await db
    .insertInto('letter')
    .values({
      entity: 'journalSubmission',
      entityId: submissionId,
      event: 'requestRevision',
      subject: '请修改',
      content: '请修改',
      recipients: `[${ids.author}]`,
      senderId: ids.editor,
      createTime: 1,
      sendAt: 4_000_000_000_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const phase = (status: SubmissionState) => async (): Promise<void> => {
    await db.updateTable('journalSubmission').set({ status }).where('id', '=', submissionId).execute();
  };
  return {
    viewers: {
      visitor: null,
      reader: as.reader,
      otherAuthor: as.coauthor,
      owner: as.author,
      secondAccount: as.chief2,
      reviewer: as.reviewer1,
      otherReviewer: as.reviewer3,
      editor: as.editor,
      chief: as.chief,
      otherJournal: as.other,
      admin: as.boss,
    },
    ids: { submissionId, id: submissionId, reviewId, fileId, letterId, pointId, journalId, index: 0, token: 't'.repeat(32) },
    inputs: { 'GET /cms/journal/submission/compare/{submissionId}': { from: 1, to: 2 } },
    tables: ['journalSubmission', 'journalFile', 'journalReview', 'journalPoint', 'letter'],
    hidden: [
      { from: ['owner', 'secondAccount'], words: [REVIEWER_NAMES.reviewer1, REVIEWER_NAMES.reviewer2, FOR_EDITORS] },
      { from: ['reviewer'], words: [AUTHOR.name, AUTHOR.mail, REVIEWER_NAMES.reviewer2, FOR_EDITORS] },
    ],
    phases: Object.fromEntries(PHASES.map((status) => [status, phase(status)])),
  };
}
