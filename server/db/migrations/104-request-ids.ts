import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Queued work keeps the id of the request that has queued it, so that the log shows both. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend } = tables(db, engine);
  for (const table of ['mail', 'preparation', 'media', 'masterTrack', 'exportFile', 'importRun', 'reconImport', 'settleRun', 'pushDelivery'])
    await extend(table, { requestId: 'empty' });
}
