import { proxy } from 'valtio/vanilla';
import { readMemory, writeMemory } from '../../storage/local-memory.ts';
import { currentPerson } from '../../session/current-person.ts';
import { onPersonChange, session } from '../../session/session.store.ts';

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
/** Terms searched while the user of the token was not loaded yet, the latest first: stored once it is known whose they are. */
let unowned: string[] = [];

const ownerIsUnknown = (): boolean => session.now.state === 'restoring' && currentPerson() === null;
const withFirst = (words: readonly string[], others: readonly string[]): string[] => [...new Set([...words, ...others])].slice(0, MOST);

function save(words: string[]): void {
  searches.words = words;
  writeMemory(keyOf(), words.length > 0 ? JSON.stringify(words) : null);
}

onPersonChange((userId) => {
  if (ownerIsUnknown()) return;
  const early = unowned;
  unowned = [];
  if (userId !== null && early.length > 0) save(withFirst(early, read()));
  else searches.words = read();
});
writeMemory(OWNERLESS, null);

export function rememberSearch(word: string): void {
  const words = withFirst([word], searches.words);
  if (!ownerIsUnknown()) return save(words);
  unowned = withFirst([word], unowned);
  searches.words = words;
}

export function forgetSearches(): void {
  unowned = [];
  save([]);
}
