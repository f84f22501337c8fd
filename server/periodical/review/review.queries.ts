import { journalReviewMachine } from '../../../contract/periodical/journal-review.machine.ts';
import type { JournalReviewState } from '../../../contract/periodical/journal-review.machine.ts';
import type { Database, Tx } from '../../db/database.ts';
import { contains } from '../../db/contains.ts';

/** Invitations of a round that have not been sent yet. */
export async function countPlanned(db: Database | Tx, submissionId: number, round: number): Promise<number> {
  const { total } = await db
    .selectFrom('journalReview')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('submissionId', '=', submissionId)
    .where('round', '=', round)
    .where('status', '=', 'alternate')
    .where('delFlag', '=', '0')
    .executeTakeFirstOrThrow();
  return Number(total);
}

const withNames = (db: Database | Tx) =>
  db
    .selectFrom('journalReview')
    .innerJoin('journalSubmission', 'journalSubmission.id', 'journalReview.submissionId')
    .innerJoin('journal', 'journal.id', 'journalSubmission.journalId')
    .leftJoin('user', 'user.id', 'journalReview.reviewerId')
    .selectAll('journalReview')
    .select([
      'user.nickName as reviewerName',
      'user.email as reviewerEmail',
      'journal.journalName',
      'journal.reviewMode',
      'journalSubmission.journalId',
      'journalSubmission.title',
      'journalSubmission.submissionNo',
      'journalSubmission.status as submissionStatus',
      'journalSubmission.round as submissionRound',
      'journalSubmission.authors',
      'journalSubmission.editorId',
    ])
    .where('journalReview.delFlag', '=', '0')
    .where('journalSubmission.delFlag', '=', '0');

export const reviewById = (db: Database | Tx, id: number) => withNames(db).where('journalReview.id', '=', id).executeTakeFirst();
export type ReviewRow = NonNullable<Awaited<ReturnType<typeof reviewById>>>;

export const reviewByToken = (db: Database | Tx, tokenHash: string) =>
  withNames(db)
    .select(['journalSubmission.abstract', 'journalSubmission.keywords'])
    .where('journalReview.tokenHash', '=', tokenHash)
    .executeTakeFirst();

export const reviewsOf = (db: Database | Tx, submissionId: number) =>
  withNames(db).where('journalReview.submissionId', '=', submissionId).orderBy('journalReview.round').orderBy('journalReview.id').execute();

/** Reviews of a round that are still expected. */
export const openReviews = (db: Database | Tx, submissionId: number, round: number) =>
  withNames(db)
    .where('journalReview.submissionId', '=', submissionId)
    .where('journalReview.round', '=', round)
    .where('journalReview.status', 'in', journalReviewMachine.groups.open)
    .orderBy('journalReview.id')
    .execute();

export const inState = (db: Database | Tx, submissionId: number, round: number, state: JournalReviewState) =>
  withNames(db)
    .where('journalReview.submissionId', '=', submissionId)
    .where('journalReview.round', '=', round)
    .where('journalReview.status', '=', state)
    .orderBy('journalReview.rank')
    .orderBy('journalReview.id')
    .execute();

