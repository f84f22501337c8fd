import { contains } from '../../db/contains.ts';
import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

const textbookPools = (db: Db) =>
  db
    .selectFrom('seatPool')
    .innerJoin('publication', 'publication.id', 'seatPool.publishId')
    .innerJoin('user', 'user.id', 'seatPool.ownerId')
    .where('publication.kind', '=', 'textbook');

interface Asked {
  readonly publishTitle?: string | undefined;
  readonly userName?: string | undefined;
  readonly poolId?: number;
}

/** Pools for textbooks with their owners, the newest first. */
export async function poolPage(db: Db, { publishTitle = '', userName = '', poolId }: Asked, limit: number, offset: (total: number) => number) {
  const found = textbookPools(db)
    .$if(publishTitle !== '', (query) => query.where(contains('publication.title', publishTitle)))
    .$if(userName !== '', (query) => query.where((eb) => eb.or([contains('user.userName', userName), contains('user.nickName', userName)])))
    .$if(poolId !== undefined, (query) => query.where('seatPool.id', '=', poolId ?? 0));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('seatPool')
    .select(['publication.title', 'user.userName', 'user.nickName'])
    .orderBy('seatPool.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}
/** Why pools were closed. */
export const closeReasons = (db: Db, poolIds: readonly number[]) =>
  poolIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('flowLog')
        .select(['entityId', 'note'])
        .where('entityType', '=', 'seatPool')
        .where('event', '=', 'close')
        .where('entityId', 'in', poolIds)
        .execute();

export type ListedPool = Awaited<ReturnType<typeof poolPage>>['rows'][number];

export const workForSeats = (db: Db, id: number) =>
  db.selectFrom('publication').select(['id', 'title', 'kind', 'status']).where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
