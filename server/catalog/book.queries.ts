import { sql, type ExpressionBuilder } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { contains } from '../db/contains.ts';
import { pageRows } from '../db/page-statement.ts';
import type { Tables } from '../db/tables.ts';

const CARD = [
  'publication.id',
  'publication.kind',
  'publication.title',
  'publication.subtitle',
  'publication.authorsText',
  'publication.coverUrl',
  'publication.drawing',
  'publication.coverColour',
  'publication.coverFormat',
  'publication.brief',
  'publication.isFree',
  'publication.salePriceFen',
  'publication.trialChapters',
  'publication.scoreSum',
  'publication.scoreCount',
  'publication.publishDate',
  'publication.listTime',
  'publication.downloadable',
  'archiveType.typeName',
] as const;

export interface BookFilter {
  readonly kind?: string | undefined;
  readonly archiveTypeIds?: readonly number[] | undefined;
  readonly price?: 'free' | 'paid' | undefined;
  readonly language?: string | undefined;
  readonly recommend?: '0' | '1' | undefined;
  /** Of textbooks: for whom, what and when, and a part of their title, author or course. */
  readonly stage?: string | undefined;
  readonly subject?: string | undefined;
  readonly term?: string | undefined;
  readonly text?: string | undefined;
}

const works = (db: Database) =>
  db.selectFrom('publication').leftJoin('archiveType', 'archiveType.id', 'publication.archiveTypeId').where('publication.delFlag', '=', '0');

/** The condition of a filter, for a query with or without joins. */
function listedWith(eb: ExpressionBuilder<Tables, 'publication'>, filter: BookFilter) {
  const { kind, archiveTypeIds, price, language, recommend } = filter;
  return eb.and([
    eb('publication.delFlag', '=', '0'),
    eb('publication.status', '=', 'listed'),
    ...(kind ? [eb('publication.kind', '=', kind as 'book')] : []),
    ...(archiveTypeIds ? [eb('publication.archiveTypeId', 'in', archiveTypeIds)] : []),
    ...(price ? [eb('publication.isFree', '=', price === 'free' ? '1' : '0')] : []),
    ...(language ? [eb('publication.language', '=', language)] : []),
    ...(recommend ? [eb('publication.recommend', '=', recommend)] : []),
    ...(filter.stage || filter.subject || filter.term || filter.text ? [eb.exists(textbookWith(eb, filter))] : []),
  ]);
}

/** The row of the textbook, if it meets the conditions of a filter for textbooks. */
function textbookWith(eb: ExpressionBuilder<Tables, 'publication'>, { stage, subject, term, text }: BookFilter) {
  return eb
    .selectFrom('textbook')
    .select('textbook.id')
    .whereRef('textbook.publishId', '=', 'publication.id')
    .$if(Boolean(stage), (query) => query.where('textbook.stage', '=', stage as 'bachelor'))
    .$if(Boolean(subject), (query) => query.where('textbook.subject', '=', subject ?? ''))
    .$if(Boolean(term), (query) => query.where('textbook.gradeTerm', '=', term ?? ''))
    .$if(Boolean(text), (query) =>
      query.where((on) =>
        on.or(['publication.title', 'publication.authorsText', 'textbook.courseName'].map((column) => contains(column, text ?? ''))),
      ),
    );
}

/** Ranking of F22: the mean score, weighted with ten assumed scores of 3.8. */
const rank = sql<number>`(38.0 + publication.score_sum) / (10 + publication.score_count)`;

export function listedCards(db: Database, filter: BookFilter, sort: 'new' | 'hot' | 'score', limit: number, offset: number) {
  return pageRows(db, `cards ${JSON.stringify([filter, sort, limit])}`, offset, (from) => {
    const query = works(db)
      .where((eb) => listedWith(eb, filter))
      .select(CARD)
      .limit(limit)
      .offset(from);
    if (sort === 'hot') return query.orderBy('publication.viewNum', 'desc').orderBy('publication.id', 'desc');
    if (sort === 'score') return query.orderBy(rank, 'desc').orderBy('publication.id', 'desc');
    return query.orderBy('publication.listTime', 'desc').orderBy('publication.id', 'desc');
  });
}

export async function listedTotal(db: Database, filter: BookFilter): Promise<number> {
  // Without the join: it adds no row and takes none away.
  const row = await db
    .selectFrom('publication')
    .where((eb) => listedWith(eb, filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export const cardsByIds = (db: Database, ids: readonly number[]) => works(db).select(CARD).where('publication.id', 'in', ids).execute();

/** What the cards of textbooks show besides, by work. */
export const textbookParts = (db: Database, ids: readonly number[]) =>
  db.selectFrom('textbook').select(['publishId', 'courseName', 'stage', 'subject', 'gradeTerm']).where('publishId', 'in', ids).execute();

/** Number of the recordings, films and exercises placed in textbooks. */
export const placedParts = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('placedMedia')
    .select((eb) => [
      'publishId',
      eb.fn.sum<number>(eb.case().when('mediaId', 'is not', null).then(1).else(0).end()).as('media'),
      eb
        .selectFrom('exerciseSet')
        .select((set) => set.fn.countAll<number>().as('total'))
        .whereRef('exerciseSet.publishId', '=', 'placedMedia.publishId')
        .where('exerciseSet.live', '<>', '')
        .where('exerciseSet.delFlag', '=', '0')
        .as('exercises'),
    ])
    .where('publishId', 'in', ids)
    .where('delFlag', '=', '0')
    .groupBy('publishId')
    .execute();

export type CardRow = Awaited<ReturnType<typeof cardsByIds>>[number];

export function detailById(db: Database, id: number) {
  return works(db)
    .leftJoin('press', 'press.id', 'publication.pressId')
    .leftJoin('edition as current', 'current.id', 'publication.editionId')
    .select(CARD)
    .select([
      'publication.translator',
      'publication.isbn',
      'publication.language',
      'publication.listPriceFen',
      'publication.edition',
      'publication.intro',
      'publication.authorIntro',
      'publication.tags',
      'publication.viewNum',
      'publication.collectNum',
      'publication.readerNum',
      'publication.status',
      'publication.editionId',
      'publication.archiveTypeId',
      'publication.ext',
      'press.pressName',
      'current.characters',
      'current.bytes',
      'current.sourceSha256',
    ])
    .where('publication.id', '=', id)
    .executeTakeFirst();
}

/** Changes nothing, but locks the row. */
export const touchWork = (tx: Tx, id: number) =>
  tx
    .updateTable('publication')
    .set((eb) => ({ scoreCount: eb.ref('scoreCount') }))
    .where('id', '=', id);

export const chaptersOf = (db: Database, editionId: number) =>
  db.selectFrom('chapter').selectAll().where('editionId', '=', editionId).orderBy('orderNum').execute();

/** Ids of the most viewed listed works, of one category or of all. */
export async function popularIds(db: Database, limit: number, archiveTypeId?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('publication')
    .select('id')
    .where('status', '=', 'listed')
    .where('delFlag', '=', '0')
    .$if(archiveTypeId !== undefined, (query) => query.where('archiveTypeId', '=', archiveTypeId ?? 0))
    .orderBy('viewNum', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the ids that belong to listed works, in the given order. */
export async function listedAmong(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('publication')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'listed')
    .where('delFlag', '=', '0')
    .execute();
  const listed = new Set(rows.map((row) => row.id));
  return ids.filter((id) => listed.has(id));
}
