import type { ExpressionBuilder } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

type Both = ExpressionBuilder<Tables, 'edition' | 'publication'>;

/** The edition was superseded before `before`, or its work was permanently deleted before then. */
const unneeded = (before: number) => (eb: Both) =>
  eb.or([
    eb.and([eb('publication.delFlag', '=', '2'), eb('publication.updateTime', '<', before)]),
    eb.and([
      eb('edition.createTime', '<', before),
      eb('publication.editionId', '!=', eb.ref('edition.id')),
      eb.not(
        eb.exists(
          eb
            .selectFrom('editionChange')
            .select('editionChange.id')
            .whereRef('editionChange.editionId', '=', 'edition.id')
            .where('editionChange.status', '=', 'waiting'),
        ),
      ),
      eb.exists(
        eb
          .selectFrom('edition as next')
          .select('next.id')
          .whereRef('next.publicationId', '=', 'edition.publicationId')
          .where('next.createTime', '<', before)
          .where((of) => of.or([of('next.id', '>', of.ref('edition.id')), of('next.id', '=', of.ref('publication.editionId'))])),
      ),
    ]),
  ]);

const ofWork = (db: Database | Tx) => db.selectFrom('edition').innerJoin('publication', 'publication.id', 'edition.publicationId');

/** Returns a batch of editions whose files are no longer served. */
export const unneededEditions = (db: Database, before: number, limit: number) =>
  ofWork(db).select('edition.id').where('edition.clearedAt', 'is', null).where(unneeded(before)).orderBy('edition.id').limit(limit).execute();

/** Releases the files of an edition that is no longer needed. Returns false when it is needed or already released. */
export async function clearEdition(tx: Tx, id: number, before: number): Promise<boolean> {
  const done = await tx
    .updateTable('edition')
    .set({ clearedAt: Date.now() })
    .where('id', '=', id)
    .where('clearedAt', 'is', null)
    .where('id', 'in', ofWork(tx).select('edition.id').where('edition.id', '=', id).where(unneeded(before)))
    .executeTakeFirst();
  if (Number(done.numUpdatedRows) === 0) return false;
  await tx.deleteFrom('editionFile').where('editionId', '=', id).execute();
  return true;
}

/**
 * Returns released editions that still have texts but no reading progress. Progress needs the old text to find the same position in the
 * new edition.
 */
export const unneededTexts = (db: Database, limit: number) =>
  ofWork(db)
    .select('edition.id')
    .where('edition.clearedAt', 'is not', null)
    .where((eb) => eb.exists(eb.selectFrom('chapter').select('chapter.id').whereRef('chapter.editionId', '=', 'edition.id')))
    .where((eb) =>
      eb.or([
        eb('publication.delFlag', '=', '2'),
        eb.not(eb.exists(eb.selectFrom('readingProgress').select('readingProgress.userId').whereRef('readingProgress.editionId', '=', 'edition.id'))),
      ]),
    )
    .orderBy('edition.id')
    .limit(limit)
    .execute();

export const removeChapters = (db: Database, editionId: number) => db.deleteFrom('chapter').where('editionId', '=', editionId).execute();

/** Returns which of these folders belong to editions in use; with `all`, those that any row names, including released editions. */
export async function foldersAmong(db: Database, folders: readonly string[], all = false): Promise<string[]> {
  const named = db.selectFrom('edition').select('folder').where('folder', 'in', folders);
  return (await (all ? named : named.where('clearedAt', 'is', null)).execute()).map((row) => row.folder);
}

export const sourcesAmong = async (db: Database, hashes: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('edition').select('sourceSha256').distinct().where('sourceSha256', 'in', hashes).where('clearedAt', 'is', null).execute()).map(
    (row) => row.sourceSha256,
  );

/** The covers of permanently deleted works are no longer needed. */
export const clearCovers = (db: Database, before: number) =>
  db
    .updateTable('publication')
    .set({ coverUrl: '' })
    .where('delFlag', '=', '2')
    .where('updateTime', '<', before)
    .where('coverUrl', '!=', '')
    .execute();
