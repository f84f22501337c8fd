import { acrossWindow, framesIn, moves } from './frame/inner-frame.ts';
import { pageZoom, type PageZoom } from './page-zoom.ts';

export type { PageZoom };

export type TapZone = 'left' | 'middle' | 'right';

/** Jump history (Alt and an arrow), search in this book (Control F), undo (Control Z). */
export type KeyAction = 'back' | 'forward' | 'find' | 'undo';

export interface InputTarget {
  /** Handles a tap on the page outside links and selected text. */
  tap(zone: TapZone): void;
  /** Called first for a tap. Returns true when the element under it handled the tap. */
  hit?(frame: HTMLIFrameElement, event: MouseEvent, zone: TapZone): boolean;
  link(address: string, link: Element): void;
  /** A swipe or arrow key towards the right edge of the screen (+1) or the left edge (-1). */
  towards(side: 1 | -1): void;
  forward(): void;
  back(): void;
  /**
   * In scroll mode: moves some lines forwards (+1) or back (-1). `wheel` handles a wheel event of so many pixels. Both return false in
   * paged mode.
   */
  line?(by: 1 | -1): boolean;
  wheel?(event: WheelEvent, pixels: number): boolean;
  /** Whether the scroll is at its start or end; null in paged mode. */
  ends?(): { readonly vertical: boolean; readonly atStart: boolean; readonly atEnd: boolean } | null;
  /** Handles keys that do something other than turn pages. */
  asked?(action: KeyAction): void;
  first(): void;
  last(): void;
}

/** Input that has to wait for the code or the page that handles it. */
export type PendingInput = (target: Pick<InputTarget, 'link' | 'forward' | 'back' | 'first' | 'last' | 'asked'>) => void;

/** Maximum number of waiting inputs; a held key produces more than the user intends. */
export const MOST_PENDING = 2;

const SWIPE = 36;
const TAP_SLOP = 10;
const LONG_PRESS_MS = 600;
/** Milliseconds. After a wheel or trackpad turned a page, it has to rest this long. */
const WHEEL_REST_MS = 180;
const WHEEL_LEAST = 24;
/** Pixels. Pulling a scroll this far beyond its end goes to the next document. */
const PULL = 64;
const LINK = 'a[href],area[href]';
const BUSY = '[data-scroll],input,textarea,select,button,a[href],summary,audio,video,dialog,[role="dialog"],[role="slider"],[contenteditable],:modal';
/** Controls that a book may have on its pages. A tap on one is not a page turn: the browser handles it. */
const CONTROLS = 'summary,input,textarea,select,option,button,label,audio,video,[contenteditable]';
/** Controls that a finger or the mouse drags. A swipe that starts on one does not turn the page. */
const DRAGGED = 'input,textarea,select,audio,video,[contenteditable]';

/** The keys that operate each element; other keys turn the page while it has the focus. An element not listed keeps every key. */
const PRESSED_BY: Readonly<Record<string, readonly string[]>> = { a: ['Enter'], button: ['Enter', ' ', 'Escape'], summary: ['Enter', ' '] };
/** Elements with their own keyboard handling. */
const BESIDE = 'dialog,[role="dialog"],[role="menu"],[role="toolbar"]';

/** On touch devices volume keys may turn pages; on desktops they control the volume. */
const TOUCHED = '(pointer: coarse)';

/** Keys that move text down or up. */
const DOWN: Readonly<Record<string, number>> = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1 };

export interface PageInput {
  /** Listens in a frame too; the coordinates of its taps are converted to those of the host. */
  listenIn(frame: HTMLIFrameElement): void;
  stop(): void;
  readonly zoom: PageZoom;
}

