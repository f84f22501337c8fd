import type { Database, Tx } from '../db/database.ts';

const personOf = (db: Database | Tx, userId: number) =>
  db.selectFrom('user').select(['idCardNo', 'phonenumber']).where('id', '=', userId).executeTakeFirst();

/** Whether two accounts belong to one person: the same account, identity card or phone. */
export async function samePerson(db: Database | Tx, one: number, other: number): Promise<boolean> {
  if (one === other) return true;
  const [a, b] = [await personOf(db, one), await personOf(db, other)];
  if (!a || !b) return false;
  return (a.idCardNo !== '' && a.idCardNo === b.idCardNo) || (a.phonenumber !== '' && a.phonenumber === b.phonenumber);
}
