/** Addresses of the public pages; `contest.site.ts` repeats them, because every first visit loads that file and nothing beside it. */
export const CONTESTS_PATH = '/cms/main/contest';
export const contestPath = (contestId: number): string => `/cms/main/contestDetail/${contestId}`;
