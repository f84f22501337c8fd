import { hears } from './blank-frame.ts';

/** Reports every frame inside a page, now and after it is filled again. Events in a frame do not bubble to the page around it. */
export function framesIn(page: Document, tell: (frame: HTMLIFrameElement, inside: Document) => void, signal: AbortSignal): void {
  const notified = new WeakSet<Document>();
  const meet = (frame: HTMLIFrameElement): void => {
    const inside = frame.contentDocument;
    if (!inside || inside.URL === 'about:blank' || notified.has(inside)) return;
    notified.add(inside);
    if (hears(frame)) return tell(frame, inside);
    // WebKit: the page handles the events meant for the frame.
    frame.style.pointerEvents = 'none';
    frame.tabIndex = -1;
  };
  for (const frame of page.querySelectorAll('iframe')) meet(frame);
  page.addEventListener('load', ({ target }) => (target as Element).localName === 'iframe' && meet(target as HTMLIFrameElement), {
    capture: true,
    signal,
  });
}

/** Converts a distance from the left edge of a frame (of the page or nested in it) to a distance from the left edge of the window. */
export function acrossWindow(x: number, frame: Element | null, host: Element): number {
  let across = x;
  for (let at = frame; at; at = at.ownerDocument === host.ownerDocument ? null : (at.ownerDocument.defaultView?.frameElement ?? null)) {
    const { left, width } = at.getBoundingClientRect();
    across = left + at.clientLeft + across * (width / (at as HTMLElement).offsetWidth || 1);
  }
  return across;
}

/** Whether a document can scroll further in that direction. */
export function moves({ documentElement: root }: Document, pixels: number): boolean {
  if (pixels === 0) return false;
  return pixels > 0 ? root.scrollTop + root.clientHeight < root.scrollHeight - 1 : root.scrollTop > 0;
}
