import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Mail that the server sends: a queue with retries, and what an administrator sees of it. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('mail', {
    email: 'text',
    userId: 'number?',
    template: 'text',
    subject: 'text',
    body: 'text',
    html: 'text',
    state: '=waiting',
    attempts: 'zero',
    nextAttempt: 'number',
    leaseBy: 'empty',
    error: 'empty',
    createTime: 'number',
    sentTime: 'number?',
  });
  await make.index('mailDue', 'mail', ['state', 'nextAttempt']);
  await make.index('mailOfUser', 'mail', ['userId']);
}
