import { beforeEach, expect, it } from 'vitest';
import type { BookCard } from '../../../../contract/catalog/book.ts';
import { myProgress } from '../../../../contract/reading/progress.ts';
import { queryClient } from '../../../api/query-client.ts';
import { noteReading } from './note-reading.ts';

const book = (publishId: number): BookCard => ({ publishId, title: `第${publishId}本` }) as BookCard;
const row = (publishId: number, percent: number) => ({ book: book(publishId), progress: { publishId, percent } });
const at = { editionId: 9, percent: 40, cfi: 'epubcfi(/6/4!/4)', documentIndex: 1, chapterTitle: '第二章' };
const RECENT = [myProgress.key, { query: { pageNum: 1, pageSize: 10 } }];
const SHELF = [myProgress.key, { query: {} }, 'pages'];
interface Rows {
  rows: { book: BookCard; progress: { percent: number; updateTime?: string } }[];
  total: number;
}

beforeEach(() => queryClient.clear());

it('puts the book read just now first, once, with its new position, and does not make the list count as fresher', () => {
  queryClient.setQueryData(RECENT, { rows: [row(1, 5), row(2, 10)], total: 2 }, { updatedAt: 1_000 });
  queryClient.setQueryData(SHELF, {
    pages: [
      { rows: [row(1, 5)], total: 2 },
      { rows: [row(2, 10)], total: 2 },
    ],
    pageParams: [1, 2],
  });
  noteReading(book(2), at, Date.UTC(2026, 10, 22, 2, 0, 0));
  const recent = queryClient.getQueryData<Rows>(RECENT);
  expect(recent?.rows.map((one) => [one.book.publishId, one.progress.percent])).toEqual([
    [2, 40],
    [1, 5],
  ]);
  expect(recent).toMatchObject({ total: 2, rows: [{ progress: { updateTime: '2026-11-22 10:00:00' } }, {}] });
  expect(queryClient.getQueryState(RECENT)?.dataUpdatedAt).toBe(1_000);
  const shelf = queryClient.getQueryData<{ pages: Rows[] }>(SHELF);
  expect(shelf?.pages.map((page) => page.rows.map((one) => one.book.publishId))).toEqual([[2, 1], []]);
});

it('adds a book that is new to the list, and does not create a list that was not loaded', () => {
  queryClient.setQueryData(RECENT, { rows: [row(1, 5)], total: 1 });
  noteReading(book(3), at);
  expect(queryClient.getQueryData<Rows>(RECENT)).toMatchObject({ total: 2, rows: [{ book: { publishId: 3 } }, { book: { publishId: 1 } }] });
  expect(queryClient.getQueryData(SHELF)).toBeUndefined();
});
