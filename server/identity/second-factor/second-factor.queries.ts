import type { Database, Tx } from '../../db/database.ts';

export const totpRow = (db: Database | Tx, userId: number) =>
  db.selectFrom('secondFactor').selectAll().where('userId', '=', userId).executeTakeFirst();

/** Marks a time step as used; returns false when it or a later one was used before. */
export async function useStep(db: Database | Tx, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function useRecoveryCode(db: Database | Tx, userId: number, codeHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCode')
    .set({ usedAt: Date.now() })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function codesLeft(db: Database | Tx, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function replaceCodes(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  if (hashes.length > 0)
    await tx
      .insertInto('recoveryCode')
      .values(hashes.map((codeHash) => ({ userId, codeHash, usedAt: null })))
      .execute();
}

export async function putTotp(tx: Tx, row: { userId: number; secret: string; lastStep: number }): Promise<void> {
  await tx.deleteFrom('secondFactor').where('userId', '=', row.userId).execute();
  await tx
    .insertInto('secondFactor')
    .values({ ...row, createTime: Date.now() })
    .execute();
}

export const dropTotp = (tx: Tx, userId: number) => tx.deleteFrom('secondFactor').where('userId', '=', userId).execute();

export const passkeysOf = (db: Database | Tx, userId: number) =>
  db.selectFrom('passkey').selectAll().where('userId', '=', userId).orderBy('id').execute();

export const passkeyByCredential = (db: Database | Tx, credentialId: string) =>
  db.selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();

interface NewPasskey {
  readonly userId: number;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: string;
  readonly name: string;
}
export const insertPasskey = (tx: Tx, row: NewPasskey) =>
  tx
    .insertInto('passkey')
    .values({ ...row, createTime: Date.now(), lastUsed: null })
    .execute();

export const usePasskey = (db: Database | Tx, id: number, counter: number) =>
  db.updateTable('passkey').set({ counter, lastUsed: Date.now() }).where('id', '=', id).execute();

export async function nameMyPasskey(db: Database | Tx, userId: number, id: number, name: string): Promise<boolean> {
  const done = await db.updateTable('passkey').set({ name }).where('id', '=', id).where('userId', '=', userId).executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}

export const dropPasskeys = (tx: Tx, userId: number, id?: number) => {
  const rows = tx.deleteFrom('passkey').where('userId', '=', userId);
  return (id === undefined ? rows : rows.where('id', '=', id)).executeTakeFirst();
};

export async function hasFactor(db: Database | Tx, userId: number): Promise<boolean> {
  if (await db.selectFrom('secondFactor').select('userId').where('userId', '=', userId).executeTakeFirst()) return true;
  return (await db.selectFrom('passkey').select('id').where('userId', '=', userId).limit(1).executeTakeFirst()) !== undefined;
}

export const confirmSession = (db: Database | Tx, id: string, now: number) =>
  db.updateTable('session').set({ confirmedAt: now }).where('id', '=', id).execute();
