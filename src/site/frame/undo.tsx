import { useEffect } from 'react';
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

/** Says what was removed, and takes it back for a few seconds. */
export function Undo({ words, of, take, over, aboveBar = false }: UndoProps) {
  useEffect(() => {
    const soon = setTimeout(over, UNDO_MS);
    return () => clearTimeout(soon);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the time runs from the removal, whoever draws it again
  }, [of]);
  return (
    <output className={aboveBar ? 'undo undo-above-bar' : 'undo'}>
      <span>{words}</span>
      <button type="button" onClick={take}>
        撤销
      </button>
    </output>
  );
}
