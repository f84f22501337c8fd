import type { Database } from '../db/database.ts';

/** A work with its current edition. */
export const downloadableWork = (db: Database, publishId: number) =>
  db
    .selectFrom('publication')
    .innerJoin('edition', 'edition.id', 'publication.editionId')
    .select(['publication.downloadable', 'edition.id', 'edition.bytes', 'edition.files'])
    .select(['publication.isFree', 'publication.status'])
    .where('publication.id', '=', publishId)
    .where('publication.delFlag', '=', '0')
    .executeTakeFirst();

/** The newest record of each work. */
export const newestDownloads = (db: Database, userId: number) =>
  db
    .selectFrom('download')
    .innerJoin('publication', 'publication.id', 'download.publicationId')
    .leftJoin('edition', 'edition.id', 'download.editionId')
    .leftJoin('media', 'media.id', 'download.mediaId')
    .leftJoin('edition as current', 'current.id', 'publication.editionId')
    .where('publication.delFlag', '=', '0')
    .where('download.id', 'in', (eb) =>
      eb
        .selectFrom('download as last')
        .select((last) => last.fn.max('last.id').as('id'))
        .where('last.userId', '=', userId)
        .groupBy('last.publicationId'),
    );
