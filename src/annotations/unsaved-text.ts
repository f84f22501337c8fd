import { writeMemory } from '../storage/local-memory.ts';
import { currentPerson } from '../session/current-person.ts';

/** The first text of the page when it was left, to find the position again in a corrected edition. Only the same user gets it. */
export interface UnsavedText {
  readonly editionId: number;
  readonly documentIndex: number;
  readonly text: string;
}

const KEPT = 'shuzhou.words';
const BOOKS_MOST = 60;
const LENGTH_MOST = 60;

type Entry = [publishId: number, words: UnsavedText & { readonly userId: number | null }];

function all(): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? (kept as Entry[]) : [];
  } catch {
    return [];
  }
}

export function unsavedText(publishId: number): UnsavedText | null {
  const who = currentPerson();
  return all().find(([one, { userId }]) => one === publishId && userId === who)?.[1] ?? null;
}

export function saveUnsavedText(publishId: number, words: UnsavedText): void {
  const others = all().filter(([one]) => one !== publishId);
  writeMemory(
    KEPT,
    JSON.stringify([[publishId, { ...words, userId: currentPerson(), text: words.text.slice(0, LENGTH_MOST) }], ...others].slice(0, BOOKS_MOST)),
  );
}