/** A reviewer's own tasks. The keyword never matches authors: the list would tell who wrote a manuscript. */
export async function ownTasks(db: Database, reviewerId: number, keyword: string | undefined, limit: number, offset: (total: number) => number) {
  const own = withNames(db)
    .where('journalReview.reviewerId', '=', reviewerId)
    .where('journalReview.status', 'not in', journalReviewMachine.groups.unused)
    .$if(Boolean(keyword), (query) =>
      query.where((eb) => eb.or([contains('journalSubmission.title', keyword ?? ''), contains('journalSubmission.submissionNo', keyword ?? '')])),
    );
  const { total } = await own
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await own
    .orderBy((eb) => eb.case().when('journalReview.status', 'in', journalReviewMachine.groups.open).then(0).else(1).end())
    .orderBy('journalReview.dueAt')
    .orderBy('journalReview.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** Users with the role of a reviewer or an expert, with what they were asked before. */
export async function reviewerPeople(db: Database, keyword: string | undefined, limit: number, offset: (total: number) => number) {
  const people = db
    .selectFrom('user')
    .where('user.delFlag', '=', '0')
    .where('user.status', '=', '0')
    // A list, which is short, and not a condition that is checked for every user.
    .where('user.id', 'in', (eb) =>
      eb
        .selectFrom('userRole')
        .innerJoin('role', 'role.id', 'userRole.roleId')
        .select('userRole.userId')
        .where('role.roleKey', 'in', ['reviewer', 'professor', 'scholar']),
    )
    .$if(Boolean(keyword), (query) => query.where(contains('user.nickName', keyword ?? '')));
  const { total } = await people.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await people
    .leftJoin('college', 'college.id', 'user.collegeId')
    .select(['user.id', 'user.nickName', 'user.email', 'college.collegeName'])
    .orderBy('user.id')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

export const reviewerHistory = async (db: Database | Tx, userIds: readonly number[]) =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('journalReview')
        .select((eb) => [
          'reviewerId',
          eb.fn.countAll<number>().as('asked'),
          eb.fn.sum<number>(eb.case().when('status', '=', 'declined').then(1).else(0).end()).as('declined'),
          eb.fn.sum<number>(eb.case().when('status', 'in', journalReviewMachine.groups.open).then(1).else(0).end()).as('load'),
          eb.fn.max('invitedAt').as('lastAsked'),
        ])
        .where('reviewerId', 'in', [...userIds])
        .where('status', '<>', 'alternate')
        .where('delFlag', '=', '0')
        .groupBy('reviewerId')
        .execute();

export const userWithUnit = (db: Database | Tx, id: number) =>
  db
    .selectFrom('user')
    .leftJoin('college', 'college.id', 'user.collegeId')
    .select(['user.id', 'user.nickName', 'user.realName', 'user.email', 'college.collegeName'])
    .where('user.id', '=', id)
    .where('user.delFlag', '=', '0')
    .where('user.status', '=', '0')
    .executeTakeFirst();

/** The address that a user has confirmed; without one a link must not be mailed. */
export const confirmedMailOf = async (db: Database | Tx, userId: number): Promise<string> =>
  (
    await db
      .selectFrom('account')
      .select('identifier')
      .where('userId', '=', userId)
      .where('identityType', '=', 'email')
      .where('verified', '=', '1')
      .executeTakeFirst()
  )?.identifier ?? '';

/** The enabled account that has confirmed an address, without regard to case. */
export const userOfMail = (db: Database | Tx, mail: string) =>
  db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('user.id')
    .where('account.identityType', '=', 'email')
    .where('account.verified', '=', '1')
    .where((eb) => eb(eb.fn<string>('lower', ['account.identifier']), '=', mail.toLowerCase()))
    .where('user.delFlag', '=', '0')
    .where('user.status', '=', '0')
    .executeTakeFirst();

/** An invitation that was not answered in time, an accepted review that is late now, or one that is due for a reminder. */
export const dueReview = (db: Database, now: number, aheadMs: number) =>
  withNames(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('journalReview.status', '=', 'invited'), eb('journalReview.answerBy', '<=', now)]),
        eb.and([eb('journalReview.status', '=', 'accepted'), eb('journalReview.dueAt', '<=', now)]),
        eb.and([
          eb('journalReview.status', '=', 'invited'),
          eb('journalReview.answerBy', '<=', now + aheadMs),
          eb('journalReview.remindedAt', 'is', null),
        ]),
        eb.and([
          eb('journalReview.status', '=', 'accepted'),
          eb('journalReview.dueAt', '<=', now + aheadMs),
          eb('journalReview.remindedAt', 'is', null),
        ]),
        eb.and([
          eb('journalReview.status', '=', 'overdue'),
          eb('journalReview.dueAt', '<=', now - aheadMs),
          eb('journalReview.remindedAt', '<', eb('journalReview.dueAt', '+', aheadMs)),
        ]),
      ]),
    )
    .orderBy('journalReview.id')
    .limit(1)
    .executeTakeFirst();
