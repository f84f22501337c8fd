/** Work that must not hold a turn back: done once after the frame that shows it, and so long after. Milliseconds. */
export interface AfterPaint {
  ask(after: number): void;
  cancel(): void;
  /** What was asked for and is not done yet is done now: somebody needs its result. */
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
      // A hidden page has no frames.
      if (document.hidden) later();
      else frame = requestAnimationFrame(later);
    },
  };
}

export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => work(), { timeout: 500 });
  else setTimeout(work, 50);
}

/** Between two pieces of work: a tap, or a frame of the screen, that waits comes first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
