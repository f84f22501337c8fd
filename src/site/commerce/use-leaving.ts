import { useEffect, useState } from 'react';

/** True from the moment the page is left for another one, until the browser shows it again from its back cache. */
export function useLeaving(): [leaving: boolean, leave: () => void] {
  const [leaving, set] = useState(false);
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) set(false);
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  return [leaving, () => set(true)];
}
