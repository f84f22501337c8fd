import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import './undo.css';

/** Milliseconds during which a removal can be undone. */
const UNDO_MS = 7_000;

interface UndoProps {
  readonly words: string;
  /** Identifies what was removed: another removal restarts the time. */
  readonly of: string;
  readonly take: () => void;
  /** Called when the undo time is over. */
  readonly over: () => void;
  /** Whether the page has the application's bottom bar; not over a book. */
  readonly aboveBar?: boolean;
}

/**
 * Shows what was removed, with an undo button for a few seconds. The time stops while the button has the focus or the pointer.
 * When the bar disappears, the focus returns to where it came from.
 */
export function Undo({ words, of, take, over, aboveBar = false }: UndoProps) {
  const button = useRef<HTMLButtonElement>(null);
  const from = useRef<Element | null>(null);
  const [held, setHeld] = useState({ keyboard: false, pointer: false });
  const waits = held.keyboard || held.pointer;
  useEffect(() => {
    if (waits) return;
    const soon = setTimeout(over, UNDO_MS);
    return () => clearTimeout(soon);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the time runs from the removal, also when it renders again
  }, [of, waits]);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element && element === document.activeElement) leave(element, from.current);
    };
  }, []);
  const enter = ({ relatedTarget }: FocusEvent<HTMLElement>): void => {
    from.current = relatedTarget;
    setHeld((now) => ({ ...now, keyboard: true }));
  };
  return (
    <output className={aboveBar ? 'undo undo-above-bar' : 'undo'}>
      <span>{words}</span>
      <button
        ref={button}
        type="button"
        onClick={take}
        onFocus={enter}
        onBlur={() => setHeld((now) => ({ ...now, keyboard: false }))}
        onPointerEnter={({ pointerType }) => setHeld((now) => ({ ...now, pointer: pointerType === 'mouse' }))}
        onPointerLeave={() => setHeld((now) => ({ ...now, pointer: false }))}
      >
        撤销
      </button>
    </output>
  );
}

/** If the previous element is gone, the focus moves to the text of the book or to the page heading. */
function leave(button: Element, from: Element | null): void {
  const next = from?.isConnected ? from : (button.closest('main') ?? document).querySelector('iframe[data-shown], h1');
  if (!(next instanceof HTMLElement)) return;
  if (next.localName === 'h1') next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
