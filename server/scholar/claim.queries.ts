import type { Tx } from '../db/database.ts';

/** The claim of an application (SM18, mode `scholar`): its page and its applicant; undefined for an application without a page. */
export const claimOf = (tx: Tx, applyId: number) =>
  tx
    .selectFrom('applyForLog')
    .innerJoin('scholar', 'scholar.id', 'applyForLog.scholarId')
    .select(['scholar.id', 'scholar.userId', 'applyForLog.userId as applicantId'])
    .where('applyForLog.id', '=', applyId)
    .executeTakeFirst();
