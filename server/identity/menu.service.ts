import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { framedAddresses, menusOf } from './session.queries.ts';

/** Returns the directories and pages that the current user may open; the super administrator sees all. */
export const visibleMenus = (context: AppContext, currentUser: CurrentUser) =>
  menusOf(context.db, currentUser.roles.has('admin') ? 'all' : currentUser.userId);

/** Returns the origins that the back office may show in a frame: only those that a menu page uses. */
export async function framedOrigins(context: AppContext): Promise<string[]> {
  const origins = (await framedAddresses(context.db)).map(({ path }) => (URL.canParse(path) ? new URL(path) : null));
  return [...new Set(origins.filter((url) => url?.protocol === 'http:' || url?.protocol === 'https:').map((url) => url?.origin ?? ''))];
}
