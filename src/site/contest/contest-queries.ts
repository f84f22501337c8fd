import { getContest, queryContests, queryPlaces, type ContestCard } from '../../../contract/contest/contest.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryOf } from '../../api/query-client.ts';

export const contestList = () => pagesOf(queryContests, { query: {} }, PAGE_SIZE, (data): { rows: ContestCard[]; total: number } => data);
export const oneContest = (contestId: number) => queryOf(getContest, { params: { contestId } });
export const placesOf = (contestId: number, group: string) =>
  pagesOf(queryPlaces, { params: { contestId }, query: group ? { group } : {} }, PAGE_SIZE, (data) => data);
