import { hears } from './blank-frame.ts';

/** Tells of every frame that stands in a page, now or after it is filled anew: what happens in one is not heard around it. */
export function framesIn(page: Document, tell: (frame: HTMLIFrameElement, inside: Document) => void, signal: AbortSignal): void {
  const told = new WeakSet<Document>();
  const meet = (frame: HTMLIFrameElement): void => {
    const inside = frame.contentDocument;
    if (!inside || inside.URL === 'about:blank' || told.has(inside)) return;
    told.add(inside);
    if (hears(frame)) return tell(frame, inside);
    // WebKit: the page takes what is meant for it.
    frame.style.pointerEvents = 'none';
    frame.tabIndex = -1;
  };
  for (const frame of page.querySelectorAll('iframe')) meet(frame);
  page.addEventListener('load', ({ target }) => (target as Element).localName === 'iframe' && meet(target as HTMLIFrameElement), {
    capture: true,
    signal,
  });
}

/** A distance from the left edge of a frame, of the page or in it, as one from the left edge of the window. */
export function acrossWindow(x: number, frame: Element | null, host: Element): number {
  let across = x;
  for (let at = frame; at; at = at.ownerDocument === host.ownerDocument ? null : (at.ownerDocument.defaultView?.frameElement ?? null)) {
    const { left, width } = at.getBoundingClientRect();
    across = left + at.clientLeft + across * (width / (at as HTMLElement).offsetWidth || 1);
  }
  return across;
}

/** Whether a document has more of itself to show that way. */
export function moves({ documentElement: root }: Document, pixels: number): boolean {
  if (pixels === 0) return false;
  return pixels > 0 ? root.scrollTop + root.clientHeight < root.scrollHeight - 1 : root.scrollTop > 0;
}
