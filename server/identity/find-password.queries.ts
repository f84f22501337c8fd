import type { Database, Tx } from '../db/database.ts';

/** Returns the active user with this identifier and an address that the user has confirmed. */
export const userWithConfirmedEmail = (db: Database, identifier: string) =>
  db
    .selectFrom('account as named')
    .innerJoin('user', 'user.id', 'named.userId')
    .innerJoin('account as mail', (join) =>
      join.onRef('mail.userId', '=', 'user.id').on('mail.identityType', '=', 'email').on('mail.verified', '=', '1'),
    )
    .select(['user.id', 'user.userName', 'user.nickName', 'user.phonenumber', 'user.passwordHash', 'mail.identifier as email'])
    .where('named.identifier', '=', identifier)
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .executeTakeFirst();

/** Marks an address as confirmed if it is still the user's; returns whether it was. */
export async function markConfirmed(db: Database | Tx, userId: number, email: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ verified: '1', updateTime: now })
    .where('userId', '=', userId)
    .where('identityType', '=', 'email')
    .where('identifier', '=', email)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

export const emailAccount = (db: Database, userId: number) =>
  db.selectFrom('account').select(['identifier', 'verified']).where('userId', '=', userId).where('identityType', '=', 'email').executeTakeFirst();
