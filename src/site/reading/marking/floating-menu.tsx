import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Selected } from '../../../reader-engine/marks.ts';

const GAP = 10;
/** Height in pixels of a phone's selection handles. */
const HANDLE = 26;

/**
 * Placed below the selected text, or above it when there is no room, inside the page and clear of a notch. The next tab stop
 * after the text is in this menu, before the bars; when it closes the focus returns to the text.
 */
export function FloatingMenu({ rect, label, children }: { rect: Selected['rect']; label: string; children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    const main = element?.closest<HTMLElement>('.reader-main');
    const stage = main?.querySelector<HTMLElement>('.reader-stage');
    if (!element || !main || !stage) return;
    const [left, top] = [stage.offsetLeft + rect.left, stage.offsetTop + rect.top];
    const below = top + rect.height + (matchMedia('(pointer: coarse)').matches ? HANDLE : GAP);
    const above = top - element.offsetHeight - GAP;
    const lowest = stage.offsetTop + stage.offsetHeight + GAP - element.offsetHeight;
    const y = below <= lowest ? below : above >= GAP ? above : Math.max(GAP, lowest);
    const most = stage.offsetLeft + stage.offsetWidth - element.offsetWidth - 8;
    const x = Math.max(stage.offsetLeft + 8, Math.min(left + rect.width / 2 - element.offsetWidth / 2, most));
    Object.assign(element.style, { top: `${y}px`, left: `${x}px`, visibility: 'visible' });
  });
  useLayoutEffect(() => {
    const element = menu.current;
    const frame = element?.closest('.reader-main')?.querySelector<HTMLIFrameElement>('iframe[data-shown]');
    const inside = frame?.contentDocument;
    if (!element || !frame || !inside) return;
    const enter = (event: KeyboardEvent): void => {
      if (event.key !== 'Tab' || event.shiftKey) return;
      event.preventDefault();
      element.querySelector('button')?.focus({ preventScroll: true });
    };
    inside.addEventListener('keydown', enter);
    return () => {
      inside.removeEventListener('keydown', enter);
      if (element.contains(document.activeElement)) frame.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={menu} className="marking-menu" role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}
