import { DAY_MS } from '../../contract/clock.ts';
import type { BookCard, BookDetail } from '../../contract/catalog/book.ts';
import type { OwnValues } from '../../contract/catalog/program-field.ts';
import type { PublicationStatus } from '../../contract/catalog/publication.ts';
import type { Tx } from '../db/database.ts';
import { CHANNEL_NAMES, PAPER_CHANNELS, type Channel } from '../../contract/catalog/publish-channel.ts';
import type { AppContext } from '../context.ts';
import { missing } from '../http/app-error.ts';
import { campaignOf } from '../commerce/price.service.ts';
import { categoryAndBelow } from './category.service.ts';
import { ownFields, shownValues } from './program-field.service.ts';
import {
  cardsByIds,
  chaptersOf,
  detailById,
  listedAmong,
  listedCards,
  listedTotal,
  placedParts,
  popularIds,
  textbookParts,
  touchWork,
  type CardRow,
} from './book.queries.ts';
import { channelPages } from './publish-channel.queries.ts';
import { sharedAnswer } from '../db/shared-answer.ts';
import { countedTotal } from '../db/total.ts';

export const GONE = '作品不存在或已下架';
const NEW_MS = 30 * DAY_MS;
const SIMILAR = 6;

interface ListQuery {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly kind?: string | undefined;
  readonly archiveTypeId?: number | undefined;
  readonly price?: 'free' | 'paid' | undefined;
  readonly language?: string | undefined;
  readonly recommend?: '0' | '1' | undefined;
  readonly stage?: string | undefined;
  readonly subject?: string | undefined;
  readonly term?: string | undefined;
  readonly text?: string | undefined;
  readonly sort: 'new' | 'hot' | 'score';
}

/** Returns one page of listed works for readers, and the exact total. */
export async function listBooks(context: AppContext, query: ListQuery): Promise<{ rows: BookCard[]; total: number }> {
  const { pageNum, pageSize, sort, archiveTypeId, ...rest } = query;
  const filter = { ...rest, archiveTypeIds: archiveTypeId === undefined ? undefined : await categoryAndBelow(context, archiveTypeId) };
  const [total, rows] = await Promise.all([
    countedTotal(context.db, JSON.stringify(filter), ['publication', 'textbook'], () => listedTotal(context.db, filter)),
    listedCards(context.db, filter, sort, pageSize, (pageNum - 1) * pageSize),
  ]);
  return { rows: rows.map(wireCard), total };
}

