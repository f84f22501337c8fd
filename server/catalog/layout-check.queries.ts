import type { Database, Tx } from '../db/database.ts';

/** Returns the current edition of a live work, with its report. */
export const checkedEdition = (db: Database | Tx, publishId: number) =>
  db
    .selectFrom('publication')
    .leftJoin('edition', 'edition.id', 'publication.editionId')
    .select(['publication.editionId', 'edition.documents', 'edition.layoutReport'])
    .where('publication.id', '=', publishId)
    .where('publication.delFlag', '=', '0')
    .executeTakeFirst();

export const wasChecked = async (db: Database, publishId: number): Promise<boolean> =>
  (await db
    .selectFrom('edition')
    .select('id')
    .where('publicationId', '=', publishId)
    .where('layoutFaults', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const saveReport = (tx: Tx, editionId: number, layoutReport: string, layoutFaults: number) =>
  tx.updateTable('edition').set({ layoutReport, layoutFaults }).where('id', '=', editionId).execute();

export const nickNameOf = async (db: Database, userId: number): Promise<string | undefined> =>
  (await db.selectFrom('user').select('nickName').where('id', '=', userId).executeTakeFirst())?.nickName;
