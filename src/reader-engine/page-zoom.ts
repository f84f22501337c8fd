/** Zoom of fixed-layout pages in a window, where pinch zoom is not available. */
export interface PageZoom {
  /** 1 shows the complete page. */
  readonly level: number;
  /** Goes to the next level closer (+1) or further away (-1), about the middle of the window. */
  by(step: 1 | -1): void;
  reset(): void;
  /** Calls the listener for every new level, until the returned function is called. */
  follow(listener: (level: number) => void): () => void;
}

export interface ZoomInput extends PageZoom {
  /** Handles drags and wheel events of an element while pages are zoomed; `frame`: the frame whose document it is. */
  listenIn(place: Document | HTMLElement, frame: HTMLIFrameElement | null): void;
}

export const ZOOM_LEVELS = [1, 1.25, 1.5, 2, 2.5, 3, 4] as const;
const MOST = 4;
/** Zoom per wheel pixel: a notch of 100 zooms in by a fifth; a trackpad pinch follows the fingers. */
const PER_PIXEL = 0.002;
const LINE_PIXELS = 16;

/** Limits the page offset, so that no edge of the page moves into the window. */
export const held = (offset: number, length: number, level: number): number => Math.min(0, Math.max(length * (1 - level), offset));

/** `isFixed`: whether the visible pages have a fixed layout. */
export function pageZoom(host: HTMLElement, isFixed: () => boolean, signal: AbortSignal): ZoomInput {
  const listeners = new Set<(level: number) => void>();
  let level = 1;
  let [x, y] = [0, 0];
  let drag: { id: number; x: number; y: number } | null = null;

  const put = (): void => {
    const [width, height] = [host.clientWidth, host.clientHeight];
    [x, y] = [held(x, width, level), held(y, height, level)];
    const [left, top] = [-x / level, -y / level];
    const insets = [top, width - left - width / level, height - top - height / level, left].map((one) => `${Math.max(0, one)}px`);
    Object.assign(host.style, {
      transformOrigin: '0 0',
      transform: level === 1 ? '' : `translate(${x}px,${y}px) scale(${level})`,
      clipPath: level === 1 ? '' : `inset(${insets.join(' ')})`,
    });
    host.toggleAttribute('data-near', level > 1);
  };
  /** The content at a point of the window stays under it. The point is measured from the host's unscaled corner. */
  const to = (wanted: number, atX: number, atY: number): void => {
    const next = Math.min(MOST, Math.max(1, wanted));
    if (next === level) return;
    x = atX - ((atX - x) / level) * next;
    y = atY - ((atY - y) / level) * next;
    level = next;
    put();
    for (const listener of listeners) listener(level);
  };
  const middle = (wanted: number): void => to(wanted, host.clientWidth / 2, host.clientHeight / 2);
  const moved = (byX: number, byY: number): void => {
    x += byX;
    y += byY;
    put();
  };

  const wheel = (event: WheelEvent, frame: HTMLIFrameElement | null): void => {
    if (event.defaultPrevented || !isFixed()) return;
    const unit = event.deltaMode === 1 ? LINE_PIXELS : 1;
    if (event.ctrlKey) {
      event.preventDefault();
      const room = host.getBoundingClientRect();
      const outside = frame?.getBoundingClientRect();
      const scale = frame && outside ? outside.width / frame.offsetWidth || 1 : 1;
      const [atX, atY] = [(outside?.left ?? 0) + event.clientX * scale - room.left + x, (outside?.top ?? 0) + event.clientY * scale - room.top + y];
      to(level * Math.exp(-event.deltaY * unit * PER_PIXEL), atX, atY);
    } else if (level > 1) {
      event.preventDefault();
      event.stopImmediatePropagation();
      moved(-event.deltaX * unit, -event.deltaY * unit);
    }
  };
  addEventListener('resize', () => middle(1), { signal });

  return {
    get level() {
      return level;
    },
    by: (step) => {
      const next = step > 0 ? ZOOM_LEVELS.find((one) => one > level + 0.01) : ZOOM_LEVELS.findLast((one) => one < level - 0.01);
      if (next !== undefined && isFixed()) middle(next);
    },
    reset: () => middle(1),
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listenIn(place, frame) {
      const on = <E extends Event>(name: string, listener: (event: E) => void): void =>
        place.addEventListener(name, (event) => listener(event as E), { signal, passive: false });
      on<WheelEvent>('wheel', (event) => wheel(event, frame));
      on<PointerEvent>('pointerdown', (event) => {
        drag = level > 1 && event.isPrimary && event.button === 0 ? { id: event.pointerId, x: event.screenX, y: event.screenY } : null;
      });
      // A drag that selects text would not move the page.
      on<MouseEvent>('mousedown', (event) => {
        if (level > 1 && event.button === 0) event.preventDefault();
      });
      on<PointerEvent>('pointermove', (event) => {
        if (!drag || event.pointerId !== drag.id || event.buttons === 0) return;
        moved(event.screenX - drag.x, event.screenY - drag.y);
        drag = { id: drag.id, x: event.screenX, y: event.screenY };
      });
    },
  };
}
