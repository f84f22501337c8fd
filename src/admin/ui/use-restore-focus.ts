import { useEffect, useState } from 'react';

/** What had the keyboard when a window came up has it again when that is gone, unless it went on elsewhere or is gone itself. */
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
