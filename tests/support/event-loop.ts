/** Captured before a test replaces the clock. */
const later = globalThis.setTimeout;
const TURNS = 20;

/**
 * Resolves after a fixed number of turns of the event loop, on a fast and on a slow machine alike: the work that mocks, promises and the
 * in-memory IndexedDB have queued is done then. Not for timers of the product, nor for other threads and processes.
 */
export async function eventLoopTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((resolve) => void later(resolve, 0));
}
