import { reviewMachine, type Level } from '../../contract/review/review.machine.ts';
import type { Database, Tx } from '../db/database.ts';
import { reviewedBy } from './review.policy.ts';

const { open: OPEN, assigned: ASSIGNED, decided: DECIDED } = reviewMachine.groups;

const rows = (db: Database | Tx) =>
  db
    .selectFrom('review')
    .innerJoin('manuscript', 'manuscript.id', 'review.archiveId')
    .leftJoin('user', 'user.id', 'review.auditorId')
    .where('review.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0');

const withNames = (db: Database | Tx) =>
  rows(db)
    .selectAll('review')
    .select([
      'manuscript.title',
      'manuscript.archiveNo',
      'manuscript.authors',
      'manuscript.ownerId',
      'manuscript.wordCount',
      'manuscript.status as manuscriptStatus',
      'user.nickName as auditorName',
    ]);

export const reviewById = (db: Database | Tx, id: number) => withNames(db).where('review.id', '=', id).executeTakeFirst();
export type ReviewWithNames = NonNullable<Awaited<ReturnType<typeof reviewById>>>;

/** The newest row of each level of a round. */
export async function levelsOf(db: Database | Tx, archiveId: number, round: number): Promise<ReadonlyMap<Level, ReviewWithNames>> {
  const found = await withNames(db)
    .where('review.archiveId', '=', archiveId)
    .where('review.round', '=', round)
    .where('review.status', '<>', 'cancelled')
    .orderBy('review.id')
    .execute();
  return new Map(found.map((row) => [row.level, row]));
}

export const openReviewsOf = (tx: Tx, archiveId: number) =>
  tx
    .selectFrom('review')
    .selectAll()
    .where('archiveId', '=', archiveId)
    .where('delFlag', '=', '0')
    .where('status', 'in', OPEN)
    .orderBy('id')
    .execute();

interface Asked {
  readonly level: Level;
  readonly tab: 'open' | 'mine' | 'done';
  readonly userId: number;
  readonly keyword: string | undefined;
}

const filtered = (db: Database, { level, tab, userId, keyword }: Asked) => {
  const part = `%${(keyword ?? '').replace(/[\\%_]/g, '')}%`;
  return withNames(db)
    .where('review.level', '=', level)
    .$if(tab !== 'done', (query) => query.where('review.status', 'in', OPEN))
    .$if(tab === 'mine', (query) => query.where(reviewedBy(userId)))
    .$if(tab === 'done', (query) => query.where('review.status', 'in', DECIDED))
    .$if(Boolean(keyword), (query) => query.where((eb) => eb.or([eb('manuscript.title', 'like', part), eb('manuscript.archiveNo', 'like', part)])));
};

export async function reviewPage(db: Database, asked: Asked, limit: number, offset: (total: number) => number) {
  const { total } = await filtered(db, asked)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const query = filtered(db, asked);
  const ordered =
    asked.tab === 'done' ? query.orderBy('review.finishedAt', 'desc') : query.orderBy((eb) => eb.fn.coalesce('review.dueAt', 'review.createTime'));
  return {
    total: Number(total),
    rows: await ordered
      .orderBy('review.id', 'desc')
      .limit(limit)
      .offset(offset(Number(total)))
      .execute(),
  };
}

const own = (db: Database, auditorId: number) => withNames(db).where(reviewedBy(auditorId)).where('review.status', '<>', 'cancelled');

export async function ownPage(db: Database, auditorId: number, limit: number, offset: (total: number) => number) {
  const { total } = await own(db, auditorId)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await own(db, auditorId)
    .orderBy((eb) => eb.case().when('review.status', 'in', OPEN).then(0).else(1).end())
    .orderBy('review.dueAt')
    .orderBy('review.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: found };
}

/** People on the stations of reviewers with their open tasks. */
export const reviewerStations = (db: Database) =>
  db
    .selectFrom('pressUser')
    .innerJoin('user', 'user.id', 'pressUser.userId')
    .select(['pressUser.userId', 'user.nickName', 'pressUser.qualification'])
    .select((eb) =>
      eb
        .selectFrom('review')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('review.auditorId', '=', 'pressUser.userId')
        .where('review.status', 'in', ASSIGNED)
        .where('review.delFlag', '=', '0')
        .as('load'),
    )
    .where('pressUser.station', 'in', ['editor', 'section_editor', 'chief_editor'])
    .where('pressUser.status', '=', '0')
    .where('pressUser.delFlag', '=', '0')
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .orderBy('user.nickName')
    .execute();

/** Reviews in the hands of an auditor that are due before a time. */
export const reviewsDue = (db: Database, before: number) =>
  withNames(db)
    .where('review.status', 'in', ASSIGNED)
    .where('review.auditorId', 'is not', null)
    .where('manuscript.status', '<>', 'held')
    .where('review.dueAt', '<', before)
    .execute();

/** Reviews that a user has and has not finished, of manuscripts that exist. */
export const reviewsHeldBy = (tx: Tx, userId: number) =>
  tx
    .selectFrom('review')
    .innerJoin('manuscript', 'manuscript.id', 'review.archiveId')
    .select(['review.id', 'review.level', 'manuscript.title'])
    .where('review.auditorId', '=', userId)
    .where('review.status', 'in', ASSIGNED)
    .where('review.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .orderBy('review.id')
    .execute();

/** Users who have declined a task. */
export async function decliners(db: Database | Tx, reviewId: number): Promise<Set<number>> {
  const lines = await db
    .selectFrom('flowLog')
    .select('operatorId')
    .where('entityType', '=', 'review')
    .where('entityId', '=', reviewId)
    .where('event', '=', 'decline')
    .execute();
  return new Set(lines.map(({ operatorId }) => operatorId));
}
