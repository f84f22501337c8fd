import { useCallback, useEffect, useState } from 'react';
import { CannotOpen, type Opening, prepareOpening } from './opening.ts';

type State = { key: string; opening: Opening; error: null } | { key: string; opening: null; error: unknown };

let early: { key: string; opening: Promise<Opening> } | null = null;
const keyOf = (publishId: number, at: string | null): string => `${publishId}/${at ?? ''}`;
const isNumber = (publishId: number): boolean => Number.isSafeInteger(publishId) && publishId > 0;

/** Begins to open the book of an address before its screen is drawn; the screen takes it over, once. */
export function openEarly(search: URLSearchParams): void {
  const publishId = Number(search.get('publishId'));
  if (!isNumber(publishId)) return;
  const opening = prepareOpening(publishId, search.get('at'));
  opening.catch(() => undefined);
  early = { key: keyOf(publishId, search.get('at')), opening };
}

function take(publishId: number, at: string | null, fresh: boolean): Promise<Opening> {
  const begun = early?.key === keyOf(publishId, at) ? early.opening : null;
  early = null;
  return begun ?? prepareOpening(publishId, at, fresh);
}

/** What is open belongs to this page alone: it is not among the kept answers, which come and go with a person. */
export function useOpening(publishId: number, at: string | null): { state: State | null; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State | null>(null);
  const key = `${keyOf(publishId, at)}/${attempt}`;
  useEffect(() => {
    let ended = false;
    (isNumber(publishId) ? take(publishId, at, attempt > 0) : Promise.reject(new CannotOpen('no-book'))).then(
      (opening) => !ended && setState({ key, opening, error: null }),
      (error: unknown) => !ended && setState({ key, opening: null, error }),
    );
    return () => {
      ended = true;
    };
  }, [publishId, at, key, attempt]);
  return { state: state?.key === key ? state : null, retry: useCallback(() => setAttempt((before) => before + 1), []) };
}
