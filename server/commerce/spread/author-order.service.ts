import type { authorOrders } from '../../../contract/commerce/spread/spread.ts';
import type { OrderState } from '../../../contract/commerce/order.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { sum } from '../../../contract/money.ts';
import type { AppContext } from '../../context.ts';
import { epochOf, wireDate, wireTime } from '../../db/clock.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { authorAgreements } from '../author-price.service.ts';
import { ownedWorks } from '../entitlement.queries.ts';
import { coverOf, pricedSeats } from '../price.service.ts';
import { authorPriceOrders, salesByBuyer, worksOfAuthor } from './author-order.queries.ts';
import { salesByDay } from './sales-by-day.rule.ts';

const ORDERS_SHOWN = 50;

const nextMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
};

/** What an author sees of a month: sales of the own works without buyers, the author's price, and the own orders at that price. */
export async function authorOrdersOf(
  { db }: AppContext,
  { userId }: CurrentUser,
  { month = wireDate(Date.now()).slice(0, 7) }: { readonly month?: string | undefined },
): Promise<DataOf<typeof authorOrders>> {
  const ids = [...new Set((await authorAgreements(db, userId)).map(({ publicationId }) => publicationId))];
  const works = await worksOfAuthor(db, ids);
  const owned = await ownedWorks(db, userId, ids, Date.now());
  const from = epochOf(`${month}-01`) ?? 0;
  const until = epochOf(`${nextMonth(month)}-01`) ?? from;
  const lines = Map.groupBy(await salesByBuyer(db, ids, from, until), ({ targetId }) => targetId);
  const sales = works.flatMap(({ id, title }) =>
    salesByDay(
      (lines.get(id) ?? []).map((row) => ({ day: Number(row.day), userId: row.userId, copies: Number(row.copies), fen: Number(row.fen) })),
    ).map((row) => ({ publishId: id, title, ...row })),
  );
  const shown: DataOf<typeof authorOrders>['works'] = [];
  for (const work of works) {
    const [one] = await pricedSeats(db, userId, [work.id], 1);
    shown.push({
      publishId: work.id,
      title: work.title,
      cover: coverOf(work),
      salePriceFen: work.salePriceFen,
      authorFen: one?.discountKind === 'author' ? one.payFen : null,
      owned: owned.has(work.id),
      listed: work.status === 'listed' && work.isFree !== '1' && work.salePriceFen > 0,
    });
  }
  return {
    month,
    last: month >= wireDate(Date.now()).slice(0, 7),
    works: shown,
    sales,
    copies: sales.reduce((all, { copies }) => all + copies, 0),
    payFen: sum(sales.map(({ payFen }) => payFen)),
    orders: (await authorPriceOrders(db, userId, ORDERS_SHOWN)).map((row) => ({
      orderNo: row.orderNo,
      createTime: wireTime(row.createTime),
      status: row.status as OrderState,
      title: row.title,
      qty: row.qty,
      payFen: row.payFen,
    })),
  };
}
