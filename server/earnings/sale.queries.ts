import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;
type Page = { limit: number; offset: (total: number) => number };

const rows = (db: Db) =>
  db
    .selectFrom('saleBatch')
    .leftJoin('user as importer', 'importer.id', 'saleBatch.importedBy')
    .leftJoin('user as confirmer', 'confirmer.id', 'saleBatch.confirmedBy')
    .selectAll('saleBatch')
    .select(['importer.nickName as importerName', 'confirmer.nickName as confirmerName']);

export const batchById = (db: Db, id: number) => rows(db).where('saleBatch.id', '=', id).executeTakeFirst();
export type BatchRowOf = NonNullable<Awaited<ReturnType<typeof batchById>>>;

export async function batchPage(db: Db, batchId: number | undefined, { limit, offset }: Page) {
  const count = db.selectFrom('saleBatch').$if(batchId !== undefined, (query) => query.where('id', '=', batchId ?? 0));
  const { total } = await count.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const found = await rows(db)
    .$if(batchId !== undefined, (query) => query.where('saleBatch.id', '=', batchId ?? 0))
    .orderBy('saleBatch.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: found };
}

export const worksByNo = async (db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, { id: number; title: string }>> =>
  new Map(
    numbers.length === 0
      ? []
      : (
          await db
            .selectFrom('publication')
            .select(['id', 'title', 'publishNo'])
            .where('publishNo', 'in', numbers)
            .where('delFlag', '=', '0')
            .execute()
        ).map(({ id, title, publishNo }) => [publishNo, { id, title }] as const),
  );

/** Rows of works in batches that are not withdrawn. */
export const salesOfWorks = (db: Db, publicationIds: readonly number[]) =>
  publicationIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('channelSale')
        .innerJoin('saleBatch', 'saleBatch.id', 'channelSale.batchId')
        .select(['channelSale.publicationId', 'channelSale.form', 'channelSale.channel', 'channelSale.saleDate', 'channelSale.copies'])
        .select('channelSale.priceFen')
        .where('channelSale.publicationId', 'in', publicationIds)
        .where('saleBatch.status', '<>', 'withdrawn')
        .execute();

export const batchWithHash = (db: Db, fileHash: string) =>
  db.selectFrom('saleBatch').select('batchNo').where('fileHash', '=', fileHash).where('status', '<>', 'withdrawn').executeTakeFirst();
