import type { Database } from '../db/database.ts';

interface Place {
  readonly userId: number;
  readonly publicationId: number;
  readonly editionId: number;
  readonly cfi: string;
  readonly percent: number;
  readonly documentIndex: number;
  readonly device: string;
  readonly clock: number;
  readonly updateTime: number;
}

/** The highest clock wins, whatever the order of arrival. Returns whether this write is the current one. */
export async function putProgress(db: Database, place: Place): Promise<boolean> {
  const row = await db
    .insertInto('readingProgress')
    .values({ ...place, beganAt: place.updateTime })
    .onConflict((oc) => {
      const { userId: _user, publicationId: _work, ...rest } = place;
      return oc.columns(['userId', 'publicationId']).doUpdateSet(rest).where('readingProgress.clock', '<', place.clock);
    })
    .returning('clock')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a user's first position in a work; returns false when there is one. */
export async function beginProgress(db: Database, place: Place): Promise<boolean> {
  const done = await db
    .insertInto('readingProgress')
    .values({ ...place, beganAt: place.updateTime })
    .onConflict((oc) => oc.columns(['userId', 'publicationId']).doNothing())
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows) === 1;
}

const places = (db: Database, userId: number) =>
  db
    .selectFrom('readingProgress')
    .leftJoin('chapter', (join) =>
      join.onRef('chapter.editionId', '=', 'readingProgress.editionId').onRef('chapter.orderNum', '=', 'readingProgress.documentIndex'),
    )
    .selectAll('readingProgress')
    .select('chapter.title as chapterTitle')
    .where('readingProgress.userId', '=', userId);

export const progressOf = (db: Database, userId: number, publicationId: number) =>
  places(db, userId).where('readingProgress.publicationId', '=', publicationId).executeTakeFirst();

export type PlaceRow = NonNullable<Awaited<ReturnType<typeof progressOf>>>;

export const recentProgress = (db: Database, userId: number, limit: number, offset: number) =>
  places(db, userId)
    .innerJoin('publication', 'publication.id', 'readingProgress.publicationId')
    .where('publication.delFlag', '=', '0')
    .orderBy('readingProgress.updateTime', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** `finishedFrom` is in hundredths of a percent. */
export async function countProgress(db: Database, userId: number, finishedFrom: number): Promise<{ all: number; finished: number }> {
  const row = await db
    .selectFrom('readingProgress')
    .innerJoin('publication', 'publication.id', 'readingProgress.publicationId')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.count<number>(eb.case().when('readingProgress.percent', '>=', finishedFrom).then(1).end()).as('finished'),
    ])
    .where('readingProgress.userId', '=', userId)
    .where('publication.delFlag', '=', '0')
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), finished: Number(row.finished) };
}

export const editionOf = (db: Database, editionId: number, publicationId: number) =>
  db.selectFrom('edition').select(['id', 'documents']).where('id', '=', editionId).where('publicationId', '=', publicationId).executeTakeFirst();

export const addReader = (db: Database, publicationId: number) =>
  db
    .updateTable('publication')
    .set((eb) => ({ readerNum: eb('readerNum', '+', 1) }))
    .where('id', '=', publicationId)
    .execute();

/** Returns whether this edition is no longer the current one of the work. */
export const isSuperseded = async (db: Database, publicationId: number, editionId: number): Promise<boolean> =>
  (await db.selectFrom('publication').select('id').where('id', '=', publicationId).where('editionId', '!=', editionId).executeTakeFirst()) !==
  undefined;

/** Returns the characters of the chapters before a document, and of the whole edition. */
export async function charactersAround(db: Database, editionId: number, documentIndex: number): Promise<{ before: number; all: number }> {
  const row = await db
    .selectFrom('chapter')
    .select((eb) => [
      eb.fn.sum<number>('characters').as('all'),
      eb.fn.sum<number>(eb.case().when('orderNum', '<', documentIndex).then(eb.ref('characters')).else(0).end()).as('before'),
    ])
    .where('editionId', '=', editionId)
    .executeTakeFirst();
  return { before: Number(row?.before ?? 0), all: Number(row?.all ?? 0) };
}

/** Returns the text of a document, in pieces, in order. */
export const textsOf = async (db: Database, editionId: number, documentIndex: number): Promise<string[]> =>
  (
    await db.selectFrom('bookText').select('text').where('editionId', '=', editionId).where('orderNum', '=', documentIndex).orderBy('id').execute()
  ).map((row) => row.text);
