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
    let release: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (release = resolve));
    let here = true;
    const held = (lock: Lock | null): Promise<void> | undefined => {
      if (!lock || !here) return undefined;
      setActive(true);
      return over;
    };
    navigator.locks
      .request(`shuzhou-attempt ${attemptKey}`, steal > 0 ? { steal: true } : { ifAvailable: true }, held)
      // Another tab has taken it.
      .catch(() => here && setActive(false));
    return () => {
      here = false;
      release();
    };
  }, [attemptKey, steal]);
  return { active, take: () => setSteal((count) => count + 1) };
}
