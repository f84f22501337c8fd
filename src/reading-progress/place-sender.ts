import { backOff } from './clock.ts';
import type { PlaceBook, SavedPlace } from './place-book.ts';

export type SendOutcome = 'taken' | 'later' | 'refused';

/** Sends what the server lacks: one at a time, the newest place of a book only, again after a growing pause. */
export function placeSender(options: {
  book: PlaceBook;
  person: () => number | null;
  send: (place: SavedPlace) => Promise<SendOutcome>;
  /** Runs alone among the tabs of this device. */
  alone: (work: () => Promise<void>) => Promise<void>;
}): { wake: (delayMs?: number) => void; sendNow: () => Promise<void> } {
  const { book, person, send, alone } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Infinity;
  let failures = 0;
  let sending: Promise<void> | null = null;

  const round = async (): Promise<void> => {
    const userId = person();
    if (userId === null) return;
    for (const place of await book.unsent(userId)) {
      if (person() !== userId) return;
      const outcome = await send(place);
      if (outcome === 'later') {
        failures += 1;
        return wake(backOff(failures - 1));
      }
      failures = 0;
      await book.settle(place);
    }
  };

  const sendNow = (): Promise<void> => {
    clearTimeout(timer);
    dueAt = Infinity;
    sending ??= alone(round)
      .catch(() => undefined)
      .finally(() => {
        sending = null;
      });
    return sending;
  };

  function wake(delayMs = 0): void {
    const at = Date.now() + delayMs;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void sendNow(), delayMs);
  }

  return { wake, sendNow };
}
