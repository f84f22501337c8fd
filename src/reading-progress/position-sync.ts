import type { PositionRepository, SavedPosition } from './position-repository.ts';
import { createOutbox } from '../sync/outbox.ts';

/** `clock`: the clock of the position on the server. */
export type SendOutcome = { readonly clock: number } | 'later' | 'refused';

/** Sends unsent positions to the server: one at a time, only the newest of each book, with growing delays between retries. */
export function positionSync(options: {
  book: PositionRepository;
  /** The user whose token the next call would carry; null while that is uncertain. */
  person: () => number | null;
  send: (place: SavedPosition) => Promise<SendOutcome>;
  /** Runs the work in only one tab of this device at a time. */
  alone: (work: () => Promise<void>) => Promise<void>;
}): { wake: (delayMs?: number) => void; sendNow: () => Promise<void> } {
  const { book, person, send, alone } = options;
  const round = async (went: () => void): Promise<'done' | 'later'> => {
    const userId = person();
    if (userId === null) return 'done';
    let failed = 0;
    let left = false;
    for (const place of await book.unsent(userId)) {
      if (person() !== userId) return 'done';
      const outcome = await send(place);
      if (outcome === 'later') {
        // One failed book does not block the others; two failures in a row mean that the network is down.
        if (++failed > 1) return 'later';
        left = true;
        continue;
      }
      failed = 0;
      went();
      await book.settle(place, outcome === 'refused' ? undefined : outcome.clock);
    }
    return left ? 'later' : 'done';
  };

  return createOutbox({ round, alone });
}
