import { contains } from '../db/contains.ts';
import type { Database } from '../db/database.ts';

/** Rows that are read before the public texts are compared. */
const READ = 1000;

/** Published articles that may have the keyword, without their texts. */
export const publishedWith = (db: Database, keyword: string) =>
  db
    .selectFrom('journalSubmission')
    .innerJoin('journal', 'journal.id', 'journalSubmission.journalId')
    .leftJoin('journalIssue', 'journalIssue.id', 'journalSubmission.issueId')
    .select([
      'journalSubmission.id',
      'journalSubmission.title',
      'journalSubmission.titleEn',
      'journalSubmission.authors',
      'journalSubmission.abstract',
      'journalSubmission.abstractEn',
      'journalSubmission.keywords',
      'journalSubmission.keywordsEn',
      'journalSubmission.publishedAt',
      'journal.journalName',
      'journalIssue.year',
      'journalIssue.volume',
      'journalIssue.issueNo',
      'journalIssue.publishDate',
    ])
    .where('journalSubmission.status', '=', 'published')
    .where('journalSubmission.delFlag', '=', '0')
    .where((eb) =>
      eb.or(
        (['title', 'titleEn', 'authors', 'keywords', 'keywordsEn', 'abstract', 'abstractEn'] as const).map((column) =>
          contains(`journalSubmission.${column}`, keyword),
        ),
      ),
    )
    .orderBy('journalSubmission.publishedAt', 'desc')
    .orderBy('journalSubmission.id', 'desc')
    .limit(READ)
    .execute();

export const retractedAmong = async (db: Database, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  ids.length === 0
    ? new Set()
    : new Set(
        (
          await db
            .selectFrom('correctionNotice')
            .select('submissionId')
            .where('submissionId', 'in', [...ids])
            .where('type', '=', 'retraction')
            .where('status', '=', 'published')
            .where('delFlag', '=', '0')
            .execute()
        ).map(({ submissionId }) => submissionId),
      );
