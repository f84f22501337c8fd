import type { z } from 'zod';
import { ORDER } from '../../contract/commerce/order-limits.ts';
import type { addToCart, cart } from '../../contract/commerce/order.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { addCartItems, cartItems, removeCartItem } from './cart.queries.ts';
import { pricedLines } from './price.service.ts';

/** The cart with the prices of now; a work that was bought or is not sold any more says so and stays until it is removed. */
export async function cartOf({ db }: AppContext, { userId }: CurrentUser): Promise<DataOf<typeof cart>> {
  const rows = await cartItems(db, userId);
  const lines = await pricedLines(
    db,
    userId,
    rows.map(({ publishId }) => publishId),
  );
  return {
    items: rows.flatMap((row, index) => {
      const line = lines[index];
      return line ? [{ ...line, cartItemId: row.id, shownFen: row.shownFen, createTime: wireTime(row.createTime) }] : [];
    }),
  };
}

/** Adds works; those that are in the cart already, are owned or not sold are left out. Also the merge of a cart that was kept on the device. */
export async function addFor({ db }: AppContext, { userId }: CurrentUser, { lines }: z.output<typeof addToCart.body>): Promise<{ count: number }> {
  const ids = [...new Set(lines.map(({ publishId }) => publishId))];
  const sold = (await pricedLines(db, userId, ids)).filter(({ fault }) => fault === '');
  const [single] = await pricedLines(db, userId, ids);
  if (sold.length === 0) throw failed(single?.fault || '没有可以加入购物车的作品');
  const now = Date.now();
  const rows = await db.transaction().execute(async (tx) => {
    const before = await cartItems(tx, userId);
    const more = sold.filter(({ publishId }) => !before.some((row) => row.publishId === publishId));
    if (before.length + more.length > ORDER.lines) throw failed(`购物车最多放${ORDER.lines}部作品，请先结算或移出一些`);
    if (more.length > 0)
      await addCartItems(
        tx,
        more.map(({ publishId, payFen }) => ({ userId, publishId, shownFen: payFen, createTime: now })),
      );
    return cartItems(tx, userId);
  });
  return { count: rows.length };
}

export const removeFor = ({ db }: AppContext, { userId }: CurrentUser, publishId: number): Promise<unknown> => removeCartItem(db, userId, publishId);
