import type { PositionRepository, SavedPosition } from './position-repository.ts';
import { createOutbox } from '../sync/outbox.ts';

/** `clock`: of the place, as the server has it. */
export type SendOutcome = { readonly clock: number } | 'later' | 'refused';

/** Sends what the server lacks: one at a time, the newest place of a book only, again after a growing pause. */
export function positionSync(options: {
  book: PositionRepository;
  /** Whose token the next call would carry; null while nobody is sure. */
  person: () => number | null;
  send: (place: SavedPosition) => Promise<SendOutcome>;
  /** Runs alone among the tabs of this device. */
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
        // One book that does not go holds up no other; two in a row are the line.
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
