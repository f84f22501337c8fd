import { BROWSE_FIRST, type FirstQuery, HOME_BANNERS, HOME_BLOCKS } from '../../../contract/content/first-queries.ts';
import { findSitePage } from '../../../contract/site-pages.ts';

const BOOK = 'GET /cms/publish/getInfo/{publishId}';
const BOOKS = 'GET /cms/publish/queryPublishList';

const home: readonly FirstQuery[] = [
  ['GET /cms/banner/queryBanner', HOME_BANNERS],
  ['GET /cms/block/queryBlocks', HOME_BLOCKS],
  ['GET /cms/archive/listNum', {}],
  ['GET /system/user/userCount', {}],
  ['GET /cms/publish/queryPublishTotalQuantity', {}],
];

const LANGUAGES: FirstQuery = ['GET /system/dict/data/type/{type}', { params: { type: 'publish_publication_language' } }];
const browse: readonly FirstQuery[] = [['GET /cms/archiveType/queryTree', {}], LANGUAGES, [BOOKS, BROWSE_FIRST]];

/** An audio or video work: its detail and its tracks. */
const work = (publishId: number): readonly FirstQuery[] => [
  [BOOK, { params: { publishId } }],
  ['GET /cms/publish/tracks/{publishId}', { params: { publishId } }],
];

/**
 * Returns the queries of the first screen of a public page. The server writes the answers into the page; the screens
 * use the same inputs, so a first visit needs no second round trip.
 */
export function firstQueries(path: string, query: URLSearchParams): readonly FirstQuery[] {
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
    default: {
      const found = findSitePage(path);
      return found?.page.first?.(found.params, query) ?? [];
    }
  }
}
