import { OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import { sql } from 'kysely';
import { paymentMachine } from '../../contract/commerce/payment.machine.ts';
import type { Database, Tx } from '../db/database.ts';
import { samePersonSql } from '../db/same-person.ts';

type Db = Database | Tx;

export interface OfflineFilter {
  readonly paymentId?: number | undefined;
  readonly orderNo?: string | undefined;
  readonly shown: 'registered' | 'waiting' | 'paid' | 'closed' | 'all';
}

const found = (db: Db, { paymentId, orderNo, shown }: OfflineFilter) =>
  db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.orderId')
    .where('payment.channel', '=', OFFLINE_CHANNEL)
    .$if(paymentId !== undefined, (query) => query.where('payment.id', '=', paymentId ?? 0))
    .$if(Boolean(orderNo), (query) => query.where('order.orderNo', 'like', `${(orderNo ?? '').replace(/[^A-Z0-9]/g, '')}%`))
    .$if(shown === 'waiting' || shown === 'registered', (query) => query.where('payment.status', '=', 'created'))
    .$if(shown === 'waiting', (query) => query.where('payment.registeredBy', 'is', null))
    .$if(shown === 'registered', (query) => query.where('payment.registeredBy', 'is not', null))
    .$if(shown === 'paid', (query) => query.where('payment.status', '=', 'paid'))
    .$if(shown === 'closed', (query) => query.where('payment.status', 'in', paymentMachine.groups.unsuccessful));

/** Payments outside the channels with their order, buyer and people, and whether the viewer is neither of them. */
export async function offlinePage(db: Db, filter: OfflineFilter, viewerId: number, limit: number, offset: (total: number) => number) {
  const { total } = await found(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found(db, filter)
    .innerJoin('user', 'user.id', 'order.userId')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', viewerId))
    .leftJoin('user as registrar', 'registrar.id', 'payment.registeredBy')
    .leftJoin('user as confirmer', 'confirmer.id', 'payment.confirmedBy')
    .selectAll('payment')
    .select(['order.orderNo', 'order.expireTime', 'user.userName', 'user.nickName'])
    .select(['registrar.nickName as registrarName', 'confirmer.nickName as confirmerName'])
    .select(
      sql<number>`case when ${samePersonSql('user', 'viewer')} or (registrar.id is not null and ${samePersonSql('registrar', 'viewer')}) then 1 else 0 end`.as(
        'own',
      ),
    )
    .orderBy('payment.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** The newest attempt outside the channels of an order for which no money is registered. */
export const waitingOffline = (db: Db, orderId: number) =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('channel', '=', OFFLINE_CHANNEL)
    .where('status', '=', 'created')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Registered money that a user may confirm: of another person's order, registered by another person. */
export const waitingOfflineConfirms = (db: Db, userId: number) =>
  db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.orderId')
    .innerJoin('user', 'user.id', 'order.userId')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
    .innerJoin('user as registrar', 'registrar.id', 'payment.registeredBy')
    .select([
      'payment.id as itemId',
      sql<string>`'订单' || ${sql.ref('order.orderNo')}`.as('title'),
      sql<string>`'付款人' || ${sql.ref('payment.payer')}`.as('note'),
      'registrar.nickName as askedBy',
      'payment.updateTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('payment.channel', '=', OFFLINE_CHANNEL)
    .where('payment.status', '=', 'created')
    .where((eb) => eb.not(samePersonSql('user', 'viewer')))
    .where((eb) => eb.not(samePersonSql('registrar', 'viewer')));
