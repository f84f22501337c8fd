import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The log of practice (E135), and the last number of a row of each user. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { link, index } = tables(db, engine);
  await link(
    'reviewLog',
    {
      userId: 'number',
      logId: 'text',
      seq: 'number',
      questionId: 'number',
      versionId: 'number',
      setId: 'number?',
      publishId: 'number',
      at: 'number',
      rating: 'zero',
      verdict: 'empty',
      tries: 'zero',
      ms: 'zero',
      deviceId: 'text',
      kind: 'text',
      receivedAt: 'number',
    },
    ['userId', 'logId'],
  );
  await index('reviewLogOrder', 'reviewLog', ['userId', 'seq']);
  await link('reviewCounter', { userId: 'number', seq: 'zero' }, ['userId']);
}
