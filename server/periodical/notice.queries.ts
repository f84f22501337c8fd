import type { Database } from '../db/database.ts';

/** Notices with their article, journal and issue; of the journals of one editor, or of all for null. */
export const noticesWithArticle = (db: Database, submissionId: number | undefined, editorId: number | null) =>
  db
    .selectFrom('correctionNotice')
    .innerJoin('journalSubmission', 'journalSubmission.id', 'correctionNotice.submissionId')
    .innerJoin('journal', 'journal.id', 'correctionNotice.journalId')
    .leftJoin('user', 'user.id', 'correctionNotice.publishedBy')
    .leftJoin('user as drafter', 'drafter.id', 'correctionNotice.draftedBy')
    .leftJoin('journalIssue', 'journalIssue.id', 'correctionNotice.issueId')
    .where('correctionNotice.delFlag', '=', '0')
    .$if(submissionId !== undefined, (query) => query.where('correctionNotice.submissionId', '=', submissionId ?? 0))
    .$if(editorId !== null, (query) =>
      query.where('correctionNotice.journalId', 'in', (eb) =>
        eb
          .selectFrom('journalEditor')
          .select('journalId')
          .where('userId', '=', editorId ?? 0),
      ),
    );
