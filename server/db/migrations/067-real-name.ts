import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The real-name check, and the key that all accounts with one identity document share. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index } = tables(db, engine);
  await extend('user', { identityKey: 'empty' });
  await index('userIdentityKey', 'user', ['identityKey']);
  await create('realNameCheck', {
    userId: 'number',
    realName: 'text',
    idType: 'text',
    idCardNo: 'text',
    identityKey: 'text',
    fileId: 'number?',
    status: '=pending',
    reason: 'empty',
    decidedBy: 'number?',
    decidedAt: 'number?',
    ...BASE,
  });
  await index('realNameCheckUser', 'realNameCheck', ['userId']);
  await index('realNameCheckStatus', 'realNameCheck', ['status', 'createTime']);
}
