import type { BookCard } from '../../contract/catalog/book.ts';
import { CLOCK_AHEAD_MS } from '../../contract/clock.ts';
import type { Progress } from '../../contract/reading/progress.ts';
import { cards, GONE } from '../catalog/book.service.ts';
import { knowsOf, rightTo } from '../commerce/entitlement.service.ts';
import { wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';
import { invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { readableWork } from './book-file.queries.ts';
import { wordsAt } from './position-excerpt.service.ts';
import { addReader, beginProgress, countProgress, editionOf, progressOf, putProgress, recentProgress, type PlaceRow } from './progress.queries.ts';

/** Hundredths of a percent from which a book counts as finished. */
const FINISHED = 9_900;

function wire(row: PlaceRow): Progress {
  return {
    publishId: row.publicationId,
    editionId: row.editionId,
    cfi: row.cfi,
    percent: row.percent / 100,
    documentIndex: row.documentIndex,
    chapterTitle: row.chapterTitle ?? '',
    words: '',
    device: row.device,
    clock: row.clock,
    updateTime: wireTime(row.updateTime),
  };
}

export async function progressIn(context: AppContext, currentUser: CurrentUser, publishId: number): Promise<Progress | null> {
  const row = await progressOf(context.db, currentUser.userId, publishId);
  if (!row) return null;
  // The text is book content: reporting a position does not prove the right to read it.
  const read = (await rightTo(context, currentUser, publishId)).entitled || (await inTrial(context, publishId, row.documentIndex));
  return { ...wire(row), words: read ? await wordsAt(context.db, row) : '' };
}

/** Returns whether a document is part of the public trial. */
async function inTrial(context: AppContext, publishId: number, document: number): Promise<boolean> {
  const work = await readableWork(context.db, publishId);
  return work?.status === 'listed' && document < work.trialChapters;
}

interface Place {
  readonly publishId: number;
  readonly editionId: number;
  readonly cfi: string;
  readonly percent: number;
  readonly documentIndex: number;
  readonly device: string;
  readonly clock: number;
}

/** Stores the position with the highest clock and returns the current one. */
export async function saveProgress(context: AppContext, currentUser: CurrentUser, place: Place): Promise<Progress> {
  const { publishId: publicationId, percent, clock, ...rest } = place;
  if (!(await knowsOf(context, currentUser, publicationId))) throw missing(GONE);
  const edition = await editionOf(context.db, place.editionId, publicationId);
  if (!edition) throw invalid('这本书的版本不存在，请重新打开');
  if (place.documentIndex >= edition.documents) throw invalid('阅读位置超出全书，请重新打开');
  const now = Date.now();
  const written = {
    ...rest,
    userId: currentUser.userId,
    publicationId,
    percent: Math.round(percent * 100),
    clock: Math.min(clock, now + CLOCK_AHEAD_MS),
    updateTime: now,
  };
  // Only one of two devices that open a book at the same moment adds a reader.
  if (await beginProgress(context.db, written)) await addReader(context.db, publicationId);
  else await putProgress(context.db, written);
  const row = await progressOf(context.db, currentUser.userId, publicationId);
  if (!row) throw new Error('a place that was just written is gone');
  return wire(row);
}

export async function recent(context: AppContext, currentUser: CurrentUser, page: { pageNum: number; pageSize: number }) {
  const { all } = await countProgress(context.db, currentUser.userId, FINISHED);
  const rows = await recentProgress(context.db, currentUser.userId, page.pageSize, (page.pageNum - 1) * page.pageSize);
  const works = new Map(
    (
      await cards(
        context,
        rows.map((row) => row.publicationId),
      )
    ).map((card) => [card.publishId, card]),
  );
  const pairs = rows.map((row) => ({ book: works.get(row.publicationId), progress: wire(row) }));
  return { rows: pairs.filter((pair): pair is { book: BookCard; progress: Progress } => pair.book !== undefined), total: all };
}

/** Number of works begun, and of works finished. */
export const readingCounts = (context: AppContext, currentUser: CurrentUser) => countProgress(context.db, currentUser.userId, FINISHED);
