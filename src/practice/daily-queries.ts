import { loadDailyReview } from './daily-review.ts';

/** The queue of the day, read again whenever it is shown: practice and review change it. */
export const dailyQueue = { queryKey: ['daily review'] as const, queryFn: () => loadDailyReview(), staleTime: 0, retry: false } as const;
