import { ORDER } from '../../contract/commerce/order-limits.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';

/** A work in a cart on this device, with the price that was shown. */
export interface CartLine {
  readonly publishId: number;
  readonly shownFen: number;
}

const VISITOR = 'shuzhou.cart';
const keyOf = (userId: number): string => `shuzhou.cart.${userId}`;

/** Returns the works that the account does not have yet: of a user who was offline, or with null of an anonymous visitor. */
export function deviceCart(userId: number | null): CartLine[] {
  try {
    const stored: unknown = JSON.parse((userId === null ? readMemory(VISITOR) : readMemory(keyOf(userId))) ?? '[]');
    return Array.isArray(stored) ? (stored as CartLine[]).filter(({ publishId, shownFen }) => publishId > 0 && shownFen >= 0) : [];
  } catch {
    return [];
  }
}

function write(userId: number | null, lines: readonly CartLine[]): void {
  const text = lines.length > 0 ? JSON.stringify(lines) : null;
  if (userId === null) writeMemory(VISITOR, text);
  else writeMemory(keyOf(userId), text);
}

/** Adds a work; one that is there already gets the new price. Returns false when the cart is full. */
export function addToDeviceCart(userId: number | null, line: CartLine): boolean {
  const others = deviceCart(userId).filter(({ publishId }) => publishId !== line.publishId);
  if (others.length >= ORDER.lines) return false;
  write(userId, [...others, line]);
  return true;
}

/** Removes works that the account has by now. */
export const dropFromDeviceCart = (userId: number | null, lines: readonly CartLine[]): void =>
  write(
    userId,
    deviceCart(userId).filter(({ publishId }) => !lines.some((line) => line.publishId === publishId)),
  );
