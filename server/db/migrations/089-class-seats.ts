import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Pools whose seats are given on joining a class, and what the holder of a seat was told about its end. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, index } = tables(db, engine);
  await extend('seatPool', { autoClasses: '=[]' });
  await extend('seat', { endNotice: 'zero' });
  await index('seatPoolEnd', 'seatPool', ['to']);
}
