import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;
type Page = { limit: number; offset: (total: number) => number };

const batches = (db: Db) =>
  db
    .selectFrom('earningBatch')
    .leftJoin('user as importer', 'importer.id', 'earningBatch.importedBy')
    .leftJoin('user as confirmer', 'confirmer.id', 'earningBatch.confirmedBy')
    .selectAll('earningBatch')
    .select(['importer.nickName as importerName', 'confirmer.nickName as confirmerName']);

export const earningBatchById = (db: Db, id: number) => batches(db).where('earningBatch.id', '=', id).executeTakeFirst();
export type EarningBatchRowOf = NonNullable<Awaited<ReturnType<typeof earningBatchById>>>;

export async function earningBatchPage(db: Db, batchId: number | undefined, { limit, offset }: Page) {
  const { total } = await db
    .selectFrom('earningBatch')
    .$if(batchId !== undefined, (query) => query.where('id', '=', batchId ?? 0))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await batches(db)
    .$if(batchId !== undefined, (query) => query.where('earningBatch.id', '=', batchId ?? 0))
    .orderBy('earningBatch.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** The rows of a batch with their agreements. */
export const rowsInBatch = (db: Db, batchId: number) =>
  db
    .selectFrom('earningBatchRow')
    .innerJoin('user', 'user.id', 'earningBatchRow.userId')
    .leftJoin('protocol', 'protocol.id', 'earningBatchRow.protocolId')
    .leftJoin('manuscript', 'manuscript.id', 'protocol.archiveId')
    .selectAll('earningBatchRow')
    .select(['user.nickName', 'user.userName', 'protocol.protocolNo', 'protocol.archiveId', 'manuscript.title as workTitle'])
    .select('manuscript.publicationId')
    .where('earningBatchRow.batchId', '=', batchId)
    .orderBy('earningBatchRow.id')
    .execute();
export type RowInBatch = Awaited<ReturnType<typeof rowsInBatch>>[number];

export async function batchRowPage(db: Db, batchId: number, { limit, offset }: Page) {
  const { total } = await db
    .selectFrom('earningBatchRow')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('batchId', '=', batchId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('earningBatchRow')
    .innerJoin('user', 'user.id', 'earningBatchRow.userId')
    .leftJoin('protocol', 'protocol.id', 'earningBatchRow.protocolId')
    .selectAll('earningBatchRow')
    .select(['user.nickName', 'user.userName', 'protocol.protocolNo'])
    .where('earningBatchRow.batchId', '=', batchId)
    .orderBy('earningBatchRow.id')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

export const accountsByName = async (db: Db, names: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  new Map(
    names.length === 0
      ? []
      : (await db.selectFrom('user').select(['id', 'userName']).where('userName', 'in', names).where('delFlag', '=', '0').execute()).map(
          ({ id, userName }) => [userName, id] as const,
        ),
  );

export const agreementsByNo = async (db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, { id: number; authors: string }>> =>
  new Map(
    numbers.length === 0
      ? []
      : (
          await db
            .selectFrom('protocol')
            .innerJoin('manuscript', 'manuscript.id', 'protocol.archiveId')
            .select(['protocol.id', 'protocol.protocolNo', 'manuscript.authors'])
            .where('protocol.protocolNo', 'in', numbers)
            .where('protocol.signedByB', 'is not', null)
            .where('protocol.delFlag', '=', '0')
            .execute()
        ).map(({ id, protocolNo, authors }) => [protocolNo, { id, authors }] as const),
  );

/** Opening balances that are confirmed or wait for it. */
export const openingRows = (db: Db) =>
  db
    .selectFrom('earningBatchRow')
    .innerJoin('earningBatch', 'earningBatch.id', 'earningBatchRow.batchId')
    .select(['earningBatchRow.userId', 'earningBatchRow.protocolId', 'earningBatchRow.item', 'earningBatch.batchNo'])
    .where('earningBatch.kind', '=', 'opening')
    .where('earningBatch.status', '<>', 'withdrawn')
    .execute();

export const earningBatchWithHash = (db: Db, fileHash: string) =>
  db.selectFrom('earningBatch').select('batchNo').where('fileHash', '=', fileHash).where('status', '<>', 'withdrawn').executeTakeFirst();
