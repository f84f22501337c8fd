import type { Database, Tx } from '../db/database.ts';
import { contains } from '../db/contains.ts';

export interface ScholarFilter {
  /** In the form that searches compare. */
  readonly keyword?: string | undefined;
  readonly discipline?: string | undefined;
  readonly collegeId?: number | undefined;
  readonly initial?: string | undefined;
  readonly recommend?: '0' | '1' | undefined;
  /** Only the scholars that this user follows. */
  readonly followedBy?: number | undefined;
}

/** Scholars with a public page. */
export const publicScholars = (db: Database | Tx) =>
  db
    .selectFrom('scholar')
    .leftJoin('college', 'college.id', 'scholar.collegeId')
    .where('scholar.status', '=', 'published')
    .where('scholar.delFlag', '=', '0')
    .where('scholar.mergedInto', 'is', null);

export function filteredScholars(db: Database, { keyword, discipline, collegeId, initial, recommend, followedBy }: ScholarFilter) {
  let query = publicScholars(db);
  if (keyword) query = query.where(contains('scholar.searchText', keyword));
  if (discipline) query = query.where('scholar.discipline', '=', discipline);
  if (collegeId) query = query.where('scholar.collegeId', '=', collegeId);
  if (initial) query = query.where('scholar.initial', '=', initial);
  if (recommend) query = query.where('scholar.recommend', '=', recommend);
  if (followedBy !== undefined)
    query = query.where('scholar.id', 'in', (eb) =>
      eb.selectFrom('collect').select('collect.targetId').where('collect.userId', '=', followedBy).where('collect.targetType', '=', 'scholar'),
    );
  return query;
}

export function scholarPage(db: Database, filter: ScholarFilter, sort: 'featured' | 'name', limit: number, offset: number) {
  let query = filteredScholars(db, filter).selectAll('scholar').select('college.collegeName');
  if (sort === 'featured') query = query.orderBy('scholar.recommend', 'desc').orderBy('scholar.orderNum');
  return query.orderBy('scholar.initial').orderBy('scholar.sortKey').orderBy('scholar.id').limit(limit).offset(offset).execute();
}

export type ScholarRow = Awaited<ReturnType<typeof scholarPage>>[number];

export const publicScholar = (db: Database, id: number) =>
  publicScholars(db).selectAll('scholar').select('college.collegeName').where('scholar.id', '=', id).executeTakeFirst();

/** The scholar that one was merged into; undefined for a scholar who was not. */
export const mergedInto = (db: Database | Tx, id: number) =>
  db.selectFrom('scholar').select('mergedInto').where('id', '=', id).where('mergedInto', 'is not', null).executeTakeFirst();

/** The professor of a user, when the professor tutors. */
export const tutorOf = (db: Database, userId: number) =>
  db
    .selectFrom('professor')
    .select('id')
    .where('userId', '=', userId)
    .where('tutorEnabled', '=', '1')
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .executeTakeFirst();

export const disciplineNames = (db: Database) =>
  db
    .selectFrom('dictData')
    .select(['dictValue', 'dictLabel'])
    .where('dictType', '=', 'structure_scholar_discipline')
    .where('delFlag', '=', '0')
    .orderBy('dictSort')
    .execute();

export const countBy = (db: Database, column: 'discipline' | 'initial') =>
  publicScholars(db)
    .select([`scholar.${column} as value`, (eb) => eb.fn.countAll<number>().as('total')])
    .groupBy(`scholar.${column}`)
    .orderBy(`scholar.${column}`)
    .execute();

export const countByCollege = (db: Database) =>
  publicScholars(db)
    .select(['college.id as collegeId', 'college.collegeName', 'college.orderNum', (eb) => eb.fn.countAll<number>().as('total')])
    .where('college.id', 'is not', null)
    .groupBy(['college.id', 'college.collegeName', 'college.orderNum'])
    .orderBy('college.orderNum')
    .execute();

