/** Work that must not delay a page turn: runs once, this many milliseconds after the frame that shows the page. */
export interface AfterPaint {
  ask(after: number): void;
  cancel(): void;
  /** Runs requested work at once, because its result is needed. */
  settle(): void;
}

export function afterPaint(work: () => void): AfterPaint {
  let frame = 0;
  let timer = 0;
  let asked = false;
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    asked = false;
  };
  const settle = (): void => {
    if (!asked) return;
    cancel();
    work();
  };
  return {
    cancel,
    settle,
    ask(after) {
      cancel();
      asked = true;
      const later = (): void => void (timer = window.setTimeout(settle, after));
      // A hidden page gets no animation frames.
      if (document.hidden) later();
      else frame = requestAnimationFrame(later);
    },
  };
}

export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => work(), { timeout: 500 });
  else setTimeout(work, 50);
}

/** Yields between two pieces of work, so that a waiting tap or frame is handled first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
