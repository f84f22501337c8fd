import { myTasks, oneTask } from '../../../contract/contest/judge-task.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient } from '../../api/query-client.ts';

export const PRELIMINARY = '/personalCenter/preliminary';
export const MY_REVIEWS = '/personalCenter/review';

export const judgeTasks = (query: { roundType?: number; scoring?: '1'; contestId?: number }) => ({
  ...pagesOf(myTasks, { query }, 50, (data) => data),
  staleTime: 0,
});

export const refreshTasks = () => Promise.all([myTasks, oneTask].map((one) => queryClient.invalidateQueries(allOf(one))));
