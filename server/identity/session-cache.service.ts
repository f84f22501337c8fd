import type { AppContext } from '../context.ts';
import { ReadCache } from '../db/read-cache.ts';
import type { WatchedTable } from '../db/watched-tables.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { authenticate, sessionIdOf } from './session.service.ts';

/** Tables that determine the current user. */
const TABLES = [
  'session',
  'user',
  'role',
  'userRole',
  'menu',
  'roleMenu',
  'dept',
  'config',
  'secondFactor',
  'passkey',
] as const satisfies readonly WatchedTable[];

/** A session is extended at most once in this time, and is never cached longer than that. Nothing is cached while other servers' writes are unknown. */
const users = new ReadCache({ most: 5_000, freshMs: 55_000, unheardMs: 0 });

/**
 * Returns the user of a token, cached between requests while no relevant table changes: a disabled user, an ended session or a changed role takes
 * effect at the next request on the server that wrote it, and within a second on the others.
 */
export const authenticateCached = (context: AppContext, token: string): Promise<CurrentUser | null> =>
  users.get(
    context.db,
    sessionIdOf(token),
    context.db.writes.of(TABLES),
    () => authenticate(context, token),
    (currentUser) => currentUser !== null,
  );
