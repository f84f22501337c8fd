import { getContest } from '../../../contract/contest/contest.ts';
import { checkCertificate, myObjections } from '../../../contract/contest/contest-publicity.ts';
import { myEntries, type OwnEntry } from '../../../contract/contest/contest-submit.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';

export const ownEntries = (contestId?: number) => ({
  ...pagesOf(myEntries, { query: contestId ? { contestId } : {} }, PAGE_SIZE, (data): { rows: OwnEntry[]; total: number } => data),
  staleTime: 0,
});
export const ownObjections = (contestId: number) => ({ ...queryOf(myObjections, { query: { contestId, pageNum: 1, pageSize: 50 } }), staleTime: 0 });
export const certificate = (certificateNo: string) => queryOf(checkCertificate, { params: { certificateNo } });

export const refreshEntries = () => Promise.all([myEntries, getContest].map((one) => queryClient.invalidateQueries(allOf(one))));
