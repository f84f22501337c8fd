import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** TOTP secrets, recovery codes and passkeys of users; the sign-in method of a session, and when its user was last confirmed. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.link('secondFactor', { userId: 'number', secret: 'text', lastStep: 'zero', createTime: 'number' }, ['userId']);
  await make.link('recoveryCode', { userId: 'number', codeHash: 'text', usedAt: 'number?' }, ['userId', 'codeHash']);
  await make.create('passkey', {
    userId: 'number',
    credentialId: 'text',
    publicKey: 'text',
    counter: 'zero',
    transports: 'empty',
    name: 'text',
    createTime: 'number',
    lastUsed: 'number?',
  });
  await make.unique('passkeyCredential', 'passkey', ['credentialId']);
  await make.index('passkeyOfUser', 'passkey', ['userId']);
  await make.extend('session', { confirmedAt: 'zero', factor: 'empty' });
}
