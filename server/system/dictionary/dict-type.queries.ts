import type { Database, Tx } from '../../db/database.ts';

export const entryOf = (db: Database | Tx, dictType: string) =>
  db.selectFrom('dictData').select('id').where('dictType', '=', dictType).executeTakeFirst();

export const renameType = (tx: Tx, from: string, to: string) =>
  tx
    .updateTable('dictData')
    .set((eb) => ({ dictType: to, version: eb('version', '+', 1) }))
    .where('dictType', '=', from)
    .execute();

export const typeNamed = (db: Database | Tx, dictType: string) =>
  db.selectFrom('dictType').select('id').where('dictType', '=', dictType).executeTakeFirst();
