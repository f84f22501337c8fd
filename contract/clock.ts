/** The clock of a write may be at most one day ahead of the server time; a later clock would win for ever. */
export const CLOCK_AHEAD_MS = 86_400_000;
