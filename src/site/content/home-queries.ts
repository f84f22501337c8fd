import { publishedTotal, worksTotal } from '../../../contract/catalog/book.ts';
import { myProgress } from '../../../contract/reading/progress.ts';
import { queryBanners } from '../../../contract/content/banner.ts';
import { HOME_BANNERS, HOME_BLOCKS } from '../../../contract/content/first-queries.ts';
import { queryBlocks } from '../../../contract/content/program-block.ts';
import { userCount } from '../../../contract/system/user.ts';
import { queryOf } from '../../api/query-client.ts';

export const banners = queryOf(queryBanners, HOME_BANNERS);
export const blocks = queryOf(queryBlocks, HOME_BLOCKS);
export const works = queryOf(worksTotal, {});
export const readers = queryOf(userCount, {});
export const published = queryOf(publishedTotal, {});
export const recentReading = queryOf(myProgress, { query: { pageNum: 1, pageSize: 10 } });
