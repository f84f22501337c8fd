import { type BookCard, queryBooks } from '../../../contract/catalog/book.ts';
import { queryBanners } from '../../../contract/content/banner.ts';
import { queryBlocks } from '../../../contract/content/program-block.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { myTextbooks, textbookFacets } from '../../../contract/textbook/shelf.ts';
import { STAGES, type TextbookStage } from '../../../contract/catalog/textbook-stage.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryOf } from '../../api/query-client.ts';

/** The filter of the list, as the address has it. */
export interface TextbookFilter {
  readonly stage?: TextbookStage;
  readonly subject?: string;
  readonly term?: string;
  readonly text?: string;
}

const TEXTS = ['subject', 'term', 'text'] as const;

export function filterOf(params: URLSearchParams): TextbookFilter {
  const stage = STAGES.find((one) => one === params.get('stage'));
  const texts = TEXTS.flatMap((name) => {
    const value = params.get(name)?.trim().slice(0, 30);
    return value ? [[name, value]] : [];
  });
  return { ...(stage ? { stage } : {}), ...(Object.fromEntries(texts) as Partial<Record<(typeof TEXTS)[number], string>>) };
}

export const addressOf = (filter: TextbookFilter): URLSearchParams =>
  new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));

/** `undefined` removes a condition. */
export function changed(filter: TextbookFilter, change: { [K in keyof TextbookFilter]?: TextbookFilter[K] | undefined }): TextbookFilter {
  return Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined && value !== ''));
}

export const textbooks = (filter: TextbookFilter) =>
  pagesOf(queryBooks, { query: { kind: 'textbook', sort: 'new', ...filter } }, PAGE_SIZE, (data): { rows: BookCard[]; total: number } => data);
export const facets = queryOf(textbookFacets, {});
export const mine = queryOf(myTextbooks, {});
export const banners = queryOf(queryBanners, { query: { position: 'textbook' } });
export const blocks = queryOf(queryBlocks, { query: { page: 'textbook' } });
