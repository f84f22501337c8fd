import { checkOrder, myOrders, type OrderCard, previewOrder, type ORDER_TABS } from '../../../contract/commerce/order.ts';
import type { Cover } from '../../../contract/catalog/book.ts';
import type { Channel } from '../../../contract/commerce/order-limits.ts';
import { shelfState } from '../../../contract/library/shelf.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { withKey } from '../../api/with-key.ts';
import type { CartLine } from '../../cart/device-cart.ts';

/** A work as the page showed it: what the sheet shows until the server has answered. */
export interface ShownLine extends CartLine {
  readonly title: string;
  readonly cover: Cover;
}

export interface ChannelChoice {
  readonly channel: Channel;
  readonly name: string;
}

/** The server's price of works. Read each time, and not stored on the device. */
export const preview = (publishIds: readonly number[], seats: number | null = null) => {
  const body = { lines: publishIds.map((publishId) => ({ publishId })), ...(seats === null ? {} : { seats }) };
  return { ...withKey(queryOf(previewOrder, { body }), 'passing'), staleTime: 0 };
};

export type OrderTab = (typeof ORDER_TABS)[number];
export const ORDERS_PER_PAGE = 10;
export const orders = (tab: OrderTab) => ({
  ...pagesOf(myOrders, { query: { tab } }, ORDERS_PER_PAGE, (data): { rows: OrderCard[]; total: number } => data),
  staleTime: 0,
});

/** The order after its channel was asked: what the page of a payment shows. */
export const checkedOrder = (orderNo: string) => ({ ...queryOf(checkOrder, { params: { orderNo } }), staleTime: 0 });

/** After each step of an order: its lists, and the rights to its works. */
export async function refreshOrders(card?: OrderCard): Promise<void> {
  if (card) queryClient.setQueryData(checkedOrder(card.orderNo).queryKey, card);
  await Promise.all([
    queryClient.invalidateQueries(allOf(myOrders)),
    ...(card?.items ?? []).flatMap(({ publishId, link }) =>
      link ? [] : [queryClient.invalidateQueries({ queryKey: queryOf(shelfState, { params: { publishId } }).queryKey })],
    ),
  ]);
}

/** Copies to hand out of an order's line; null for a line that the buyer reads. */
export const seatsOf = ({ items }: Pick<OrderCard, 'items'>): number | null => (items[0]?.kind === 'seats' ? items[0].qty : null);

/** The sum of lines. `contract/money.ts` has one too, which the first visit to the site would load. */
export const totalOf = (lines: readonly { readonly payFen: number }[]): number => lines.reduce((total, { payFen }) => total + payFen, 0);

export const ORDERS_PATH = '/personalCenter/order';
export const orderPath = (orderNo: string): string => `${ORDERS_PATH}?orderNo=${orderNo}`;
export const CART_PATH = `${ORDERS_PATH}?tab=cart`;
