import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { SUGGESTION } from '../../../contract/limits.ts';
import { placeIn } from '../../../contract/reading/search-folding.ts';
import type { IconName } from '../frame/icon.tsx';
import { SEARCH } from '../frame/search-field.tsx';
import { kindMark, workPath } from '../book-tile/book-tile.tsx';
import { suggested } from './catalog-queries.ts';
import { searches } from './search-history.store.ts';

export interface Suggestion {
  readonly icon: IconName;
  readonly text: string;
  /** Shown after the text; also the description for users who do not see the icon. */
  readonly note: string;
  readonly kind: string;
  readonly marks: readonly (readonly [from: number, to: number])[];
  readonly to: string;
}

/** Number of the user's own earlier searches that are listed first. */
const OWN = 3;
const HAN = /\p{Script=Han}/u;

const searchPath = (words: string): string => `${SEARCH}?keyword=${encodeURIComponent(words)}`;

/** One Chinese character is meaningful; one letter is not. */
const saysSomething = (typed: string): boolean => HAN.test(typed) || [...typed].length >= SUGGESTION.letters;

/** Returns suggestions for the typed text: the user's earlier searches at once, and the server's suggestions after a pause. */
export function useSuggestions(typed: string): readonly Suggestion[] {
  const { words } = useSnapshot(searches);
  const asked = useRest(saysSomething(typed) ? typed : '', SUGGESTION.waitMs);
  const { data } = useQuery({
    ...suggested(asked),
    enabled: asked !== '',
    retry: false,
    // While the user types on, the old suggestions stay until the new ones arrive.
    placeholderData: (before, query) => (query && asked.startsWith(query.queryKey[1].query.keyword) ? before : undefined),
  });
  if (!saysSomething(typed)) return [];
  const own = words.filter((word) => word !== typed && markOf(word, typed)).slice(0, OWN);
  const made: Suggestion[] = own.map((word) => ({
    icon: 'clock',
    text: word,
    note: '',
    kind: '搜索过',
    marks: markOf(word, typed) ?? [],
    to: searchPath(word),
  }));
  if (asked === '' || !data) return made;
  for (const { name, marks } of data.authors)
    if (!own.includes(name)) made.push({ icon: 'me', text: name, note: '作者', kind: '作者', marks, to: searchPath(name) });
  for (const work of data.works) {
    const kind = kindMark(work) || '作品';
    made.push({ icon: kind === '作品' ? 'book' : 'play', text: work.title, note: work.authorsText, kind, marks: work.marks, to: workPath(work) });
  }
  return made;
}

function markOf(word: string, typed: string): [[number, number]] | null {
  const place = placeIn(word, typed);
  return place && [[place[0], place[1]]];
}

/** Returns the text after it has not changed for a while; empty text at once. */
function useRest(words: string, waitMs: number): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), words === '' ? 0 : waitMs);
    return () => clearTimeout(timer);
  }, [words, waitMs]);
  return words === '' ? '' : rested;
}
