import type { Database, Tx } from '../../db/database.ts';

/** Published articles with a fee. */
export const paidArticlesBefore = (db: Database | Tx, until: number) =>
  db
    .selectFrom('journalSubmission')
    .innerJoin('journal', 'journal.id', 'journalSubmission.journalId')
    .leftJoin('user', 'user.id', 'journalSubmission.ownerId')
    .select(['journalSubmission.id', 'journalSubmission.ownerId', 'journalSubmission.title', 'journalSubmission.journalId'])
    .select(['journalSubmission.publishedAt', 'journalSubmission.payFen', 'journalSubmission.wordCount', 'journalSubmission.articleNo'])
    .select(['journal.journalName', 'user.nickName'])
    .where('journalSubmission.status', '=', 'published')
    .where('journalSubmission.payFen', '>', 0)
    .where('journalSubmission.publishedAt', '<', until)
    .where('journalSubmission.delFlag', '=', '0')
    .orderBy('journalSubmission.id')
    .execute();
