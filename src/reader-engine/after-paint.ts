/** Work that must not hold a turn back: done once after the frame that shows it, and so long after. Milliseconds. */
export function afterPaint(work: () => void): { ask(after: number): void; cancel(): void } {
  let frame = 0;
  let timer = 0;
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  return {
    cancel,
    ask(after) {
      cancel();
      const later = (): void => void (timer = window.setTimeout(work, after));
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
