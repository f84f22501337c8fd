import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { samePersonSql } from '../../db/same-person.ts';

type Db = Database | Tx;

export async function daysOf(db: Db, { month, reconDayId }: { readonly month?: string | undefined; readonly reconDayId?: number | undefined }) {
  const rows = await db
    .selectFrom('reconDay')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('reconItem')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('reconItem.reconDayId', '=', 'reconDay.id')
        .where('reconItem.open', '=', '1')
        .as('openItems'),
    )
    .$if(month !== undefined, (query) => query.where('day', '>=', `${month}-01`).where('day', '<=', `${month}-31`))
    .$if(reconDayId !== undefined, (query) => query.where('id', '=', reconDayId ?? 0))
    .orderBy('day')
    .orderBy('channel')
    .limit(400)
    .execute();
  return rows.map(({ openItems, ...row }) => ({ ...row, openItems: Number(openItems) }));
}

export async function openSums(db: Db): Promise<{ open: number; oldestDay: string; suspenseFen: number }> {
  const open = await db
    .selectFrom('reconItem')
    .innerJoin('reconDay', 'reconDay.id', 'reconItem.reconDayId')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.min('reconDay.day').as('oldest')])
    .where('reconItem.open', '=', '1')
    .executeTakeFirstOrThrow();
  const suspense = await db
    .selectFrom('ledgerAccount')
    .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('ledgerEntry.fen'), eb.lit(0)).as('fen'))
    .where('ledgerAccount.kind', '=', 'suspense')
    .executeTakeFirstOrThrow();
  return { open: Number(open.n), oldestDay: open.oldest ?? '', suspenseFen: -Number(suspense.fen) || 0 };
}

interface ItemFilter {
  readonly reconDayId?: number | undefined;
  readonly reconItemId?: number | undefined;
  readonly shown: 'differences' | 'open' | 'all' | 'suspense';
}

export async function itemPage(db: Db, { reconDayId, reconItemId, shown }: ItemFilter, limit: number, offset: (total: number) => number) {
  const found = db
    .selectFrom('reconItem')
    .$if(reconDayId !== undefined, (query) => query.where('reconItem.reconDayId', '=', reconDayId ?? 0))
    .$if(reconItemId !== undefined, (query) => query.where('reconItem.id', '=', reconItemId ?? 0))
    .$if(shown === 'differences', (query) => query.where('reconItem.kind', '!=', 'matched'))
    .$if(shown === 'open', (query) => query.where('reconItem.open', '=', '1'))
    .$if(shown === 'suspense', (query) => query.where('reconItem.adoptBy', 'is not', null));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .innerJoin('reconDay', 'reconDay.id', 'reconItem.reconDayId')
    .leftJoin('payment', 'payment.id', 'reconItem.paymentId')
    .leftJoin('refund', 'refund.id', 'reconItem.refundId')
    .leftJoin('order', (join) =>
      join.on((eb) => eb.or([eb('order.id', '=', eb.ref('payment.orderId')), eb('order.id', '=', eb.ref('refund.orderId'))])),
    )
    .leftJoin('user as adopter', 'adopter.id', 'reconItem.adoptBy')
    .selectAll('reconItem')
    .select([
      'reconDay.day',
      'payment.status as paymentStatus',
      'refund.status as refundStatus',
      'order.orderNo',
      'order.status as orderStatus',
      'adopter.nickName as adopter',
    ])
    .orderBy('reconItem.open', 'desc')
    .orderBy('reconItem.id')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

const nothing = () => [sql<number | null>`cast(null as bigint)`.as('due'), sql<string | null>`cast(null as text)`.as('page')];

/** Days with differences that wait for somebody, and not only for the second person. */
export const waitingDays = (db: Db) =>
  db
    .selectFrom('reconDay')
    .select([
      'reconDay.id as itemId',
      sql<string>`${sql.ref('reconDay.day')} || '对账'`.as('title'),
      sql<string>`'有差异未处理'`.as('note'),
      sql<string>`''`.as('askedBy'),
      'reconDay.updateTime as since',
      ...nothing(),
    ])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('reconItem')
          .select('reconItem.id')
          .whereRef('reconItem.reconDayId', '=', 'reconDay.id')
          .where('reconItem.open', '=', '1')
          .where('reconItem.adoptBy', 'is', null),
      ),
    );

/** Differences that another person wants to move into the suspense account. */
export const waitingAdoptions = (db: Db, userId: number) =>
  db
    .selectFrom('reconItem')
    .innerJoin('reconDay', 'reconDay.id', 'reconItem.reconDayId')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
    .innerJoin('user as adopter', 'adopter.id', 'reconItem.adoptBy')
    .select([
      'reconItem.id as itemId',
      sql<string>`${sql.ref('reconDay.day')} || '待查款'`.as('title'),
      'reconItem.adoptReason as note',
      'adopter.nickName as askedBy',
      'reconItem.updateTime as since',
      ...nothing(),
    ])
    .where('reconItem.open', '=', '1')
    .where((eb) => eb.not(samePersonSql('adopter', 'viewer')));
