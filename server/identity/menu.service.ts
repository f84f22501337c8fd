import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { framedAddresses, menusOf } from './session.queries.ts';

/** Rows of directories and pages the visitor may open; the super administrator sees all. */
export const visibleMenus = (context: AppContext, currentUser: CurrentUser) =>
  menusOf(context.db, currentUser.roles.has('admin') ? 'all' : currentUser.userId);

/** Origins whose pages the desk may put into a frame: those a page of the menu names, and no other. */
export async function framedOrigins(context: AppContext): Promise<string[]> {
  const origins = (await framedAddresses(context.db)).map(({ path }) => (URL.canParse(path) ? new URL(path) : null));
  return [...new Set(origins.filter((url) => url?.protocol === 'http:' || url?.protocol === 'https:').map((url) => url?.origin ?? ''))];
}
