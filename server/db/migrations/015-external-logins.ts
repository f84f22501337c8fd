import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Accounts of OpenID Connect providers that are linked to users. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('externalLogin', { provider: 'text', issuer: 'text', subject: 'text', userId: 'number', account: 'empty', createTime: 'number' });
  await make.unique('externalLoginSubject', 'externalLogin', ['issuer', 'subject']);
  await make.index('externalLoginUser', 'externalLogin', ['userId']);
}
