import type { ReportFilter } from '../../../contract/report/report.ts';
import type { Database } from '../../db/database.ts';

/** Epoch milliseconds; the end is not in it. */
interface Range {
  readonly begin: number;
  readonly end: number;
  readonly filter: ReportFilter;
}
type Moment = 'submittedAt' | 'acceptedAt' | 'publishedAt';

/** Submissions by one of their times. A row shows no author: reviews are blind. */
export const submissionsBy = (db: Database, moment: Moment, { begin, end, filter }: Range) =>
  db
    .selectFrom('journalSubmission')
    .innerJoin('journal', 'journal.id', 'journalSubmission.journalId')
    .select(['journalSubmission.id', 'journalSubmission.title', 'journal.journalName as note', `journalSubmission.${moment} as at` as const])
    .select('journal.id as by')
    .where('journalSubmission.delFlag', '=', '0')
    .where(`journalSubmission.${moment}`, '>=', begin)
    .where(`journalSubmission.${moment}`, '<', end)
    .$if(Boolean(filter['journal']), (query) => query.where('journal.id', '=', Number(filter['journal'])));

/** Decisions that ended a submission; one that is undone later stays. */
export const decisions = (db: Database, events: readonly string[], { begin, end, filter }: Range) =>
  db
    .selectFrom('flowLog')
    .innerJoin('journalSubmission', 'journalSubmission.id', 'flowLog.entityId')
    .innerJoin('journal', 'journal.id', 'journalSubmission.journalId')
    .select(['journalSubmission.id', 'journalSubmission.title', 'journal.journalName as note', 'flowLog.at', 'journal.id as by'])
    .where('flowLog.entityType', '=', 'journalSubmission')
    .where('flowLog.event', 'in', [...events])
    .where('flowLog.at', '>=', begin)
    .where('flowLog.at', '<', end)
    .$if(Boolean(filter['journal']), (query) => query.where('journal.id', '=', Number(filter['journal'])));

/** Reviews that were handed in. */
export const reviewsDone = (db: Database, { begin, end, filter }: Range) =>
  db
    .selectFrom('journalReview')
    .innerJoin('journalSubmission', 'journalSubmission.id', 'journalReview.submissionId')
    .innerJoin('journal', 'journal.id', 'journalSubmission.journalId')
    .select(['journalSubmission.id', 'journalSubmission.title', 'journal.journalName as note', 'journalReview.finishedAt as at'])
    .select('journal.id as by')
    .where('journalReview.finishedAt', '>=', begin)
    .where('journalReview.finishedAt', '<', end)
    .$if(Boolean(filter['journal']), (query) => query.where('journal.id', '=', Number(filter['journal'])));

/** Times from submission to acceptance, milliseconds. */
export const timesToAccept = (db: Database, { begin, end, filter }: Range) =>
  db
    .selectFrom('journalSubmission')
    .select(['submittedAt', 'acceptedAt'])
    .where('delFlag', '=', '0')
    .where('acceptedAt', '>=', begin)
    .where('acceptedAt', '<', end)
    .where('submittedAt', 'is not', null)
    .$if(Boolean(filter['journal']), (query) => query.where('journalId', '=', Number(filter['journal'])))
    .execute();

export const journalNames = (db: Database) =>
  db.selectFrom('journal').select(['id', 'journalName']).where('delFlag', '=', '0').orderBy('orderNum').orderBy('id').execute();
