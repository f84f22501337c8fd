import { MOST_PENDING } from './page-input.ts';

/** Milliseconds after which a turn is reported as late. */
const LATE_MS = 800;

/**
 * Runs turns one after another: the second of two quick ones starts where the first ends. Calls `told` when a turn
 * is late, and again when it no longer is. Turns requested meanwhile are discarded.
 */
export function turnQueue(onLate: (late: boolean) => void = () => undefined) {
  let arriving: Promise<unknown> | null = null;
  let waiting = 0;
  let late = false;
  const be = (now: boolean): void => {
    if (late !== now) onLate(now);
    late = now;
  };
  return {
    get busy(): boolean {
      return arriving !== null;
    },
    get late(): boolean {
      return late;
    },
    /** Waits for the running turn. Resolves to false when too many turns are waiting or the running one is late. */
    async pass(): Promise<boolean> {
      if (waiting >= MOST_PENDING || late) return false;
      const before = arriving;
      let wasLate = false;
      waiting += 1;
      await Promise.race([before, new Promise<void>((resolve) => setTimeout(resolve, LATE_MS)).then(() => (wasLate = arriving === before))]);
      waiting -= 1;
      return !wasLate;
    },
    /** `turn` counts as running until it settles or until `leave` is called. */
    async until<T>(turn: Promise<T>): Promise<T> {
      const mine = turn.then(
        () => undefined,
        () => undefined,
      );
      arriving = mine;
      be(false);
      const patience = setTimeout(() => arriving === mine && be(true), LATE_MS);
      try {
        return await turn;
      } finally {
        clearTimeout(patience);
        if (arriving === mine) this.leave();
      }
    },
    /** Stops waiting for the running turn. */
    leave(): void {
      arriving = null;
      be(false);
    },
  };
}
