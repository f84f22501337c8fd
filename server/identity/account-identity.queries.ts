import type { Database, Tx } from '../db/database.ts';

export const identitiesOf = (db: Database | Tx, userId: number) =>
  db.selectFrom('account').selectAll().where('userId', '=', userId).where('delFlag', '=', '0').execute();

export const namesOf = (db: Database | Tx, userId: number) =>
  db.selectFrom('user').select(['userName', 'phonenumber', 'email', 'createTime']).where('id', '=', userId).executeTakeFirst();

export const removeIdentities = (tx: Database | Tx, ids: readonly number[]) => tx.deleteFrom('account').where('id', 'in', ids).execute();

export const addIdentity = (
  tx: Database | Tx,
  row: { userId: number; identityType: string; identifier: string; createTime: number; updateTime: number },
) =>
  tx
    .insertInto('account')
    .values({ ...row, createBy: 'system' })
    .onConflict((oc) => oc.doNothing())
    .execute();

interface Lock {
  readonly failCount: number;
  readonly lockedUntil: number | null;
  readonly lastLoginTime?: number;
}

export const noteLock = (db: Database | Tx, userName: string, lock: Lock) =>
  db
    .updateTable('account')
    .set(lock)
    .where('identityType', '=', 'username')
    .where((eb) => eb(eb.fn<string>('lower', ['identifier']), '=', userName.toLowerCase()))
    .execute();

/** Users without an account row for their user name: created by an older program, or by hand. */
export const withoutIdentities = (db: Database | Tx, most: number) =>
  db
    .selectFrom('user')
    .select('id')
    .where('id', 'not in', (eb) => eb.selectFrom('account').select('userId').where('identityType', '=', 'username'))
    .limit(most)
    .execute();
