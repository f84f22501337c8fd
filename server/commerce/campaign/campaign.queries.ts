import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { contains } from '../../db/contains.ts';
import { samePersonSql } from '../../db/same-person.ts';

type Db = Database | Tx;

const rows = (db: Db) =>
  db
    .selectFrom('campaign')
    .leftJoin('user as writer', 'writer.id', 'campaign.createdBy')
    .leftJoin('user as submitter', 'submitter.id', 'campaign.submittedBy')
    .leftJoin('user as approver', 'approver.id', 'campaign.approvedBy')
    .selectAll('campaign')
    .select(['writer.nickName as writerName', 'submitter.nickName as submitterName', 'approver.nickName as approverName'])
    .where('campaign.delFlag', '=', '0');

export const campaignById = (db: Db, id: number) => rows(db).where('campaign.id', '=', id).executeTakeFirst();
export type CampaignRowOf = NonNullable<Awaited<ReturnType<typeof campaignById>>>;

interface Filter {
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly campaignId?: number | undefined;
}

export async function campaignPage(db: Db, { name, status, campaignId }: Filter, limit: number, offset: (total: number) => number) {
  const found = db
    .selectFrom('campaign')
    .where('delFlag', '=', '0')
    .$if(campaignId !== undefined, (query) => query.where('id', '=', campaignId ?? 0))
    .$if(Boolean(status), (query) => query.where('status', '=', status ?? ''))
    .$if(Boolean(name), (query) => query.where(contains('name', name ?? '')));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const ids = await found
    .select('id')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  if (ids.length === 0) return { total: Number(total), rows: [] };
  const list = await rows(db)
    .where(
      'campaign.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('campaign.id', 'desc')
    .execute();
  return { total: Number(total), rows: list };
}

/** Campaigns by which works are sold at a time. */
export const liveCampaigns = (db: Db, now: number) =>
  db
    .selectFrom('campaign')
    .select(['id', 'scope', 'ids', 'rateBp', 'to', 'leastLines'])
    .where('status', '=', 'active')
    .where('from', '<=', now)
    .where('to', '>', now)
    .where('delFlag', '=', '0')
    .orderBy('id')
    .execute();
export type LiveCampaign = Awaited<ReturnType<typeof liveCampaigns>>[number];

export const dueCampaign = (db: Db, now: number) =>
  db.selectFrom('campaign').select('id').where('status', '=', 'active').where('to', '<=', now).orderBy('to').limit(1).executeTakeFirst();

export const categoryParents = (db: Db) => db.selectFrom('archiveType').select(['id', 'parentId', 'typeName']).where('delFlag', '=', '0').execute();

export const campaignWorks = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('publication')
        .select(['id', 'title', 'status', 'isFree', 'salePriceFen', 'archiveTypeId'])
        .where('id', 'in', ids)
        .where('delFlag', '=', '0')
        .execute();

/** Paid orders of campaigns, and the discounts in them. */
export const campaignUse = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('orderItem')
        .innerJoin('order', 'order.id', 'orderItem.orderId')
        .select(['orderItem.discountId'])
        .select((eb) => [
          eb.fn.count<number>('order.id').distinct().as('orders'),
          eb.fn.coalesce(eb.fn.sum<number>('orderItem.discountFen'), eb.lit(0)).as('fen'),
        ])
        .where('orderItem.discountKind', '=', 'campaign')
        .where('orderItem.discountId', 'in', ids)
        .where('order.payTime', 'is not', null)
        .groupBy('orderItem.discountId')
        .execute();

/** Campaigns that wait for a second person: neither who wrote nor who submitted them. */
export const waitingCampaigns = (db: Db, userId: number) =>
  db
    .selectFrom('campaign')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
    .leftJoin('user as writer', 'writer.id', 'campaign.createdBy')
    .leftJoin('user as submitter', 'submitter.id', 'campaign.submittedBy')
    .select([
      'campaign.id as itemId',
      sql<string>`'限时折扣' || ${sql.ref('campaign.name')}`.as('title'),
      sql<string>`'等待批准'`.as('note'),
      sql<string>`coalesce(${sql.ref('submitter.nickName')}, '')`.as('askedBy'),
      'campaign.updateTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('campaign.status', '=', 'pending')
    .where((eb) => eb.or([eb('writer.id', 'is', null), eb.not(samePersonSql('writer', 'viewer'))]))
    .where((eb) => eb.or([eb('submitter.id', 'is', null), eb.not(samePersonSql('submitter', 'viewer'))]));
