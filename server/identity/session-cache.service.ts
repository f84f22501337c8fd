import type { Database } from '../db/database.ts';
import type { House } from '../context.ts';
import type { Visitor } from '../http/current-user.ts';
import { recognise, sessionIdOf } from './session.service.ts';

/** What makes a visitor: a write to any of these and everybody is asked about anew. */
const TABLES = ['session', 'user', 'role', 'userRole', 'menu', 'roleMenu', 'dept', 'config', 'secondFactor', 'passkey'] as const;
/** A session is slid forward at most once in this time, and is never kept longer than that. */
const KEPT_MS = 55_000;
const KEPT = 5_000;

interface Kept {
  readonly visitor: Visitor;
  readonly at: number;
  readonly writes: number;
}

const kept = new WeakMap<Database, Map<string, Kept>>();

/**
 * Who holds a token, remembered between requests while no table that decides it has been written: a disabled
 * user, an ended session or a changed role counts at the next request. With several servers nothing is kept.
 */
export async function recogniseKept(house: House, token: string): Promise<Visitor | null> {
  const { db } = house;
  if (!db.engine.alone) return recognise(house, token);
  let known = kept.get(db);
  if (!known) kept.set(db, (known = new Map()));
  const writes = db.writes.of(TABLES);
  const key = sessionIdOf(token);
  const found = known.get(key);
  const now = Date.now();
  if (found && found.writes === writes && now - found.at < KEPT_MS) return found.visitor;
  const visitor = await recognise(house, token);
  if (known.size >= KEPT) known.clear();
  if (visitor && db.writes.of(TABLES) === writes) known.set(key, { visitor, at: now, writes });
  else known.delete(key);
  return visitor;
}
