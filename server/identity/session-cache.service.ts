import type { Database } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { authenticate, sessionIdOf } from './session.service.ts';

/** Tables that determine the current user: a write to any of them invalidates the cache. */
const TABLES = ['session', 'user', 'role', 'userRole', 'menu', 'roleMenu', 'dept', 'config', 'secondFactor', 'passkey'] as const;
/** A session is extended at most once in this time, and is never cached longer than that. */
const CACHE_MS = 55_000;
const KEPT = 5_000;

interface Kept {
  readonly currentUser: CurrentUser;
  readonly at: number;
  readonly writes: number;
}

const kept = new WeakMap<Database, Map<string, Kept>>();

/**
 * Returns the user of a token, cached between requests while no relevant table changes: a disabled
 * user, an ended session or a changed role takes effect at the next request. With several servers nothing is cached.
 */
export async function authenticateCached(context: AppContext, token: string): Promise<CurrentUser | null> {
  const { db } = context;
  if (!db.engine.alone) return authenticate(context, token);
  let known = kept.get(db);
  if (!known) kept.set(db, (known = new Map()));
  const writes = db.writes.of(TABLES);
  const key = sessionIdOf(token);
  const found = known.get(key);
  const now = Date.now();
  if (found && found.writes === writes && now - found.at < CACHE_MS) return found.currentUser;
  const currentUser = await authenticate(context, token);
  if (known.size >= KEPT) known.clear();
  if (currentUser && db.writes.of(TABLES) === writes) known.set(key, { currentUser, at: now, writes });
  else known.delete(key);
  return currentUser;
}
