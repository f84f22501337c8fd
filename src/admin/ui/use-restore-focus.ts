import { useEffect, useState } from 'react';

/** When a window closes, returns the focus to the element that had it before, unless the focus has moved elsewhere or the element is gone. */
export function useRestoreFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
    [before],
  );
}
