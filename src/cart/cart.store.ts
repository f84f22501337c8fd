import { proxy } from 'valtio/vanilla';
import { ORDER } from '../../contract/commerce/order-limits.ts';
import { addToCart, cart, removeFromCart } from '../../contract/commerce/order.ts';
import { call, isAway } from '../api/call.ts';
import { allOf } from '../api/all-of.ts';
import { queryClient, queryOf } from '../api/query-client.ts';
import { currentPerson } from '../session/current-person.ts';
import { onPersonChange, personOfToken, session } from '../session/session.store.ts';
import { addToDeviceCart, deviceCart, dropFromDeviceCart, type CartLine } from './device-cart.ts';

/** The cart of the account; read each time, because it shows prices. */
export const cartQuery = { ...queryOf(cart, {}), staleTime: 0 };
export const refreshCart = (): Promise<void> => queryClient.invalidateQueries(allOf(cart));

const waitingOf = (): number => deviceCart(currentPerson()).length;
/** Number of works in the cart of this device that the account does not have. */
export const waitingCart = proxy({ count: waitingOf() });

/** Adds a work. Returns where it is: in the account, or on this device until the user signs in or the network is back. */
export async function putInCart(line: CartLine): Promise<'account' | 'device' | 'full'> {
  if (session.now.state !== 'anonymous') {
    try {
      await call(addToCart, { body: { lines: [line] } });
      void refreshCart();
      return 'account';
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
  const added = addToDeviceCart(currentPerson(), line);
  waitingCart.count = waitingOf();
  return added ? 'device' : 'full';
}

export async function takeFromCart(publishId: number): Promise<void> {
  await call(removeFromCart, { params: { publishId } });
  await refreshCart();
}

let merging: Promise<void> | null = null;
/** Moves the works on this device into the cart of the account; what the account owns or cannot buy is left out. Throws the server's error. */
export const mergeCart = (): Promise<void> => (merging ??= merge().finally(() => (merging = null)));

async function merge(): Promise<void> {
  const userId = personOfToken();
  if (userId === null) return;
  const [visitor, own] = [deviceCart(null), deviceCart(userId)];
  const lines = [...visitor, ...own.filter(({ publishId }) => !visitor.some((line) => line.publishId === publishId))].slice(0, ORDER.lines);
  if (lines.length > 0) {
    try {
      await call(addToCart, { body: { lines } });
    } catch (error) {
      // A full cart keeps them on the device; otherwise none of them is sold any more.
      if (isAway(error) || (await isFull(lines))) throw error;
    }
    if (personOfToken() !== userId) return;
    dropFromDeviceCart(null, lines);
    dropFromDeviceCart(userId, lines);
    await refreshCart();
  }
  waitingCart.count = waitingOf();
}

async function isFull(lines: readonly CartLine[]): Promise<boolean> {
  const { items } = await call(cart, {});
  return items.length + lines.length > ORDER.lines;
}

/** Merges at the start, after a sign-in and when the network is back. */
export function startCart(): void {
  const wake = (): void => void mergeCart().catch(() => undefined);
  wake();
  addEventListener('online', wake);
  onPersonChange((userId) => {
    waitingCart.count = waitingOf();
    if (userId !== null) wake();
  });
}
