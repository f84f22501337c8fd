import { useEffect, useState } from 'react';

/** Milliseconds after which an empty page needs a loading message. */
export const SLOW_MS = 2_500;

/** Returns true while something has been loading for too long. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const patience = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(patience);
      setSlow(false);
    };
  }, [waiting]);
  return slow && waiting;
}
