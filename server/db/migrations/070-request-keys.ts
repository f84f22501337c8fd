import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

const DAY_MS = 86_400_000;

/** A key is claimed before the work starts: what was asked, whether it is done, and how long the claim and the answer hold. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, index } = tables(db, engine);
  await extend('requestKey', { requestHash: 'empty', state: '=done', leaseUntil: 'zero', expiresAt: 'number?' });
  const keys = db as unknown as Kysely<{ requestKey: { at: number; expiresAt: number | null } }>;
  await keys
    .updateTable('requestKey')
    .set((eb) => ({ expiresAt: eb('at', '+', DAY_MS) }))
    .execute();
  await index('requestKeyExpires', 'requestKey', ['userId', 'expiresAt']);
}
