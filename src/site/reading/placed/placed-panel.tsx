import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { onBackKey } from '../../frame/back-key.ts';
import { Icon } from '../../frame/icon.tsx';

interface Props {
  kind: 'watch' | 'exercise';
  title: string;
  close: () => void;
  children: ReactNode;
}

/**
 * A panel beside the page, whose text does not move: a film is above the page on a phone, can be moved on a tablet, and is in the column at the
 * side on a wide screen; exercises are in a sheet, in the lower part, and in that column.
 */
export function PlacedPanel({ kind, title, close, children }: Props) {
  const panel = useRef<HTMLDialogElement>(null);
  useEffect(() => onBackKey(close), [close]);
  useLayoutEffect(() => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const own = panel.current;
    own?.focus({ preventScroll: true });
    return () => {
      if (own?.contains(document.activeElement) || document.activeElement === document.body) opener?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <>
      <div className="placed-dim" data-kind={kind} onClick={close} aria-hidden="true" />
      <dialog
        open
        ref={panel}
        className="placed-panel"
        data-kind={kind}
        aria-label={title}
        tabIndex={-1}
        onKeyDown={(event) => onEscape(event, close)}
      >
        <div className="placed-panel-head" onPointerDown={kind === 'watch' ? drag : undefined}>
          <h2 className="one-line">{title}</h2>
          <button type="button" className="icon-button" aria-label={`关闭${title}`} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </dialog>
    </>
  );
}

function onEscape(event: React.KeyboardEvent, close: () => void): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  close();
}

/** Moves the panel by its head where it lies freely over the page, and keeps all of it in the window. */
function drag(event: PointerEvent<HTMLElement>): void {
  const panel = event.currentTarget.parentElement;
  if (!panel || !matchMedia('(min-width: 768px)').matches || (event.target as Element).closest('button')) return;
  const box = panel.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  const head = event.currentTarget;
  head.setPointerCapture(event.pointerId);
  const move = (to: globalThis.PointerEvent): void => {
    const left = Math.min(innerWidth - box.width, Math.max(0, to.clientX - x));
    const top = Math.min(innerHeight - box.height, Math.max(0, to.clientY - y));
    Object.assign(panel.style, { left: `${left}px`, top: `${top}px`, right: 'auto', bottom: 'auto' });
  };
  head.addEventListener('pointermove', move);
  head.addEventListener('lostpointercapture', () => head.removeEventListener('pointermove', move), { once: true });
}
