import { sql, type SqlBool } from 'kysely';
import { DAY_MS } from '../../contract/clock.ts';
import { SKEW_MS } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import type { Cache } from './cache.ts';
import { countedCache } from './counted-cache.ts';

/** Stores entries as rows of `cache_entry`, so a sign-in lock-out survives a restart. */
export function databaseCache(db: Database, now: () => number = () => Date.now()): Cache {
  const started = Date.now();
  const like = (prefix: string) => `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
  const below = (prefix: string) => sql<SqlBool>`key like ${like(prefix)} escape '\\'`;
  const made: Cache = countedCache({
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
      const fresh = sql<boolean>`(cache_entry.expires_at > ${at} and cache_entry.expires_at <= ${at + lifeMs + SKEW_MS})`;
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
    async claim(key, owner, lifeMs) {
      const at = now();
      const row = await db
        .insertInto('cacheEntry')
        .values({ key, value: owner, expiresAt: at + lifeMs })
        .onConflict((oc) =>
          oc
            .column('key')
            .doUpdateSet({ value: owner, expiresAt: at + lifeMs })
            .where((eb) =>
              eb.or([
                eb('cacheEntry.expiresAt', '<=', at),
                eb('cacheEntry.expiresAt', '>', at + lifeMs + SKEW_MS),
                eb('cacheEntry.value', '=', owner),
              ]),
            ),
        )
        .returning('value')
        .executeTakeFirst();
      return row !== undefined;
    },
    async release(key, owner) {
      await db.deleteFrom('cacheEntry').where('key', '=', key).where('value', '=', owner).execute();
    },
    async sweep() {
      const { numDeletedRows } = await db.deleteFrom('cacheEntry').where('expiresAt', '<', now()).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async keys(prefix) {
      const rows = await db.selectFrom('cacheEntry').select('key').where('expiresAt', '>', now()).where(below(prefix)).orderBy('key').execute();
      return rows.map((row) => row.key);
    },
    async clear(prefix) {
      const { numDeletedRows } = await db.deleteFrom('cacheEntry').where(below(prefix)).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async info() {
      const { entries, bytes } = await db
        .selectFrom('cacheEntry')
        .select((eb) => [eb.fn.countAll<number>().as('entries'), sql<number | null>`sum(length(key) + length(value))`.as('bytes')])
        .where('expiresAt', '>', now())
        .executeTakeFirstOrThrow();
      return {
        redis_version: '内置（存于数据库）',
        redis_mode: 'standalone',
        uptime_in_days: String(Math.floor((Date.now() - started) / DAY_MS)),
        used_memory_human: `${((bytes ?? 0) / 1024).toFixed(1)}K`,
        db_size: String(entries),
        keyspace_hits: String(made.counts.hits),
        keyspace_misses: String(made.counts.misses),
      };
    },
    commands: async () => Object.entries(made.counts.calls).map(([name, calls]) => ({ name, value: String(calls) })),
    async close() {},
  });
  return made;
}
