import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

export const runsOf = (db: Db, publishId: number) =>
  db
    .selectFrom('printRun')
    .leftJoin('user', 'user.id', 'printRun.operatorId')
    .selectAll('printRun')
    .select('user.nickName')
    .where('printRun.publishId', '=', publishId)
    .orderBy('printRun.impression')
    .execute();

export const addRun = (
  tx: Tx,
  row: { publishId: number; impression: number; copies: number; printedOn: string; listPriceFen: number; operatorId: number; createTime: number },
) => tx.insertInto('printRun').values(row).execute();

/** The print runs of works in a range of days, for the royalties of printed copies. */
export const runsBetween = (db: Db, from: string, to: string) =>
  db.selectFrom('printRun').selectAll().where('printedOn', '>=', from).where('printedOn', '<=', to).orderBy('printedOn').orderBy('id').execute();
