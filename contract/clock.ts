/** So far ahead of the time the clock of a write may be, a day; further ahead it would win for ever. */
export const CLOCK_AHEAD_MS = 86_400_000;
