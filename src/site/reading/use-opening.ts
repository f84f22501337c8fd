import { useCallback, useEffect, useState } from 'react';
import { CannotOpen, type Opening, prepareOpening } from './opening.ts';

type State = { opening: Opening; error: null } | { opening: null; error: unknown } | null;

/** What is open belongs to this page alone: it is not among the kept answers, which come and go with a person. */
export function useOpening(publishId: number, at: string | null): { state: State; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>(null);
  useEffect(() => {
    let ended = false;
    setState(null);
    const known = Number.isSafeInteger(publishId) && publishId > 0;
    (known ? prepareOpening(publishId, at) : Promise.reject(new CannotOpen('no-book'))).then(
      (opening) => !ended && setState({ opening, error: null }),
      (error: unknown) => !ended && setState({ opening: null, error }),
    );
    return () => {
      ended = true;
    };
  }, [publishId, at, attempt]);
  return { state, retry: useCallback(() => setAttempt((before) => before + 1), []) };
}
