import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Cache } from './cache.ts';

/** Rows of `cache_entry`; survives a restart, so a lock-out does too. */
export function databaseCache(db: Database, now: () => number = () => Date.now()): Cache {
  return {
    async get(key) {
      const row = await db.selectFrom('cacheEntry').select('value').where('key', '=', key).where('expiresAt', '>', now()).executeTakeFirst();
      return row?.value ?? null;
    },
    async set(key, value, lifeMs) {
      const expiresAt = now() + lifeMs;
      await db
        .insertInto('cacheEntry')
        .values({ key, value, expiresAt })
        .onConflict((oc) => oc.column('key').doUpdateSet({ value, expiresAt }))
        .execute();
      await db.deleteFrom('cacheEntry').where('expiresAt', '<', now()).execute();
    },
    async take(key) {
      const row = await db.deleteFrom('cacheEntry').where('key', '=', key).returning(['value', 'expiresAt']).executeTakeFirst();
      return row && row.expiresAt > now() ? row.value : null;
    },
    async count(key, lifeMs) {
      const at = now();
      const fresh = sql<boolean>`cache_entry.expires_at > ${at}`;
      const row = await db
        .insertInto('cacheEntry')
        .values({ key, value: '1', expiresAt: at + lifeMs })
        .onConflict((oc) =>
          oc.column('key').doUpdateSet({
            value: sql<string>`case when ${fresh} then cast(cast(cache_entry.value as integer) + 1 as text) else '1' end`,
            expiresAt: sql<number>`case when ${fresh} then cache_entry.expires_at else ${at + lifeMs} end`,
          }),
        )
        .returning('value')
        .executeTakeFirstOrThrow();
      return Number(row.value);
    },
    async remove(key) {
      await db.deleteFrom('cacheEntry').where('key', '=', key).execute();
    },
    async sweep() {
      const { numDeletedRows } = await db.deleteFrom('cacheEntry').where('expiresAt', '<', now()).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async close() {},
  };
}
