// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import type { BookDetail } from '../../../../contract/catalog/book.ts';
import { shelfState } from '../../../../contract/library/shelf.ts';
import { myProgress, type Progress } from '../../../../contract/reading/progress.ts';
import { queryClient, queryOf } from '../../../api/query-client.ts';
import { announcedPosition } from './announced-position.ts';

const at = (publishId: number, percent: number, clock: number): Progress => ({
  publishId,
  editionId: 2,
  cfi: `epubcfi(/6/4!/4/${clock})`,
  percent,
  documentIndex: 1,
  chapterTitle: 'b',
  words: '',
  device: '',
  clock,
  updateTime: '',
});
const book = {} as BookDetail;

beforeEach(() => queryClient.clear());

it('uses the newest position that this device received for a book, from any response', () => {
  expect(announcedPosition(7)).toBeNull();
  queryClient.setQueryData(queryOf(shelfState, { params: { publishId: 7 } }).queryKey, {
    entitled: true,
    collected: false,
    score: 0,
    progress: at(7, 30, 10),
  });
  expect(announcedPosition(7)?.percent).toBe(30);
  queryClient.setQueryData([myProgress.key, {}, 'pages'], { pages: [{ rows: [{ book, progress: at(7, 57, 12) }], total: 2 }] });
  queryClient.setQueryData([myProgress.key, { query: {} }], { rows: [{ book, progress: at(8, 90, 99) }], total: 1 });
  expect(announcedPosition(7)?.percent).toBe(57);
  expect(announcedPosition(9)).toBeNull();
});
