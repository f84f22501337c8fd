export type TapZone = 'left' | 'middle' | 'right';

export interface InputTarget {
  /** A tap on the page outside links and selected text. */
  tap(zone: TapZone): void;
  link(address: string): void;
  /** The finger or the arrow went towards the right edge of the screen (+1) or the left (-1). */
  towards(side: 1 | -1): void;
  forward(): void;
  back(): void;
  first(): void;
  last(): void;
}

const SWIPE = 36;
const TAP_SLOP = 10;
const LONG_PRESS_MS = 600;
/** A wheel or trackpad turns once, then has to rest. */
const WHEEL_REST_MS = 180;
const WHEEL_LEAST = 24;
const BUSY = 'input,textarea,select,button,a[href],summary,[role="dialog"],[role="slider"],[contenteditable]';

export interface PageInput {
  /** Listens in a frame too; its taps are reckoned in the host's coordinates. */
  listenIn(frame: HTMLIFrameElement): void;
  stop(): void;
}

export function pageInput(host: HTMLElement, target: InputTarget): PageInput {
  const stopping = new AbortController();
  const { signal } = stopping;
  let down: { x: number; y: number; at: number; id: number } | null = null;
  /** The finger's gesture has had its effect. */
  let done = false;
  let wheelAt = 0;
  let wheelSum = 0;

  const listen = (place: Document | HTMLElement, frame: HTMLIFrameElement | null) => {
    const on = <E extends Event>(name: string, listener: (event: E) => void, passive = true) =>
      place.addEventListener(name, (event) => listener(event as E), { signal, passive });

    on<PointerEvent>('pointerdown', (event) => {
      down = event.isPrimary && event.button === 0 ? { x: event.clientX, y: event.clientY, at: event.timeStamp, id: event.pointerId } : null;
      done = false;
    });
    on<PointerEvent>('pointerup', (event) => {
      if (!down || event.pointerId !== down.id || event.pointerType === 'mouse') return;
      const across = event.clientX - down.x;
      const along = event.clientY - down.y;
      if (Math.abs(across) >= SWIPE && Math.abs(across) >= 1.5 * Math.abs(along)) {
        done = true;
        target.towards(across < 0 ? 1 : -1);
      } else if (Math.hypot(across, along) <= TAP_SLOP && event.timeStamp - down.at < LONG_PRESS_MS) {
        done = true;
        touch(event, frame);
      }
    });
    // After a swipe a browser may keep the next click to itself: a finger's tap is its own event, and no click follows it.
    on<TouchEvent>('touchend', (event) => done && event.cancelable && event.preventDefault(), false);
    on<MouseEvent>('click', (event) => click(event, frame), false);
    on<WheelEvent>('wheel', wheel, false);
    if (frame) on<KeyboardEvent>('keydown', key, false);
  };

  const click = (event: MouseEvent, frame: HTMLIFrameElement | null) => {
    if (linkAt(event, frame, host)) event.preventDefault();
    const moved = down ? Math.hypot(event.clientX - down.x, event.clientY - down.y) > TAP_SLOP || event.timeStamp - down.at > LONG_PRESS_MS : false;
    if (!done && !moved && event.button === 0) touch(event, frame);
  };

  const touch = (event: MouseEvent, frame: HTMLIFrameElement | null) => {
    const anchor = linkAt(event, frame, host);
    if (anchor) return target.link(anchor);
    const selection = frame?.contentDocument?.getSelection();
    if (selection && !selection.isCollapsed) return;
    const outside = frame?.getBoundingClientRect();
    const scale = frame && outside ? outside.width / frame.offsetWidth || 1 : 1;
    const room = host.getBoundingClientRect();
    const x = ((outside?.left ?? 0) + event.clientX * scale - room.left) / room.width;
    target.tap(x < 1 / 3 ? 'left' : x > 2 / 3 ? 'right' : 'middle');
  };

  const wheel = (event: WheelEvent) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    const resting = event.timeStamp - wheelAt > WHEEL_REST_MS;
    wheelAt = event.timeStamp;
    if (resting) wheelSum = 0;
    const before = Math.abs(wheelSum);
    wheelSum += Math.abs(event.deltaY) >= Math.abs(event.deltaX) ? event.deltaY : event.deltaX;
    if (before >= WHEEL_LEAST || Math.abs(wheelSum) < WHEEL_LEAST) return;
    if (wheelSum > 0) target.forward();
    else target.back();
  };

  const key = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const element = event.target as Element | null;
    const busy = element?.closest?.(BUSY);
    if (busy && !(busy.localName === 'a' && event.key !== 'Enter')) return;
    const verb = verbs[event.key === ' ' && event.shiftKey ? 'PageUp' : event.key];
    if (!verb) return;
    event.preventDefault();
    verb();
  };
  const verbs: Record<string, (() => void) | undefined> = {
    ArrowRight: () => target.towards(1),
    ArrowLeft: () => target.towards(-1),
    ArrowDown: target.forward,
    ArrowUp: target.back,
    PageDown: target.forward,
    ' ': target.forward,
    PageUp: target.back,
    Home: target.first,
    End: target.last,
    Escape: () => target.tap('middle'),
  };

  listen(host, null);
  host.ownerDocument.addEventListener('keydown', key, { signal });
  return {
    listenIn: (frame) => frame.contentDocument && listen(frame.contentDocument, frame),
    stop: () => stopping.abort(),
  };
}

/** WebKit does not send events into frames without scripts: there the host is hit, and asks what lies under it. */
function linkAt(event: MouseEvent, frame: HTMLIFrameElement | null, host: HTMLElement): string | null {
  let element = event.target as Element | null;
  if (!frame) {
    const shown = host.querySelector<HTMLIFrameElement>('iframe[data-shown]');
    const rect = shown?.getBoundingClientRect();
    element = (rect && shown?.contentDocument?.elementFromPoint(event.clientX - rect.left, event.clientY - rect.top)) ?? null;
  }
  const anchor = element?.closest?.('a[href], area[href]');
  return anchor?.getAttribute('href') ?? anchor?.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? null;
}
