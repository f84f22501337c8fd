import type { House } from '../context.ts';
import type { Visitor } from '../http/current-user.ts';
import { framedAddresses, menusOf } from './session.queries.ts';

/** Rows of directories and pages the visitor may open; the super administrator sees all. */
export const visibleMenus = (house: House, visitor: Visitor) => menusOf(house.db, visitor.roles.has('admin') ? 'all' : visitor.userId);

/** Origins whose pages the desk may put into a frame: those a page of the menu names, and no other. */
export async function framedOrigins(house: House): Promise<string[]> {
  const origins = (await framedAddresses(house.db)).map(({ path }) => (URL.canParse(path) ? new URL(path) : null));
  return [...new Set(origins.filter((url) => url?.protocol === 'http:' || url?.protocol === 'https:').map((url) => url?.origin ?? ''))];
}
