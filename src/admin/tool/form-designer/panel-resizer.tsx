import { useEffect, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';

const KEY = 'shuzhou.designer-panel';
const [LEAST, MOST, USUAL] = [280, 480, 320];
const STEP = 16;

const limited = (width: number): number => Math.min(MOST, Math.max(LEAST, Math.round(width)));

function stored(): number {
  try {
    return limited(Number(localStorage.getItem(KEY)) || USUAL);
  } catch {
    return USUAL;
  }
}

/** Changes the width of the property panel, by pointer or arrow keys. */
export function PanelResizer({ root }: { root: RefObject<HTMLDivElement | null> }) {
  const [width, setWidth] = useState(stored);
  useEffect(() => {
    root.current?.style.setProperty('--fd-panel', `${width}px`);
    try {
      localStorage.setItem(KEY, String(width));
    } catch {
      // The width lasts as long as the page.
    }
  }, [root, width]);
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const { currentTarget, pointerId, clientX } = event;
    const from = width;
    currentTarget.setPointerCapture(pointerId);
    const move = (next: globalThis.PointerEvent): void => setWidth(limited(from + clientX - next.clientX));
    const end = (): void => {
      currentTarget.removeEventListener('pointermove', move);
      currentTarget.removeEventListener('pointerup', end);
    };
    currentTarget.addEventListener('pointermove', move);
    currentTarget.addEventListener('pointerup', end);
  };
  const key = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? STEP : event.key === 'ArrowRight' ? -STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    setWidth(limited(width + by));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is interactive
    <div
      className="fd-resizer"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule cannot be moved
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="属性栏的宽度"
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      onPointerDown={drag}
      onKeyDown={key}
    />
  );
}
