import { proofMachine } from '../../contract/proof/proof.machine.ts';
import type { Database } from '../db/database.ts';

/** Epoch milliseconds; the end is not in it. */
interface Range {
  readonly begin: number;
  readonly end: number;
}

/** Proofs that were handed in. */
export const finishedProofs = (db: Database, { begin, end }: Range) =>
  db
    .selectFrom('proofread')
    .innerJoin('manuscript', 'manuscript.id', 'proofread.archiveId')
    .leftJoin('user', 'user.id', 'proofread.proofreaderId')
    .where('proofread.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .where('proofread.status', 'in', proofMachine.groups.handedIn)
    .where('proofread.finishedAt', '>=', begin)
    .where('proofread.finishedAt', '<', end);

/** Marks that were made. */
export const marksIn = (db: Database, { begin, end }: Range) =>
  db
    .selectFrom('proofMark')
    .innerJoin('manuscript', 'manuscript.id', 'proofMark.archiveId')
    .where('proofMark.delFlag', '=', '0')
    .where('proofMark.createTime', '>=', begin)
    .where('proofMark.createTime', '<', end);

/** Quality checks that were made. */
export const checksIn = (db: Database, { begin, end }: Range) =>
  db
    .selectFrom('qualityCheck')
    .innerJoin('manuscript', 'manuscript.id', 'qualityCheck.archiveId')
    .select(['manuscript.id', 'manuscript.title', 'qualityCheck.verdict as note', 'qualityCheck.createTime as at'])
    .where('qualityCheck.delFlag', '=', '0')
    .where('qualityCheck.createTime', '>=', begin)
    .where('qualityCheck.createTime', '<', end);

/** Reviews that were decided. */
export const reviewsIn = (db: Database, { begin, end }: Range) =>
  db
    .selectFrom('review')
    .innerJoin('manuscript', 'manuscript.id', 'review.archiveId')
    .select(['manuscript.id', 'manuscript.title', 'review.level as note', 'review.finishedAt as at'])
    .where('review.delFlag', '=', '0')
    .where('review.finishedAt', '>=', begin)
    .where('review.finishedAt', '<', end);
