import { useRef, useState } from 'react';

/**
 * Guards a form against a second press while it is checked and sent. `busy`, for the spinner of the button, is true only while it is sent:
 * a spinner that leaves in the frame in which it came stays in the name of the button.
 */
export function useSending(): { readonly busy: boolean; readonly once: (work: (send: () => void) => Promise<void>) => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const once = async (work: (send: () => void) => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      await work(() => setBusy(true));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, once };
}
