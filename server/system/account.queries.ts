import type { Database, Tx } from '../db/database.ts';

export const userNameOf = (db: Database | Tx, userId: number) => db.selectFrom('user').select('userName').where('id', '=', userId).executeTakeFirst();
