import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Photos, recordings and files of answers, by the key that a device made for each before the server had it. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { link, index } = tables(db, engine);
  await link('answerFile', { userId: 'number', fileKey: 'text', attemptKey: 'text', fileId: 'number', at: 'number' }, ['userId', 'fileKey']);
  await index('answerFileAttempt', 'answerFile', ['attemptKey']);
  await index('answerFileStored', 'answerFile', ['fileId']);
}
