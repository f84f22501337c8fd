import type { Database, Tx } from '../db/database.ts';

const live = (db: Database | Tx) => db.selectFrom('placedMedia').where('delFlag', '=', '0');

export const placedOf = (db: Database | Tx, publishId: number) =>
  live(db).selectAll().where('publishId', '=', publishId).orderBy('documentIndex').orderBy('orderNum').orderBy('id').execute();
export type PlacedRow = Awaited<ReturnType<typeof placedOf>>[number];

export const placedById = (db: Database | Tx, id: number) => live(db).selectAll().where('id', '=', id).executeTakeFirst();

/** The columns of a work that decide what readers may open of it. */
export const textbookWork = (db: Database | Tx, publishId: number) =>
  db
    .selectFrom('publication')
    .select(['id', 'title', 'kind', 'status', 'isFree', 'trialChapters', 'editionId'])
    .where('id', '=', publishId)
    .where('kind', '=', 'textbook')
    .where('delFlag', '=', '0')
    .executeTakeFirst();

export const chaptersOf = (db: Database | Tx, editionId: number) =>
  db.selectFrom('chapter').select(['orderNum', 'title', 'href']).where('editionId', '=', editionId).orderBy('orderNum').execute();

export const chapterTitles = (db: Database | Tx, editionIds: readonly number[]) =>
  db.selectFrom('chapter').select(['editionId', 'orderNum', 'title']).where('editionId', 'in', editionIds).execute();

export const tracksNamed = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('media').select(['id', 'title', 'mediaType', 'publicationId', 'state']).where('id', 'in', ids).where('delFlag', '=', '0').execute();

export const filesNamed = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('file').select(['id', 'fileName', 'fileOriginName', 'size', 'mime', 'ownerId']).where('id', 'in', ids).execute();

/** A placed item that belongs to another edition than the current one of its work. */
export const nextOutdated = (db: Database | Tx) =>
  db
    .selectFrom('placedMedia')
    .innerJoin('publication', 'publication.id', 'placedMedia.publishId')
    .select(['placedMedia.publishId', 'publication.editionId'])
    .whereRef('placedMedia.editionId', '<>', 'publication.editionId')
    .where('placedMedia.delFlag', '=', '0')
    .where('publication.delFlag', '=', '0')
    .orderBy('placedMedia.id')
    .executeTakeFirst();

export const textOfEdition = (db: Database | Tx, editionId: number) =>
  db.selectFrom('bookText').select(['orderNum', 'text']).where('editionId', '=', editionId).orderBy('orderNum').orderBy('id').execute();

/** Writes the place of an item in another edition. */
export const moveTo = (db: Database | Tx, id: number, place: { editionId: number; documentIndex: number; lost: '0' | '1' }) =>
  db.updateTable('placedMedia').set(place).where('id', '=', id).execute();
