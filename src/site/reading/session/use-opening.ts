import { useCallback, useEffect, useState } from 'react';
import { CannotOpen, type Opening, prepareOpening } from './opening.ts';

type State = { key: string; opening: Opening; error: null } | { key: string; opening: null; error: unknown };

let early: { key: string; opening: Promise<Opening> } | null = null;
const publishIdIn = (search: URLSearchParams): number => Number(search.get('publishId'));
const isNumber = (publishId: number): boolean => Number.isSafeInteger(publishId) && publishId > 0;

/** Starts to open the book of an address before its screen renders; the screen uses the result once, unless the navigation was abandoned. */
export function openEarly(search: URLSearchParams, left?: AbortSignal): void {
  if (!isNumber(publishIdIn(search)) || left?.aborted) return;
  const opening = prepareOpening(publishIdIn(search), search);
  opening.catch(() => undefined);
  const mine = { key: search.toString(), opening };
  early = mine;
  left?.addEventListener('abort', () => (early = early === mine ? null : early), { once: true });
}

function take(asked: string, fresh: boolean): Promise<Opening> {
  // Opened again, it starts at the user's position: the address may no longer contain the passage.
  const search = new URLSearchParams(fresh ? location.search : asked);
  const begun = early?.key === asked ? early.opening : null;
  early = null;
  if (!isNumber(publishIdIn(search))) return Promise.reject(new CannotOpen('no-book'));
  return begun ?? prepareOpening(publishIdIn(search), search, fresh);
}

/** The state belongs to this page only: it is not in the query cache, which is cleared when the user changes. */
export function useOpening(search: URLSearchParams): { state: State | null; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State | null>(null);
  const asked = search.toString();
  const key = `${asked}/${attempt}`;
  useEffect(() => {
    let ended = false;
    take(asked, attempt > 0).then(
      (opening) => !ended && setState({ key, opening, error: null }),
      (error: unknown) => !ended && setState({ key, opening: null, error }),
    );
    return () => {
      ended = true;
    };
  }, [asked, key, attempt]);
  return { state: state?.key === key ? state : null, retry: useCallback(() => setAttempt((before) => before + 1), []) };
}
