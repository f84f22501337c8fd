import { type BookCard, getBook, queryBooks, similarBooks } from '../../../contract/catalog/book.ts';
import { categoryTree } from '../../../contract/catalog/category.ts';
import { hotWords, search, suggestions } from '../../../contract/catalog/search.ts';
import { type FoundKind, type FoundThing, searchAcross } from '../../../contract/discovery/across.ts';
import { queryInformation, type InformationCard } from '../../../contract/content/information.ts';
import { queryScholars, type ScholarCard } from '../../../contract/scholar/public-scholar.ts';
import { shelfState } from '../../../contract/library/shelf.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { withKey } from '../../api/with-key.ts';
import type { BrowseFilter } from './browse-filter.ts';

export const books = (filter: BrowseFilter) =>
  pagesOf(queryBooks, { query: { ...filter } }, PAGE_SIZE, (data): { rows: BookCard[]; total: number } => data);
/** Requests the first page only: the number of results of a filter, before it is applied. */
export const booksFound = (filter: BrowseFilter) => queryOf(queryBooks, { query: { ...filter, pageNum: 1, pageSize: PAGE_SIZE } });
export const categories = queryOf(categoryTree, {});
export const book = (publishId: number) => queryOf(getBook, { params: { publishId } });
export const similar = (publishId: number) => queryOf(similarBooks, { params: { publishId } });
export const shelf = (publishId: number) => queryOf(shelfState, { params: { publishId } });
export const hot = queryOf(hotWords, {});
export const found = (keyword: string, type: 'all' | 'book' | 'text', pageSize: number) =>
  queryOf(search, { query: { keyword, type, pageNum: 1, pageSize } });
/** Not cached on the device, because the same input is rarely typed again. */
export const suggested = (keyword: string) => {
  return withKey(queryOf(suggestions, { query: { keyword } }), 'passing');
};
export const foundWorks = (keyword: string, kind?: BookCard['kind']) =>
  pagesOf(search, { query: { keyword, type: 'book', ...(kind ? { kind } : {}) } }, PAGE_SIZE, (data) => data.works);
export const foundPassages = (keyword: string) => pagesOf(search, { query: { keyword, type: 'text' } }, PAGE_SIZE, (data) => data.passages);
/** One ranking over all kinds, or the results of one kind. */
export const foundAcross = (keyword: string, kind?: FoundKind) =>
  pagesOf(
    searchAcross,
    { query: { keyword, ...(kind ? { kind } : {}) } },
    PAGE_SIZE,
    (data): { rows: FoundThing[]; total: number; totals: Record<FoundKind, number>; more: FoundKind[] } => data,
  );
export const foundScholars = (keyword: string) =>
  pagesOf(queryScholars, { query: { keyword, sort: 'featured' } }, PAGE_SIZE, (data): { rows: ScholarCard[]; total: number } => data);
export const foundNews = (keyword: string) =>
  pagesOf(queryInformation, { query: { keyword } }, PAGE_SIZE, (data): { rows: InformationCard[]; total: number } => data);