export function pageInput(host: HTMLElement, turns: InputTarget): PageInput {
  const stopping = new AbortController();
  const { signal } = stopping;
  // A scaled frame holds a fixed-layout page.
  const zoom = pageZoom(host, () => (host.querySelector<HTMLIFrameElement>('iframe[data-shown]')?.style.transform ?? '') !== '', signal);
  const whole =
    <T extends unknown[]>(act: (...given: T) => void) =>
    (...given: T): void => {
      zoom.reset();
      act(...given);
    };
  /** After a page turn the page is shown at zoom level 1. */
  const target: InputTarget = {
    ...turns,
    towards: whole(turns.towards),
    forward: whole(turns.forward),
    back: whole(turns.back),
    first: whole(turns.first),
    last: whole(turns.last),
  };
  let down: { x: number; y: number; at: number; id: number } | null = null;
  /** The current touch gesture has already had its effect. */
  let done = false;
  /** The selection at the start of the touch or click: a tap outside it clears it. */
  let selectedBefore = '';
  let pulled: { x: number; y: number; vertical: boolean; atStart: boolean; atEnd: boolean } | null = null;
  let wheelAt = 0;
  let wheelSum = 0;
  /** The direction of the last turn in this wheel gesture. */
  let wheelTo = 0;

  const listen = (place: Document | HTMLElement, frame: HTMLIFrameElement | null) => {
    zoom.listenIn(place, frame);
    const on = <E extends Event>(name: string, listener: (event: E) => void, passive = true) =>
      place.addEventListener(name, (event) => listener(event as E), { signal, passive });

    on<PointerEvent>('pointerdown', (event) => {
      down =
        event.isPrimary && event.button === 0 && !isIn(event, DRAGGED)
          ? { x: event.clientX, y: event.clientY, at: event.timeStamp, id: event.pointerId }
          : null;
      done = false;
      selectedBefore = selectedIn(frame);
    });
    on<PointerEvent>('pointerup', (event) => {
      if (!down || event.pointerId !== down.id || event.pointerType === 'mouse') return;
      const across = event.clientX - down.x;
      const along = event.clientY - down.y;
      if (selectedIn(frame) !== selectedBefore) return;
      // While the page is zoomed in, a finger moves it.
      if (zoom.level > 1 && Math.hypot(across, along) > TAP_SLOP) return void (done = true);
      if (Math.abs(across) >= SWIPE && Math.abs(across) >= 1.5 * Math.abs(along)) {
        done = true;
        putAway(frame);
        target.towards(across < 0 ? 1 : -1);
      } else if (
        Math.hypot(across, along) <= TAP_SLOP &&
        event.timeStamp - down.at < LONG_PRESS_MS &&
        (isIn(event, LINK) || !isIn(event, CONTROLS))
      ) {
        done = true;
        touch(event, frame);
      }
    });
    // After a swipe a browser may suppress the next click, so a finger's tap is handled from touch events and no click follows it.
    on<TouchEvent>(
      'touchend',
      (event) => {
        if (done && event.cancelable) event.preventDefault();
        if (pulled && event.touches.length === 0) pull(event.changedTouches[0]);
      },
      false,
    );
    on<TouchEvent>('touchstart', (event) => {
      const [finger, ends] = [event.touches[0], target.ends?.()];
      pulled = finger && ends && event.touches.length === 1 ? { x: finger.screenX, y: finger.screenY, ...ends } : null;
    });
    on<MouseEvent>('click', (event) => click(event, frame), false);
    // The middle button would open links in a new tab.
    on<MouseEvent>(
      'auxclick',
      (event) => {
        if (event.button !== 1) return;
        const anchor = held(event, frame);
        if (anchor) target.link(anchor.address, anchor.element);
      },
      false,
    );
    // A nested frame scrolls first, as long as it can scroll further.
    const own = (pixels: number): boolean => frame !== null && frame.ownerDocument !== host.ownerDocument && moves(place as Document, pixels);
    on<WheelEvent>('wheel', (event) => own(event.deltaY) || wheel(event), false);
    if (frame) on<KeyboardEvent>('keydown', (event) => own(DOWN[event.key] ?? 0) || key(event), false);
  };

  /** A scroll that was at its end when the touch started is left by pulling further. */
  const pull = (finger: Touch | undefined): void => {
    if (!finger || !pulled) return;
    const by = pulled.vertical ? finger.screenX - pulled.x : pulled.y - finger.screenY;
    const { atStart, atEnd } = pulled;
    pulled = null;
    if (atEnd && by >= PULL) target.forward();
    else if (atStart && by <= -PULL) target.back();
  };

  /**
   * Returns the link at an event and prevents the browser from following it. A `<use>` copy of a drawing may contain a link that is not
   * visible.
   */
  const held = (event: MouseEvent, frame: HTMLIFrameElement | null) => {
    const anchor = linkAt(event, frame, host);
    if (anchor || (event.target as Element | null)?.closest?.('use')) event.preventDefault();
    return anchor;
  };

  const click = (event: MouseEvent, frame: HTMLIFrameElement | null) => {
    const anchor = held(event, frame);
    if (!anchor && isIn(event, CONTROLS)) return;
    const moved = down ? Math.hypot(event.clientX - down.x, event.clientY - down.y) > TAP_SLOP || event.timeStamp - down.at > LONG_PRESS_MS : false;
    if (!done && !moved && event.button === 0) touch(event, frame);
  };

  const touch = (event: MouseEvent, frame: HTMLIFrameElement | null) => {
    const anchor = linkAt(event, frame, host);
    if (selectedBefore) return putAway(frame);
    if (selectedIn(frame)) return;
    if (anchor) return target.link(anchor.address, anchor.element);
    const room = host.getBoundingClientRect();
    const x = (acrossWindow(event.clientX, frame, host) - room.left) / room.width;
    // The left and right zones do not match the window while the page is zoomed in.
    const zone = zoom.level > 1 ? 'middle' : x < 1 / 3 ? 'left' : x > 2 / 3 ? 'right' : 'middle';
    if (!frame || !target.hit?.(frame, event, zone)) target.tap(zone);
  };

  const wheel = (event: WheelEvent) => {
    if (event.ctrlKey) return;
    const pixels = Math.abs(event.deltaY) >= Math.abs(event.deltaX) ? event.deltaY : event.deltaX;
    if (target.wheel?.(event, pixels)) {
      // The rest of this gesture reaches the end of the scroll; it must not turn the page.
      wheelAt = event.timeStamp;
      wheelTo = Math.sign(pixels);
      wheelSum = wheelTo * WHEEL_LEAST;
      return;
    }
    event.preventDefault();
    const resting = event.timeStamp - wheelAt > WHEEL_REST_MS;
    wheelAt = event.timeStamp;
    if (resting) wheelSum = wheelTo = 0;
    // A reversed gesture takes effect before the page has come to rest, however far it went before.
    wheelSum = Math.max(-WHEEL_LEAST, Math.min(WHEEL_LEAST, wheelSum + pixels));
    const to = Math.trunc(wheelSum / WHEEL_LEAST);
    if (to === 0 || to === wheelTo) return;
    wheelTo = to;
    if (to > 0) target.forward();
    else target.back();
  };

  const key = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      const pending = pendingOf(event);
      if (!pending || !target.asked) return;
      event.preventDefault();
      return target.asked(pending);
    }
    const element = event.target as Element | null;
    const busy = element?.closest?.(BUSY);
    if (
      busy &&
      (busy.closest(BESIDE) || (PRESSED_BY[busy.matches('[type=checkbox]') ? 'summary' : busy.localName] ?? [event.key]).includes(event.key))
    )
      return;
    const verb: (() => unknown) | undefined = verbs[event.key === ' ' && event.shiftKey ? 'PageUp' : event.key];
    if (!verb) return;
    event.preventDefault();
    verb();
  };
  const verbs: Record<string, (() => unknown) | undefined> = {
    ArrowRight: () => target.towards(1),
    ArrowLeft: () => target.towards(-1),
    ArrowDown: () => target.line?.(1) || target.forward(),
    ArrowUp: () => target.line?.(-1) || target.back(),
    MediaTrackNext: target.forward,
    MediaTrackPrevious: target.back,
    ...(matchMedia(TOUCHED).matches ? { AudioVolumeDown: target.forward, AudioVolumeUp: target.back } : {}),
    PageDown: target.forward,
    ' ': target.forward,
    PageUp: target.back,
    Home: target.first,
    End: target.last,
    '+': () => zoom.by(1),
    '=': () => zoom.by(1),
    '-': () => zoom.by(-1),
    '0': () => zoom.reset(),
    Escape: () => target.tap('middle'),
  };

  listen(host, null);
  host.ownerDocument.addEventListener('keydown', key, { signal });
  return {
    listenIn(frame) {
      const inside = frame.contentDocument;
      if (!inside) return;
      listen(inside, frame);
      framesIn(inside, (inner, document) => listen(document, inner), signal);
    },
    stop: () => stopping.abort(),
    zoom,
  };
}

