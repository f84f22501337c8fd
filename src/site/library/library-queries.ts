import type { BookCard } from '../../../contract/catalog/book.ts';
import { myCollects } from '../../../contract/library/favorite.ts';
import { myDownloads } from '../../../contract/library/download.ts';
import { myStatistics } from '../../../contract/library/shelf.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { myProgress, type Progress } from '../../../contract/reading/progress.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryOf } from '../../api/query-client.ts';

export interface Reading {
  book: BookCard;
  progress: Progress;
}
export type Collected = BookCard & { collectTime: string };

export const reading = pagesOf(myProgress, { query: {} }, PAGE_SIZE, (data): { rows: Reading[]; total: number } => data);
export const collects = pagesOf(myCollects, { query: {} }, PAGE_SIZE, (data): { rows: Collected[]; total: number } => data);
export const downloadRecords = pagesOf(myDownloads, { query: {} }, PAGE_SIZE, (data) => data);
export const statistics = queryOf(myStatistics, {});
