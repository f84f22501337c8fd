import { publishedTotal, queryBooks, worksTotal } from '../../../contract/catalog/book.ts';
import { myProgress } from '../../../contract/reading/progress.ts';
import { queryBanners } from '../../../contract/site/banner.ts';
import { HOME_BANNERS, HOME_FREE, HOME_NEW, HOME_NOTICES, HOME_RECOMMENDED, HOME_SLOGANS } from '../../../contract/site/first-queries.ts';
import { queryNotices } from '../../../contract/site/notice.ts';
import { querySlogans } from '../../../contract/site/slogan.ts';
import { userCount } from '../../../contract/system/user.ts';
import { queryOf } from '../../api/query-client.ts';

export const banners = queryOf(queryBanners, HOME_BANNERS);
export const slogans = queryOf(querySlogans, HOME_SLOGANS);
export const newBooks = queryOf(queryBooks, HOME_NEW);
export const recommendedBooks = queryOf(queryBooks, HOME_RECOMMENDED);
export const freeBooks = queryOf(queryBooks, HOME_FREE);
export const notices = queryOf(queryNotices, HOME_NOTICES);
export const works = queryOf(worksTotal, {});
export const readers = queryOf(userCount, {});
export const published = queryOf(publishedTotal, {});
export const recentReading = queryOf(myProgress, { query: { pageNum: 1, pageSize: 10 } });