const isIn = ({ target }: Event, selector: string): boolean => (target as Element | null)?.closest?.(selector) != null;

/** Undo in a text field and open dialogs take precedence over these keys. */
function pendingOf({ key, altKey, shiftKey, ctrlKey, metaKey, target }: KeyboardEvent): KeyAction | null {
  if (altKey) return ctrlKey || metaKey ? null : key === 'ArrowLeft' ? 'back' : key === 'ArrowRight' ? 'forward' : null;
  const inside = (places: string): boolean => (target as Element | null)?.closest?.(places) != null;
  if (shiftKey || inside(':modal')) return null;
  const letter = key.toLowerCase();
  return letter === 'f' ? 'find' : letter === 'z' && !inside('input,textarea,select,[contenteditable]') ? 'undo' : null;
}

/** WebKit sends no events into frames without scripts: there the host receives the event and looks up the element under it. */
function linkAt(event: MouseEvent, frame: HTMLIFrameElement | null, host: HTMLElement): { address: string; element: Element } | null {
  let element = event.target as Element | null;
  if (!frame) {
    const shown = host.querySelector<HTMLIFrameElement>('iframe[data-shown]');
    const rect = shown?.getBoundingClientRect();
    element = (rect && shown?.contentDocument?.elementFromPoint(event.clientX - rect.left, event.clientY - rect.top)) ?? null;
  }
  const used = element?.closest?.('use');
  // The target of an event in a `<use>` copy does not show its contents; its links lead where the original's links lead.
  const drawn = used && used.ownerDocument.getElementById(used.getAttribute('href')?.slice(1) ?? '');
  const anchor = element?.closest?.(LINK) ?? (drawn?.matches(LINK) ? drawn : drawn?.querySelector(LINK));
  return anchor ? { address: anchor.getAttribute('href') ?? '', element: anchor } : null;
}

const selectedIn = (frame: HTMLIFrameElement | null): string => {
  const selection = frame?.contentDocument?.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return '';
  const { startOffset, endOffset } = selection.getRangeAt(0);
  const { length } = selection.toString();
  // A double click on a picture selects the picture and no text.
  return length > 0 ? `${startOffset} ${endOffset} ${length}` : '';
};

const putAway = (frame: HTMLIFrameElement | null): void => frame?.contentDocument?.getSelection()?.removeAllRanges();
