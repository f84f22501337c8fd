import type { MouseEvent } from 'react';

/**
 * Attributes for a form's button while its request is running: it does nothing but keeps the focus, which a disabled button would lose.
 * Enter in a field of the form also presses it.
 */
export const busy = (pending: boolean) => ({
  'aria-disabled': pending,
  onClick: (event: MouseEvent): void => {
    if (pending) event.preventDefault();
  },
});
