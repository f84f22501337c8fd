import type { MouseEvent } from 'react';

/**
 * Of a form's button while what it sent is on its way: it does nothing, and keeps the keyboard, which a disabled one would lose.
 * Enter in a field of the form presses it too.
 */
export const busy = (pending: boolean) => ({
  'aria-disabled': pending,
  onClick: (event: MouseEvent): void => {
    if (pending) event.preventDefault();
  },
});
