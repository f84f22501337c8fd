import { subscribe } from 'valtio/vanilla';
import { annotations, keptById, write } from './annotations.store.ts';
import type { KeptLook } from './kept.ts';

type Values = Record<string, string | number | boolean>;

const CHOSEN_AFTER_MS = 800;
const idOf = (publishId: number): string => `look-${publishId}`;

function keptLook(publishId: number): KeptLook | null {
  const kept = keptById(idOf(publishId));
  return kept?.kind === 'look' && !kept.deleted ? kept : null;
}

/** True where this book has a look of its own. */
export const hasOwnLook = (publishId: number): boolean => keptLook(publishId) !== null;

export function keepOwnLook(publishId: number, look: Values): void {
  write('look', idOf(publishId), { publishId, look });
}
/** The book follows the others again. */
export function dropOwnLook(publishId: number): void {
  const kept = keptLook(publishId);
  if (kept) write('look', kept.clientId, { publishId, look: kept.look }, true);
}

interface Chosen {
  /** The look on the screen. */
  readonly values: () => Values;
  readonly take: (look: Values) => void;
  readonly watch: (changed: () => void) => () => void;
}

/**
 * Keeps the look of an open book the same on all devices of the reader: the book's own where it has one, else that of
 * all books. What another device chose comes; what is chosen here goes, once the hand rests. Answers how to stop.
 */
export function syncLook(publishId: number, { values, take, watch }: Chosen): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = JSON.stringify(values());

  const adopt = (): void => {
    const kept = keptLook(publishId) ?? keptLook(0);
    if (!kept || timer !== undefined) return;
    take(kept.look);
    known = JSON.stringify(values());
  };
  const put = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const now = values();
    if (JSON.stringify(now) === known) return;
    known = JSON.stringify(now);
    keepOwnLook(hasOwnLook(publishId) ? publishId : 0, now);
  };

  if (annotations.ready) adopt();
  let seen = annotations.changed;
  const stopNotes = subscribe(annotations, () => {
    if (!annotations.ready || annotations.changed === seen) return;
    seen = annotations.changed;
    adopt();
  });
  const stopLook = watch(() => {
    if (JSON.stringify(values()) === known) return;
    clearTimeout(timer);
    timer = setTimeout(put, CHOSEN_AFTER_MS);
  });
  return () => {
    stopNotes();
    stopLook();
    if (timer !== undefined) put();
  };
}
