import { remember } from '../storage/local-memory.ts';
import { personHere } from '../session/current-person.ts';

/** The words a page began with when it was left, to find the place again in a corrected edition. Nobody else's words are answered. */
export interface LastWords {
  readonly editionId: number;
  readonly documentIndex: number;
  readonly text: string;
}

const KEPT = 'shuzhou.words';
const BOOKS_MOST = 60;
const LENGTH_MOST = 60;

type Entry = [publishId: number, words: LastWords & { readonly userId: number | null }];

function all(): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? (kept as Entry[]) : [];
  } catch {
    return [];
  }
}

export function lastWords(publishId: number): LastWords | null {
  const who = personHere();
  return all().find(([one, { userId }]) => one === publishId && userId === who)?.[1] ?? null;
}

export function rememberWords(publishId: number, words: LastWords): void {
  const others = all().filter(([one]) => one !== publishId);
  remember(
    KEPT,
    JSON.stringify([[publishId, { ...words, userId: personHere(), text: words.text.slice(0, LENGTH_MOST) }], ...others].slice(0, BOOKS_MOST)),
  );
}
