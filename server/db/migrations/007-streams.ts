import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Videos split into segments at several sizes. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { link } = tables(db, engine);
  await link(
    'mediaStream',
    {
      mediaId: 'number',
      state: 'text',
      message: 'empty',
      fileKey: 'empty',
      levels: 'empty',
      attempts: 'zero',
      leaseUntil: 'zero',
      leaseBy: 'empty',
      updateTime: 'number',
    },
    ['mediaId'],
  );
}
