import { getContest, queryContests, queryPlaces, type ContestCard } from '../../../contract/contest/contest.ts';
import { checkCertificate, myObjections } from '../../../contract/contest/contest-publicity.ts';
import { myEntries, type OwnEntry } from '../../../contract/contest/contest-submit.ts';
import { myTasks, oneTask } from '../../../contract/contest/judge-task.ts';
import type { ContestState } from '../../../contract/contest/contest.machine.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { pagesOf, queryClient, queryOf } from '../../api/query-client.ts';

export const MY_CONTESTS = '/personalCenter/contests';
export const PRELIMINARY = '/personalCenter/preliminary';
export const MY_REVIEWS = '/personalCenter/review';

export const contestList = () => pagesOf(queryContests, { query: {} }, PAGE_SIZE, (data): { rows: ContestCard[]; total: number } => data);
export const oneContest = (contestId: number) => queryOf(getContest, { params: { contestId } });
export const placesOf = (contestId: number, group: string) =>
  pagesOf(queryPlaces, { params: { contestId }, query: group ? { group } : {} }, PAGE_SIZE, (data) => data);
export const ownEntries = (contestId?: number) => ({
  ...pagesOf(myEntries, { query: contestId ? { contestId } : {} }, PAGE_SIZE, (data): { rows: OwnEntry[]; total: number } => data),
  staleTime: 0,
});
export const ownObjections = (contestId: number) => ({ ...queryOf(myObjections, { query: { contestId, pageNum: 1, pageSize: 50 } }), staleTime: 0 });
export const certificate = (certificateNo: string) => queryOf(checkCertificate, { params: { certificateNo } });
export const judgeTasks = (query: { roundType?: number; scoring?: '1'; contestId?: number }) => ({
  ...pagesOf(myTasks, { query }, 50, (data) => data),
  staleTime: 0,
});
export const judgeTask = (query: { contestId: number; roundType: number; submitId?: number; calibration: '0' | '1' }) => ({
  ...queryOf(oneTask, { query }),
  staleTime: 0,
});

export const refreshEntries = () => Promise.all([myEntries, getContest].map(({ key }) => queryClient.invalidateQueries({ queryKey: [key] })));
export const refreshTasks = () => Promise.all([myTasks, oneTask].map(({ key }) => queryClient.invalidateQueries({ queryKey: [key] })));

/** What a contest is at, in two or three words. */
export const STATE_WORDS: Readonly<Record<ContestState, string>> = {
  draft: '草稿',
  announced: '即将征稿',
  collecting: '正在征稿',
  judging: '评审中',
  publicity: '公示中',
  finished: '已揭晓',
  cancelled: '已取消',
};

const DAY_MS = 86_400_000;
/** Whole days until a wire time; 0 on the last day. */
export const daysUntil = (time: string, now = Date.now()): number =>
  Math.max(0, Math.floor((Date.parse(`${time.replace(' ', 'T')}+08:00`) - now) / DAY_MS));

/** `¥ 4.6 万`, `¥ 5,000`. */
export const prizeWords = (fen: number): string =>
  fen >= 1_000_000 ? `¥ ${(fen / 1_000_000).toFixed(1).replace(/\.0$/, '')} 万` : `¥ ${(fen / 100).toLocaleString('zh-CN')}`;
