import { PAGE_SIZE } from '../limits.ts';

/** The key of an endpoint and its input. */
export type FirstQuery = readonly [key: string, input: { params?: Record<string, unknown>; query?: Record<string, unknown> }];

export const HOME_BANNERS = { query: { position: 'home' } } as const;
export const HOME_BLOCKS = { query: { page: 'home' } } as const;

/** First page of a browsing list, without filters. */
export const BROWSE_FIRST = { query: { sort: 'new', pageNum: 1, pageSize: PAGE_SIZE } } as const;
