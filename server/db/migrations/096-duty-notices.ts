import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Which reminders of a duty with a due date were sent; another due date has reminders of its own. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { link } = tables(db, engine);
  await link('dutyNotice', { kind: 'text', rowId: 'number', dueAt: 'number', step: 'text', at: 'number' }, ['kind', 'rowId', 'dueAt', 'step']);
}
