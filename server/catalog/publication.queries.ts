import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { PublicationStatus } from '../../contract/catalog/publication.ts';
import type { Database, Tx } from '../db/database.ts';
import { contains } from '../db/contains.ts';
import { pageRows } from '../db/page-statement.ts';
import type { Slice } from '../db/page-offset.ts';

const rows = (db: Database | Tx) =>
  db
    .selectFrom('publication')
    .leftJoin('press', 'press.id', 'publication.pressId')
    .leftJoin('archiveType', 'archiveType.id', 'publication.archiveTypeId')
    .leftJoin('edition as current', 'current.id', 'publication.editionId')
    .leftJoin('user as proposer', 'proposer.id', 'publication.proposedBy')
    .where('publication.delFlag', '=', '0');

const wide = (db: Database | Tx) =>
  rows(db)
    .selectAll('publication')
    .select([
      'press.pressName',
      'archiveType.typeName',
      'current.characters',
      'current.bytes',
      'current.documents',
      'current.layoutFaults',
      'proposer.nickName as proposerName',
    ]);

export interface PublicationFilter {
  readonly title?: string | undefined;
  /** Words in the index that every work with this title has; none: all works are looked through. */
  readonly titleWords?: readonly string[];
  readonly authorsText?: string | undefined;
  readonly isbn?: string | undefined;
  readonly status?: PublicationStatus | undefined;
  readonly archiveTypeIds?: readonly number[] | undefined;
  readonly isFree?: '0' | '1' | undefined;
  readonly kinds?: readonly string[] | undefined;
}

/** Escapes `%` and `_`, so that user input matches literally. */
const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
/** An ISBN is stored with hyphens, scanned without them, and often copied with the prefix “ISBN”. */
const numbered = (isbn: string) => sql<SqlBool>`replace(publication.isbn, '-', '') like ${like(isbn.replace(/\D/g, '') || isbn)} escape '\\'`;

/** A draft that came from a manuscript has no words before it is saved for the first time, so drafts are looked through. */
const indexedWith = (db: Database, words: readonly string[]) =>
  sql<SqlBool>`(publication.status = 'draft' or publication.id in (select rowid from publication_words where ${db.engine.matches('publication_words', words)}))`;

function filtered<Q extends { where(expression: RawBuilder<SqlBool>): Q }>(db: Database, query: Q, filter: PublicationFilter): Q {
  let next = query;
  if (filter.title) next = next.where(contains('publication.title', filter.title));
  if (filter.titleWords?.length) next = next.where(indexedWith(db, filter.titleWords));
  if (filter.authorsText) next = next.where(contains('publication.authorsText', filter.authorsText));
  if (filter.isbn) next = next.where(numbered(filter.isbn));
  if (filter.status) next = next.where(sql<SqlBool>`publication.status = ${filter.status}`);
  if (filter.kinds) next = next.where(sql<SqlBool>`publication.kind in (${sql.join([...filter.kinds])})`);
  if (filter.isFree) next = next.where(sql<SqlBool>`publication.is_free = ${filter.isFree}`);
  if (filter.archiveTypeIds) next = next.where(sql<SqlBool>`publication.archive_type_id in (${sql.join([...filter.archiveTypeIds])})`);
  return next;
}

export type SortColumn = 'title' | 'salePriceFen' | 'viewNum' | 'updateTime' | 'createTime' | 'publishDate';

export function publicationPage(
  db: Database,
  filter: PublicationFilter,
  sort: { column: SortColumn; direction: 'asc' | 'desc' },
  { limit, offset }: Pick<Slice, 'limit' | 'offset'>,
) {
  return pageRows(db, `works ${JSON.stringify([filter, sort, limit])}`, offset, (from) =>
    filtered(db, wide(db), filter)
      .orderBy(`publication.${sort.column}`, sort.direction)
      .orderBy('publication.id', sort.direction)
      .limit(limit)
      .offset(from),
  );
}

export async function publicationTotal(db: Database, filter: PublicationFilter): Promise<number> {
  // Without the joins: they add no row and take none away.
  const works = db.selectFrom('publication').where('publication.delFlag', '=', '0');
  const row = await filtered(
    db,
    works.select((eb) => eb.fn.countAll<number>().as('total')),
    filter,
  ).executeTakeFirstOrThrow();
  return Number(row.total);
}

export const publicationById = (db: Database | Tx, id: number) => wide(db).where('publication.id', '=', id).executeTakeFirst();

export type PublicationRow = NonNullable<Awaited<ReturnType<typeof publicationById>>>;

export async function countByStatus(db: Database, statuses: readonly PublicationStatus[]): Promise<number> {
  const row = await db
    .selectFrom('publication')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('delFlag', '=', '0')
    .where('status', 'in', statuses)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Returns the number of playable tracks of an audio or video work. */
export async function playableTracks(db: Database | Tx, id: number): Promise<number> {
  const row = await db
    .selectFrom('media')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('publicationId', '=', id)
    .where('state', '=', 'ready')
    .where('delFlag', '=', '0')
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export function flowOf(db: Database, id: number) {
  return db
    .selectFrom('flowLog')
    .leftJoin('user', 'user.id', 'flowLog.operatorId')
    .select(['flowLog.event', 'flowLog.fromStatus', 'flowLog.toStatus', 'flowLog.note', 'flowLog.at', 'user.nickName'])
    .where('flowLog.entityType', '=', 'publication')
    .where('flowLog.entityId', '=', id)
    .orderBy('flowLog.id', 'desc')
    .execute();
}

/** With `heard`, audio and video works count too. */
export const statusCounts = (db: Database, heard: boolean) =>
  db
    .selectFrom('publication')
    .select(['status', (eb) => eb.fn.countAll<number>().as('total')])
    .where('delFlag', '=', '0')
    .$if(!heard, (query) => query.where('kind', 'not in', ['audio', 'video']))
    .groupBy('status')
    .execute();

export const kindCounts = (db: Database, createBy: string) =>
  db
    .selectFrom('publication')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('total')])
    .where('createBy', '=', createBy)
    .where('delFlag', '=', '0')
    .groupBy('kind')
    .execute();

/** A work in the recycle bin, with the hash of its book file. */
export const removedPublication = (tx: Tx, id: number) =>
  tx
    .selectFrom('publication')
    .leftJoin('edition', 'edition.id', 'publication.editionId')
    .select(['publication.isbn', 'publication.title', 'edition.sourceSha256'])
    .where('publication.id', '=', id)
    .where('publication.delFlag', '=', '1')
    .executeTakeFirst();
