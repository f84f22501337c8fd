import { proxy } from 'valtio/vanilla';
import { readMemory, writeMemory } from '../../storage/local-memory.ts';
import { currentPerson } from '../../session/current-person.ts';
import { onPersonChange } from '../../session/session.store.ts';

/** Each user of a device has an own list, and visitors have one. */
const keyOf = (): string => `shuzhou.searches.${currentPerson() ?? 'visitor'}`;
/** The list of earlier releases, which had no owner. */
const OWNERLESS = 'shuzhou.searches';
const MOST = 10;

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(readMemory(keyOf()) ?? '[]');
    return Array.isArray(kept) ? kept.filter((word): word is string => typeof word === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** The search terms of the current user on this device, the latest first. */
export const searches = proxy({ words: read() });
onPersonChange(() => void (searches.words = read()));
writeMemory(OWNERLESS, null);

function keep(words: string[]): void {
  searches.words = words;
  writeMemory(keyOf(), words.length > 0 ? JSON.stringify(words) : null);
}

export const rememberSearch = (word: string): void => keep([word, ...searches.words.filter((other) => other !== word)].slice(0, MOST));
export const forgetSearches = (): void => keep([]);
