import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Preferences of notices, and mails that collect messages. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.extend('message', { mailAt: 'number?', mailedAt: 'number?' });
  await make.index('messageMail', 'message', ['mailAt']);
  await make.link('notifyPreference', { userId: 'number', type: 'text', inbox: '=1', mail: '=off' }, ['userId', 'type']);
}
