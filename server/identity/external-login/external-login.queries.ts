import type { Database, Tx } from '../../db/database.ts';

export const linkedUser = (db: Database | Tx, issuer: string, subject: string) =>
  db
    .selectFrom('externalLogin')
    .innerJoin('user', 'user.id', 'externalLogin.userId')
    .selectAll('user')
    .where('externalLogin.issuer', '=', issuer)
    .where('externalLogin.subject', '=', subject)
    .executeTakeFirst();

interface NewLink {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly userId: number;
  readonly account: string;
  readonly createTime: number;
}

/** Returns false when this account of the provider is already linked. */
export async function addLink(db: Database | Tx, link: NewLink): Promise<boolean> {
  const added = await db
    .insertInto('externalLogin')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export const linksOf = (db: Database | Tx, userId: number) =>
  db.selectFrom('externalLogin').selectAll().where('userId', '=', userId).orderBy('id').execute();

export const removeLink = (db: Database | Tx, userId: number, id: number) =>
  db.deleteFrom('externalLogin').where('userId', '=', userId).where('id', '=', id).executeTakeFirst();
