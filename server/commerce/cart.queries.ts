import type { Database, Tx } from '../db/database.ts';

export const cartItems = (db: Database | Tx, userId: number) =>
  db.selectFrom('cartItem').selectAll().where('userId', '=', userId).orderBy('id', 'desc').execute();

export const addCartItems = (tx: Tx, rows: readonly { userId: number; publishId: number; shownFen: number; createTime: number }[]) =>
  tx
    .insertInto('cartItem')
    .values([...rows])
    .onConflict((on) => on.columns(['userId', 'publishId']).doNothing())
    .execute();

export const removeCartItem = (db: Database, userId: number, publishId: number) =>
  db.deleteFrom('cartItem').where('userId', '=', userId).where('publishId', '=', publishId).execute();