export interface WorksFilter {
  readonly scholarId?: number | undefined;
  /** `1`: only papers; `0`: only other works. */
  readonly papers?: '0' | '1' | undefined;
}

/** One scholar's works, or the publications of the publisher by any scholar. */
export function worksPage(db: Database, { scholarId, papers }: WorksFilter) {
  const all = shownWorks(db);
  const works = papers === undefined ? all : all.where('scholarWorks.workKind', papers === '1' ? '=' : '<>', 'paper');
  return scholarId === undefined ? works.where('scholarWorks.publishId', 'is not', null) : works.where('scholarWorks.scholarId', '=', scholarId);
}

/** One scholar's works are in their order, those of all scholars the newest first. */
export function worksRows(db: Database, filter: WorksFilter, limit: number, offset: number) {
  if (filter.scholarId === undefined) return newestWorks(db, filter, limit, offset);
  const rows = worksPage(db, filter).selectAll('scholarWorks').select(['scholar.scholarName', 'publication.title as publishTitle']);
  return rows.orderBy('scholarWorks.orderNum').orderBy('scholarWorks.id').limit(limit).offset(offset).execute();
}

/** The rows of `worksPage` for all scholars: the publications are read in the order of their dates, until there are enough. */
const newestWorks = (db: Database, { papers }: WorksFilter, limit: number, offset: number) =>
  db
    .selectFrom('publication')
    .innerJoin('scholarWorks', 'scholarWorks.publishId', 'publication.id')
    .innerJoin('scholar', 'scholar.id', 'scholarWorks.scholarId')
    .selectAll('scholarWorks')
    .select(['scholar.scholarName', 'publication.title as publishTitle'])
    .where('publication.status', '=', 'listed')
    .where('publication.delFlag', '=', '0')
    .where('scholarWorks.hidden', '=', '0')
    .where('scholarWorks.delFlag', '=', '0')
    .where('scholar.status', '=', 'published')
    .where('scholar.delFlag', '=', '0')
    .where('scholar.mergedInto', 'is', null)
    .$if(papers !== undefined, (query) => query.where('scholarWorks.workKind', papers === '1' ? '=' : '<>', 'paper'))
    .orderBy('publication.publishDate', 'desc')
    .orderBy('publication.id', 'desc')
    .orderBy('scholarWorks.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const publicIds = (db: Database, from: number, to: number) =>
  publicScholars(db)
    .select(['scholar.id', 'scholar.updateTime'])
    .where('scholar.id', '>=', from)
    .where('scholar.id', '<', to)
    .orderBy('scholar.id')
    .execute();

/** Works that readers see: not hidden, and listed when they are publications of the publisher. */
export const shownWorks = (db: Database | Tx) =>
  db
    .selectFrom('scholarWorks')
    .innerJoin('scholar', 'scholar.id', 'scholarWorks.scholarId')
    .leftJoin('publication', 'publication.id', 'scholarWorks.publishId')
    .where('scholarWorks.hidden', '=', '0')
    .where('scholarWorks.delFlag', '=', '0')
    .where('scholar.status', '=', 'published')
    .where('scholar.delFlag', '=', '0')
    .where('scholar.mergedInto', 'is', null)
    .where((eb) =>
      eb.or([eb('scholarWorks.publishId', 'is', null), eb.and([eb('publication.status', '=', 'listed'), eb('publication.delFlag', '=', '0')])]),
    );

/** Number of works that readers see, by scholar and kind. */
export const workCounts = (db: Database | Tx, scholarIds: readonly number[]) =>
  scholarIds.length === 0
    ? Promise.resolve([])
    : shownWorks(db)
        .select(['scholarWorks.scholarId', 'scholarWorks.workKind', (eb) => eb.fn.countAll<number>().as('total')])
        .where('scholarWorks.scholarId', 'in', scholarIds)
        .groupBy(['scholarWorks.scholarId', 'scholarWorks.workKind'])
        .execute();
