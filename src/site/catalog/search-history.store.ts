import { proxy } from 'valtio/vanilla';
import { writeMemory } from '../../storage/local-memory.ts';

const KEPT = 'shuzhou.searches';
const MOST = 10;

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((word): word is string => typeof word === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** The search terms used on this device, the latest first. */
export const searches = proxy({ words: read() });

function keep(words: string[]): void {
  searches.words = words;
  writeMemory(KEPT, JSON.stringify(words));
}

export const rememberSearch = (word: string): void => keep([word, ...searches.words.filter((other) => other !== word)].slice(0, MOST));
export const forgetSearches = (): void => keep([]);
