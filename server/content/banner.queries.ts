import type { Expression, SqlBool } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

/** Condition for the rows that readers see; tables with a release have the same columns. */
type Shown = Expression<SqlBool>;

export const liveBannerRows = (db: Database, position: string, shown: Shown, most: number) =>
  db
    .selectFrom('banner')
    .selectAll()
    .where('position', '=', position)
    .where(shown)
    .where('delFlag', '=', '0')
    .orderBy('orderNum')
    .orderBy('id')
    .limit(most)
    .execute();

/** Counts the banners of a position that are shown or scheduled and not over. */
export async function bannersInUse(db: Tx, position: string, now: number): Promise<number> {
  const { total } = await db
    .selectFrom('banner')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('position', '=', position)
    .where('status', 'in', ['published', 'scheduled'])
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', now)]))
    .where('delFlag', '=', '0')
    .executeTakeFirstOrThrow();
  return Number(total);
}

interface Titled {
  readonly id: number;
  readonly title: string;
}

/** Works that readers can open. */
export const workTitles = async (db: Database | Tx, ids: readonly number[]): Promise<Titled[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('publication').select(['id', 'title']).where('id', 'in', ids).where('status', '=', 'listed').where('delFlag', '=', '0').execute();

export const noticeTitles = async (db: Database | Tx, ids: readonly number[]): Promise<Titled[]> =>
  ids.length === 0 ? [] : db.selectFrom('notice').select(['id', 'noticeTitle as title']).where('id', 'in', ids).where('delFlag', '=', '0').execute();
