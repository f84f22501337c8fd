/** Distance in pixels after which letting go reloads the page's data, and the farthest that the page follows the finger. */
export const PULL = 64;
const FARTHEST = 96;

/** Reports how far a finger pulls the page down at its very top, and `onPull` once it was pulled far enough. Returns a function that stops. */
export function listenForPull(element: HTMLElement, onMove: (pulled: number) => void, onPull: () => void): () => void {
  let start: number | null = null;
  let way = 0;
  const begin = (event: TouchEvent): void => {
    start = window.scrollY <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
    way = 0;
  };
  const move = (event: TouchEvent): void => {
    if (start === null) return;
    way = ((event.touches[0]?.clientY ?? start) - start) / 2.2;
    if (way <= 0 || window.scrollY > 0) return onMove(0);
    if (event.cancelable && way > 6) event.preventDefault();
    onMove(Math.min(FARTHEST, way));
  };
  const end = (): void => {
    if (start !== null && way >= PULL) onPull();
    start = null;
    onMove(0);
  };
  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener('touchstart', begin, { passive: true, signal });
  element.addEventListener('touchmove', move, { passive: false, signal });
  for (const name of ['touchend', 'touchcancel'] as const) element.addEventListener(name, end, { signal });
  return () => stop.abort();
}