/** Returns cards in the order of `ids`; unknown ids are left out. */
export async function cards(context: AppContext, ids: readonly number[]): Promise<BookCard[]> {
  if (ids.length === 0) return [];
  const rows = await withTextbooks(context, (await cardsByIds(context.db, ids)).map(wireCard));
  const found = new Map(rows.map((row) => [row.publishId, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Adds what the cards of textbooks show besides. */
export async function withTextbooks({ db }: AppContext, rows: readonly BookCard[]): Promise<BookCard[]> {
  const ids = rows.filter(({ kind }) => kind === 'textbook').map(({ publishId }) => publishId);
  if (ids.length === 0) return [...rows];
  const parts = new Map((await textbookParts(db, ids)).map((part) => [part.publishId, part]));
  const placed = new Map((await placedParts(db, ids)).map((part) => [part.publishId, part]));
  return rows.map((row) => {
    const part = parts.get(row.publishId);
    if (!part) return row;
    const { courseName, stage, subject, gradeTerm } = part;
    const counts = placed.get(row.publishId);
    return {
      ...row,
      textbook: { courseName, stage, subject, gradeTerm, media: Number(counts?.media ?? 0), exercises: Number(counts?.exercises ?? 0) },
    };
  });
}

/** Same as `cards`, for listed works only. */
export const listedOf = async (context: AppContext, ids: readonly number[]): Promise<BookCard[]> =>
  cards(context, await listedAmong(context.db, ids));

export function wireCard(row: CardRow): BookCard {
  return {
    publishId: row.id,
    kind: row.kind,
    title: row.title,
    subtitle: row.subtitle,
    authorsText: row.authorsText,
    cover: { url: row.coverUrl, drawing: row.drawing, colour: row.coverColour, format: row.coverFormat },
    brief: row.brief,
    isFree: row.isFree === '1',
    salePriceFen: row.salePriceFen,
    trialChapters: row.trialChapters,
    typeName: row.typeName ?? '',
    scoreAvg: mean(row.scoreSum, row.scoreCount),
    scoreCount: row.scoreCount,
    publishDate: row.publishDate,
    isNew: row.listTime !== null && row.listTime > Date.now() - NEW_MS,
    downloadable: row.downloadable === '1',
  };
}

/** Locks the work until the transaction ends, so that concurrent counts of this work do not miss each other's changes. */
export const holdWork = (tx: Tx, id: number) => touchWork(tx, id).execute();

/** One decimal, rounded half up; 0 without scores. */
export const mean = (sum: number, count: number): number => (count === 0 ? 0 : Math.round((sum / count) * 10) / 10);

/** The first 12 characters of the file's hash, enough to tell versions apart. */
export const versionOf = (sourceSha256: string | null): string => sourceSha256?.slice(0, 12) ?? '';

/** Returns a listed work. Adds a view when `isNewView` returns true. */
export async function bookDetail(context: AppContext, id: number, isNewView: () => Promise<boolean>): Promise<BookDetail> {
  const detail = await anyBookDetail(context, id, ['listed']);
  if (await isNewView()) context.views.add('publication', id);
  return detail;
}

/** Shops with the printed book. Only links that a reader can follow safely. */
async function paperShops(context: AppContext, id: number): Promise<NonNullable<BookDetail['paperShops']>> {
  const pages = await channelPages(context.db, id, PAPER_CHANNELS);
  return pages
    .filter(({ externalUrl }) => isSafeLink(externalUrl))
    .map(({ channel, externalUrl, priceFen }) => ({ name: CHANNEL_NAMES[channel as Channel], url: externalUrl, priceFen }));
}

/** An https address without a user name, which would hide where the link leads. */
function isSafeLink(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

/** Returns a work in one of `statuses`. The caller must have checked that it may be shown. */
export async function anyBookDetail(context: AppContext, id: number, statuses: readonly PublicationStatus[]): Promise<BookDetail> {
  const row = await detailById(context.db, id);
  if (!row || !statuses.includes(row.status)) throw missing(GONE);
  const chapters = row.editionId === null ? [] : await chaptersOf(context.db, row.editionId);
  const isFree = row.isFree === '1';
  const campaign = await campaignOf(context.db, row);
  const [card = wireCard(row)] = await withTextbooks(context, [wireCard(row)]);
  return {
    ...card,
    ...(campaign ? { campaign } : {}),
    translator: row.translator,
    pressName: row.pressName ?? '',
    isbn: row.isbn,
    language: row.language,
    listPriceFen: row.listPriceFen,
    edition: row.edition,
    intro: row.intro,
    authorIntro: row.authorIntro,
    tags: JSON.parse(row.tags) as string[],
    characters: row.characters ?? 0,
    viewNum: row.viewNum,
    collectNum: row.collectNum,
    readerNum: row.readerNum,
    chapters: chapters.map(({ orderNum, title, level, characters }) => ({
      index: orderNum,
      title,
      level,
      characters,
      isFree: isFree || orderNum < row.trialChapters,
    })),
    editionId: row.editionId,
    version: versionOf(row.sourceSha256),
    bytes: row.bytes ?? 0,
    paperShops: await paperShops(context, id),
    more: shownValues(await ownFields(context.db, 'publication'), JSON.parse(row.ext) as OwnValues),
  };
}

export async function similarBooks(context: AppContext, id: number): Promise<BookCard[]> {
  const row = await detailById(context.db, id);
  if (!row || row.status !== 'listed') throw missing(GONE);
  const { archiveTypeId } = row;
  // One more than are shown: the work itself may be among them.
  const most = SIMILAR + 1;
  const popular = (type?: number) => sharedAnswer(context.db, `popular ${type ?? ''}`, ['publication'], () => popularIds(context.db, most, type));
  const ids = new Set([...(archiveTypeId === null ? [] : await popular(archiveTypeId)), ...(await popular())]);
  ids.delete(id);
  return cards(context, [...ids].slice(0, SIMILAR));
}
