import { useEffect, useState } from 'react';

/**
 * One tab of a device answers an attempt; another one waits until the student goes on there. Without locks in the browser every tab is active: the journal
 * keeps what each writes.
 */
export function useOnlyTab(attemptKey: string): { active: boolean; take: () => void } {
  const [active, setActive] = useState(() => !('locks' in navigator));
  const [steal, setSteal] = useState(0);
  useEffect(() => {
    if (!('locks' in navigator)) return undefined;
    const over = Promise.withResolvers<void>();
    let here = true;
    const held = (lock: Lock | null): Promise<void> | undefined => {
      if (!lock || !here) return undefined;
      setActive(true);
      return over.promise;
    };
    navigator.locks
      .request(`shuzhou-attempt ${attemptKey}`, steal > 0 ? { steal: true } : { ifAvailable: true }, held)
      // Another tab has taken it.
      .catch(() => here && setActive(false));
    return () => {
      here = false;
      over.resolve();
    };
  }, [attemptKey, steal]);
  return { active, take: () => setSteal((count) => count + 1) };
}
