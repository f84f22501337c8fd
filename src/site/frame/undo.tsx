import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import './undo.css';

/** How long a removal may be taken back. */
const UNDO_MS = 7_000;

interface UndoProps {
  readonly words: string;
  /** What was removed: another one begins the time anew. */
  readonly of: string;
  readonly take: () => void;
  /** It can no longer be taken back. */
  readonly over: () => void;
  /** On a page with the house's bar, not over a book's. */
  readonly aboveBar?: boolean;
}

/**
 * Says what was removed, and takes it back for a few seconds; whoever has the keyboard or the pointer on its button is not hurried.
 * When it goes the keyboard is where it came from.
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the time runs from the removal, whoever draws it again
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

/** What has gone meanwhile gives way to the text of the book, or the head of the page. */
function leave(button: Element, from: Element | null): void {
  const next = from?.isConnected ? from : (button.closest('main') ?? document).querySelector('iframe[data-shown], h1');
  if (!(next instanceof HTMLElement)) return;
  if (next.localName === 'h1') next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
