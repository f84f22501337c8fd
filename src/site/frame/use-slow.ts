import { useEffect, useState } from 'react';

/** Longer than this nobody looks at an empty page gladly. */
export const SLOW_MS = 2_500;

/** True where something has been waited for too long, as long as it is. */
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
