import { PAGE_SIZE } from '../limits.ts';

/** The key of an endpoint and its input. */
export type FirstQuery = readonly [key: string, input: { params?: Record<string, unknown>; query?: Record<string, unknown> }];

const BOOK = 'GET /cms/publish/getInfo/{publishId}';
const BOOKS = 'GET /cms/publish/queryPublishList';

export const HOME_BANNERS = { query: { position: 'home' } } as const;
export const HOME_BLOCKS = { query: { page: 'home' } } as const;

const home: readonly FirstQuery[] = [
  ['GET /cms/banner/queryBanner', HOME_BANNERS],
  ['GET /cms/block/queryBlocks', HOME_BLOCKS],
  ['GET /cms/archive/listNum', {}],
  ['GET /system/user/userCount', {}],
  ['GET /cms/publish/queryPublishTotalQuantity', {}],
];

/** First page of a browsing list, without filters. */
export const BROWSE_FIRST = { query: { sort: 'new', pageNum: 1, pageSize: PAGE_SIZE } } as const;
const LANGUAGES: FirstQuery = ['GET /system/dict/data/type/{type}', { params: { type: 'publish_publication_language' } }];
const browse: readonly FirstQuery[] = [['GET /cms/archiveType/queryTree', {}], LANGUAGES, [BOOKS, BROWSE_FIRST]];

/** An audio or video work: its detail and its tracks. */
const work = (publishId: number): readonly FirstQuery[] => [
  [BOOK, { params: { publishId } }],
  ['GET /cms/publish/tracks/{publishId}', { params: { publishId } }],
];

interface Query {
  get(name: string): string | null;
  keys(): Iterable<string>;
}

/**
 * Returns the queries of the first screen of a public page. The server writes the answers into the page; the screens
 * use the same inputs, so a first visit needs no second round trip.
 */
export function firstQueries(path: string, query: Query): readonly FirstQuery[] {
  const book = /^\/cms\/main\/bookDetail\/(\d+)$/.exec(path)?.[1];
  if (book) {
    const input = { params: { publishId: Number(book) } };
    return [[BOOK, input], ['GET /cms/publish/querySimilar/{publishId}', input], LANGUAGES];
  }
  const played = /^\/cms\/main\/collectedVideoDetail\/(\d+)$/.exec(path)?.[1];
  if (played) return work(Number(played));
  switch (path) {
    case '/':
    case '/cms/main/cmsHomeIndex':
      return home;
    case '/cms/main/cmsReadingCenter':
    case '/cms/main/classification':
    case '/cms/main/collectedWorks':
      return [...query.keys()].length === 0 ? browse : [];
    case '/cms/main/epubRead':
      return [[BOOK, { params: { publishId: Number(query.get('publishId')) } }]];
    case '/cms/main/collectedVideoPlay':
      return work(Number(query.get('publishId')));
    case '/cms/main/search':
      return [['GET /cms/search/hot', {}]];
    case '/cms/main/notice':
      return [['GET /system/notice/queryNotice', { query: { pageNum: 1, pageSize: PAGE_SIZE } }]];
    case '/cms/main/noticeDetail':
      return [['GET /system/notice/getInfo/{noticeId}', { params: { noticeId: Number(query.get('noticeId')) || 0 } }]];
    default:
      return [];
  }
}
