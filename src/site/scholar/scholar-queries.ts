import { queryInformation, type InformationCard } from '../../../contract/content/information.ts';
import { followedScholars } from '../../../contract/library/favorite.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { getScholar, queryScholarFilters, queryScholars, type ScholarCard } from '../../../contract/scholar/public-scholar.ts';
import { NEWEST_WORKS } from '../../../contract/scholar/scholar.site.ts';
import { queryWorks, type ScholarWork } from '../../../contract/scholar/works.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryOf } from '../../api/query-client.ts';

export const SCHOLARS_PATH = '/cms/main/cmsScholarHouse';
export const scholarPath = (scholarId: number): string => `/cms/main/scholar/${scholarId}`;

export interface ScholarFilter {
  readonly discipline?: string;
  readonly collegeId?: string;
  readonly initial?: string;
  readonly followed?: '0' | '1';
}

export const filters = queryOf(queryScholarFilters, {});
export const featured = queryOf(queryScholars, { query: { sort: 'featured', recommend: '1', pageNum: 1, pageSize: PAGE_SIZE } });
export const scholarList = (filter: ScholarFilter) =>
  pagesOf(queryScholars, { query: { ...filter, sort: 'name' } }, PAGE_SIZE, (data): { rows: ScholarCard[]; total: number } => data);
export const oneScholar = (scholarId: number) => queryOf(getScholar, { params: { xz: scholarId } });
export const newestWorks = queryOf(queryWorks, { query: { pageNum: 1, pageSize: NEWEST_WORKS } });
export const worksOf = (scholarId: number, papers: '0' | '1') =>
  pagesOf(queryWorks, { query: { scholarId, papers } }, PAGE_SIZE, (data): { rows: ScholarWork[]; total: number } => data);
export const newsOf = (scholarId: number) =>
  pagesOf(queryInformation, { query: { scholarId } }, PAGE_SIZE, (data): { rows: InformationCard[]; total: number } => data);
export const followed = queryOf(followedScholars, {});
