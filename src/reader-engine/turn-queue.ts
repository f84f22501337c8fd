/** Turns that may wait for one that is on its way; a held key asks for more than anybody means. */
const MOST = 2;

/** Turns are made one after another: the second of two quick ones begins where the first ends. */
export function turnQueue() {
  let arriving: Promise<unknown> | null = null;
  let waiting = 0;
  return {
    get busy(): boolean {
      return arriving !== null;
    },
    /** Waits for the one on its way, after which another may be; false where too many wait already. */
    async pass(): Promise<boolean> {
      if (waiting >= MOST) return false;
      waiting += 1;
      await arriving;
      waiting -= 1;
      return true;
    },
    /** `turn` is on its way until it is done, whatever comes of it. */
    async until<T>(turn: Promise<T>): Promise<T> {
      const mine = turn.then(
        () => undefined,
        () => undefined,
      );
      arriving = mine;
      try {
        return await turn;
      } finally {
        if (arriving === mine) arriving = null;
      }
    },
  };
}
