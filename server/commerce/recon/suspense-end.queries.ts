import { sql } from 'kysely';
import { suspenseEndMachine } from '../../../contract/commerce/recon/suspense-end.machine.ts';
import type { Database, Tx } from '../../db/database.ts';
import { samePersonSql } from '../../db/same-person.ts';

type Db = Database | Tx;

export const endById = (db: Db, id: number) => db.selectFrom('suspenseEnd').selectAll().where('id', '=', id).executeTakeFirst();
export type EndRow = NonNullable<Awaited<ReturnType<typeof endById>>>;

/** A proposal or a decision about a difference that still holds. */
export const liveEndOf = (db: Db, reconItemId: number) =>
  db
    .selectFrom('suspenseEnd')
    .select('id')
    .where('reconItemId', '=', reconItemId)
    .where('status', 'in', suspenseEndMachine.groups.live)
    .executeTakeFirst();

/** The last proposal or decision of each difference. */
export async function endsOfItems(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('suspenseEnd')
    .leftJoin('order', 'order.id', 'suspenseEnd.orderId')
    .leftJoin('user as proposer', 'proposer.id', 'suspenseEnd.proposedBy')
    .leftJoin('user as confirmer', 'confirmer.id', 'suspenseEnd.confirmedBy')
    .selectAll('suspenseEnd')
    .select(['order.orderNo', 'proposer.nickName as proposerName', 'confirmer.nickName as confirmerName'])
    .where('suspenseEnd.id', 'in', (eb) =>
      eb
        .selectFrom('suspenseEnd as last')
        .select((one) => one.fn.max('last.id').as('id'))
        .where('last.reconItemId', 'in', ids)
        .groupBy('last.reconItemId'),
    )
    .execute();
}
export type EndCardRow = Awaited<ReturnType<typeof endsOfItems>>[number];

export const addEnd = (
  tx: Tx,
  row: {
    reconItemId: number;
    channel: string;
    kind: 'assign' | 'return';
    fen: number;
    orderId: number | null;
    reason: string;
    proposedBy: number;
    createBy: string;
    createTime: number;
    updateTime: number;
  },
) =>
  tx
    .insertInto('suspenseEnd')
    .values({ ...row, confirmedBy: null, finishedBy: null, finishedAt: null })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Returns of suspense money that a channel lists under these numbers. */
export const returnsByNo = (db: Db, channel: string, numbers: readonly string[]) =>
  numbers.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('suspenseEnd')
        .select(['returnNo', 'fen'])
        .where('channel', '=', channel)
        .where('status', '=', 'returned')
        .where('way', '=', 'channel')
        .where('returnNo', 'in', numbers)
        .execute();

/** Differences of bills that already list a return. */
export const resolveReturned = (tx: Tx, { channel, returnNo, fen }: Pick<EndRow, 'channel' | 'returnNo' | 'fen'>, now: number) =>
  tx
    .updateTable('reconItem')
    .set({ open: '0', resolution: 'returned', updateTime: now })
    .where('channel', '=', channel)
    .where('side', '=', 'refund')
    .where('kind', '=', 'theirs_only')
    .where('open', '=', '1')
    .where('adoptBy', 'is', null)
    .where('theirFen', '=', fen)
    .where((eb) => eb.or([eb('ourNo', '=', returnNo), eb('theirNo', '=', returnNo)]))
    .execute();

/** What the ends of suspense money have moved, for the check of the books: all that have left the suspense account. */
export const everyEnd = (db: Db) =>
  db
    .selectFrom('suspenseEnd')
    .select(['id', 'channel', 'kind', 'fen', 'status', 'way'])
    .where('status', 'in', suspenseEndMachine.groups.ended)
    .execute();

/** Proposals of other people. */
export const waitingEnds = (db: Db, userId: number) =>
  db
    .selectFrom('suspenseEnd')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
    .innerJoin('user as proposer', 'proposer.id', 'suspenseEnd.proposedBy')
    .select([
      'suspenseEnd.reconItemId as itemId',
      sql<string>`'待查款' || case ${sql.ref('suspenseEnd.kind')} when 'assign' then '归入订单' else '退回付款人' end`.as('title'),
      'suspenseEnd.reason as note',
      'proposer.nickName as askedBy',
      'suspenseEnd.updateTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('suspenseEnd.status', '=', 'proposed')
    .where((eb) => eb.not(samePersonSql('proposer', 'viewer')));

/** Money that a second person has decided to give back. */
export const waitingReturns = (db: Db) =>
  db
    .selectFrom('suspenseEnd')
    .leftJoin('user as confirmer', 'confirmer.id', 'suspenseEnd.confirmedBy')
    .select([
      'suspenseEnd.reconItemId as itemId',
      sql<string>`'待查款退回付款人'`.as('title'),
      'suspenseEnd.reason as note',
      sql<string>`coalesce(${sql.ref('confirmer.nickName')}, '')`.as('askedBy'),
      'suspenseEnd.updateTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('suspenseEnd.status', '=', 'returning');
