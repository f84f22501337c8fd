import { useEffect } from 'react';

/** The browser confirms before the tab closes during an upload. */
export function useAskBeforeUnload(sending: boolean): void {
  useEffect(() => {
    if (!sending) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [sending]);
}
