import type { BookCard } from '../../../contract/catalog/book.ts';
import type { CategoryNode } from '../../../contract/catalog/category.ts';

export interface BrowseFilter {
  readonly kind?: BookCard['kind'];
  readonly archiveTypeId?: number;
  readonly price?: 'free' | 'paid';
  readonly language?: string;
  readonly sort: 'new' | 'hot' | 'score';
}

/** The tabs of the reading centre; 精选 shows the blocks that the editors arranged. */
export const TABS = [
  ['', '全部'],
  ['picks', '精选'],
  ['book', '图书'],
  ['textbook', '教材'],
  ['audio', '有声'],
  ['video', '影片'],
] as const;
const isKind = (value: string | null): value is BookCard['kind'] => TABS.some(([key]) => key === value && key !== '' && key !== 'picks');

export const SORTS = [
  ['new', '最新'],
  ['hot', '最热'],
  ['score', '评分'],
] as const;
export const PRICES = [
  ['', '不限'],
  ['free', '免费'],
  ['paid', '付费'],
] as const;

/** Reads the filter from the URL, so that it can be shared, bookmarked and used by the back button. */
export function filterOf(params: URLSearchParams): BrowseFilter {
  const type = Number(params.get('type'));
  const kind = params.get('kind');
  const price = params.get('price');
  const language = params.get('language');
  const sort = params.get('sort');
  return {
    ...(isKind(kind) ? { kind } : {}),
    ...(Number.isSafeInteger(type) && type > 0 ? { archiveTypeId: type } : {}),
    ...(price === 'free' || price === 'paid' ? { price } : {}),
    ...(language && /^[\w-]{1,10}$/.test(language) ? { language } : {}),
    sort: sort === 'hot' || sort === 'score' ? sort : 'new',
  };
}

export function addressOf(filter: BrowseFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.kind) params.set('kind', filter.kind);
  if (filter.archiveTypeId) params.set('type', String(filter.archiveTypeId));
  if (filter.price) params.set('price', filter.price);
  if (filter.language) params.set('language', filter.language);
  if (filter.sort !== 'new') params.set('sort', filter.sort);
  return params;
}

/** `undefined` removes a condition. */
export function changed(filter: BrowseFilter, change: { [K in keyof BrowseFilter]?: BrowseFilter[K] | undefined }): BrowseFilter {
  const next: Record<string, unknown> = { ...filter, ...change };
  for (const key of Object.keys(next)) if (next[key] === undefined) delete next[key];
  return next as unknown as BrowseFilter;
}

/** Returns the number of conditions hidden in the sheet, for the badge on its button. */
export const hiddenConditions = (filter: BrowseFilter): number => Number(Boolean(filter.price)) + Number(Boolean(filter.language));

/** Returns the nodes from the root to a category; empty when the tree does not contain it. */
export function pathTo(tree: readonly CategoryNode[], id: number | undefined): CategoryNode[] {
  for (const node of tree) {
    if (node.archiveTypeId === id) return [node];
    const below = pathTo(node.children, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
