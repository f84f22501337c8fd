import type { Expression, SqlBool } from 'kysely';
import { contains } from '../db/contains.ts';
import type { Database, Tx } from '../db/database.ts';

export interface InformationFilter {
  readonly category?: string | undefined;
  readonly scholarId?: number | undefined;
  readonly keyword?: string | undefined;
}

/** Condition for the articles that readers see; it names only columns that `information` and `notice` share. */
type Shown = Expression<SqlBool>;

export function publishedInformation(db: Database, shown: Shown, { category, scholarId, keyword }: InformationFilter) {
  let query = db.selectFrom('information').where(shown).where('publishTime', 'is not', null).where('delFlag', '=', '0');
  if (category) query = query.where('category', '=', category);
  if (scholarId) query = query.where('scholarId', '=', scholarId);
  if (keyword) query = query.where((eb) => eb.or([contains('title', keyword), contains('summary', keyword), contains('content', keyword)]));
  return query;
}

/** The article before or after another in time. */
export function neighbourOf(
  query: ReturnType<typeof publishedInformation>,
  { publishTime, id }: { publishTime: number; id: number },
  side: 'before' | 'after',
) {
  const [sign, direction] = side === 'before' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
  return query
    .select(['id as informationId', 'title'])
    .where((eb) => eb.or([eb('publishTime', sign, publishTime), eb.and([eb('publishTime', '=', publishTime), eb('id', sign, id)])]))
    .orderBy('publishTime', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
}

export const informationById = (db: Database | Tx, id: number) =>
  db.selectFrom('information').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const categoryNames = (db: Database) =>
  db
    .selectFrom('dictData')
    .select(['dictValue', 'dictLabel'])
    .where('dictType', '=', 'cms_information_category')
    .where('delFlag', '=', '0')
    .execute();

export const titlesOf = (db: Database | Tx, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('publication').select(['id', 'title']).where('id', 'in', ids).where('delFlag', '=', '0').execute();

export const scholarOfNews = (db: Database | Tx, id: number) =>
  db
    .selectFrom('scholar')
    .leftJoin('college', 'college.id', 'scholar.collegeId')
    .select([
      'scholar.id',
      'scholar.scholarName',
      'scholar.avatar',
      'scholar.title',
      'scholar.researchField',
      'scholar.status',
      'college.collegeName',
    ])
    .where('scholar.id', '=', id)
    .where('scholar.delFlag', '=', '0')
    .where('scholar.mergedInto', 'is', null)
    .executeTakeFirst();
