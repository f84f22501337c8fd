import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

/** Lines of one event and payee, in any month and state. */
export const linesOfSource = (db: Db, sourceType: string, sourceId: number, userId: number) =>
  db
    .selectFrom('earning')
    .select(['id', 'seq', 'status', 'editedBy'])
    .where('sourceType', '=', sourceType)
    .where('sourceId', '=', sourceId)
    .where('userId', '=', userId)
    .execute();

/** Lines of these sources in other months, with what was calculated for them. */
export const linesElsewhere = (db: Db, sourceTypes: readonly string[], period: string) =>
  db
    .selectFrom('earning')
    .select(['sourceType', 'sourceId', 'userId', 'grossFen', 'basis', 'status', 'editedBy'])
    .where('sourceType', 'in', sourceTypes)
    .where('period', '<>', period)
    .execute();

/** Released works of signed agreements that are paid by base fee and print run. */
export const releasesOf = (db: Db, until: number) =>
  db
    .selectFrom('protocol')
    .innerJoin('composition', 'composition.archiveId', 'protocol.archiveId')
    .innerJoin('manuscript', 'manuscript.id', 'protocol.archiveId')
    .select(['composition.id', 'composition.charsPerLine', 'composition.linesPerPage', 'composition.pages', 'composition.printRun'])
    .select(['composition.releasedAt', 'protocol.id as protocolId', 'protocol.basePerThousandFen', 'manuscript.publicationId'])
    .where('protocol.payMode', '=', 'base_print')
    .where('protocol.delFlag', '=', '0')
    .where('protocol.signedByB', 'is not', null)
    .where('composition.status', '=', 'released')
    .where('composition.releasedAt', '<', until)
    .orderBy('composition.id')
    .execute();

/** Agreements and payees whose advance was paid before the publisher moved in. */
export const openingAdvances = (db: Db) =>
  db
    .selectFrom('earningBatchRow')
    .innerJoin('earningBatch', 'earningBatch.id', 'earningBatchRow.batchId')
    .select(['earningBatchRow.protocolId', 'earningBatchRow.userId'])
    .where('earningBatch.status', '=', 'confirmed')
    .where('earningBatchRow.item', '=', 'advance')
    .execute();
