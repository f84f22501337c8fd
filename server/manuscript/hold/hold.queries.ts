import type { Database, Tx } from '../../db/database.ts';

export const openHold = (tx: Tx, archiveId: number) =>
  tx
    .selectFrom('manuscriptHold')
    .select(['id', 'heldAt', 'kept'])
    .where('archiveId', '=', archiveId)
    .where('result', '=', 'holding')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const holdRows = (db: Database, result: 'holding' | 'resumed' | 'cancelled', keyword: string | undefined) => {
  const part = `%${(keyword ?? '').replace(/[\\%_]/g, '')}%`;
  return db
    .selectFrom('manuscriptHold')
    .innerJoin('manuscript', 'manuscript.id', 'manuscriptHold.archiveId')
    .leftJoin('user as holder', 'holder.id', 'manuscriptHold.heldBy')
    .leftJoin('user as resumer', 'resumer.id', 'manuscriptHold.resumedBy')
    .where('manuscript.delFlag', '=', '0')
    .where('manuscriptHold.result', '=', result)
    .$if(Boolean(keyword), (query) => query.where((eb) => eb.or([eb('manuscript.title', 'like', part), eb('manuscript.archiveNo', 'like', part)])));
};
