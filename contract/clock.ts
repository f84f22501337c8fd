export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 86_400_000;

/** Shanghai is this far ahead of UTC, without summer time. */
export const SHANGHAI_MS = 28_800_000;

/** The clock of a write may be at most one day ahead of the server time; a later clock would win for ever. */
export const CLOCK_AHEAD_MS = DAY_MS;
