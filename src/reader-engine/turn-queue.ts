/** Turns that may wait for one that is on its way; a held key asks for more than anybody means. */
const MOST = 2;
/** A turn that takes so long is waited for knowingly. */
const LATE_MS = 800;

/**
 * Turns are made one after another: the second of two quick ones begins where the first ends. `told` hears when one
 * is late, and when it no longer is; what is asked for meanwhile is impatience, and is let go.
 */
export function turnQueue(told: (late: boolean) => void = () => undefined) {
  let arriving: Promise<unknown> | null = null;
  let waiting = 0;
  let late = false;
  const be = (now: boolean): void => {
    if (late !== now) told(now);
    late = now;
  };
  return {
    get busy(): boolean {
      return arriving !== null;
    },
    get late(): boolean {
      return late;
    },
    /** Waits for the one on its way, after which another may be; false where too many wait already, or it is late. */
    async pass(): Promise<boolean> {
      if (waiting >= MOST || late) return false;
      const before = arriving;
      let wasLate = false;
      waiting += 1;
      await Promise.race([before, new Promise<void>((resolve) => setTimeout(resolve, LATE_MS)).then(() => (wasLate = arriving === before))]);
      waiting -= 1;
      return !wasLate;
    },
    /** `turn` is on its way until it is done, whatever comes of it, or nobody waits for it. */
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
    /** Nobody waits any longer for what is on its way. */
    leave(): void {
      arriving = null;
      be(false);
    },
  };
}
