const FIRST_MS = 10_000;
const LONGEST_MS = 10 * 60_000;

/** Milliseconds before work that met an outage is tried again: 10 s, doubled at each of the `attempts` so far, 10 min at most. */
export const retryDelay = (attempts: number): number => Math.min(FIRST_MS * 2 ** Math.max(0, attempts), LONGEST_MS);

/** Shown to people while such work waits. */
export const WAITS_FOR_STORE = '文件存储暂时不可用，稍后会自动重试';
