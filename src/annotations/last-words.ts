import { remember } from '../session/device-memory.ts';

/** The words a page began with when it was left, to find the place again in a corrected edition. */
export interface LastWords {
  readonly editionId: number;
  readonly documentIndex: number;
  readonly text: string;
}

const KEPT = 'shuzhou.words';
const BOOKS_MOST = 60;
const LENGTH_MOST = 60;

function all(): [publishId: number, words: LastWords][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? (kept as [number, LastWords][]) : [];
  } catch {
    return [];
  }
}

export const lastWords = (publishId: number): LastWords | null => all().find(([one]) => one === publishId)?.[1] ?? null;

export function rememberWords(publishId: number, words: LastWords): void {
  const others = all().filter(([one]) => one !== publishId);
  remember(KEPT, JSON.stringify([[publishId, { ...words, text: words.text.slice(0, LENGTH_MOST) }], ...others].slice(0, BOOKS_MOST)));
}
