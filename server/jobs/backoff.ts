const FIRST_MS = 10_000;
const LONGEST_MS = 10 * 60_000;

/** Returns the milliseconds before the next attempt after an outage: 10 s, doubled at each of the `attempts` so far, at most 10 min. */
export const retryDelay = (attempts: number): number => Math.min(FIRST_MS * 2 ** Math.max(0, attempts), LONGEST_MS);

/** Shown to users while such work waits. */
export const WAITS_FOR_STORE = '文件存储暂时不可用，稍后会自动重试';
