import { useEffect, useRef } from 'react';
import type { BookNote } from '../../reader-engine/note.ts';
import type { Reader } from '../../reader-engine/open-book.ts';
import { Icon } from '../frame/icon.tsx';
import { jumpFrom, shutNote } from './page-overlay.store.ts';

/** Shows a note at its sign; the book stays behind it. */
export function NoteView({ note, reader }: { note: BookNote; reader: Reader }) {
  const frame = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const text = document.activeElement;
    const sign = text instanceof HTMLIFrameElement ? text.contentDocument?.activeElement : null;
    frame.current?.showModal();
    frame.current?.focus();
    // The dialog returns the focus at most to the page, not to the element inside its frame that had it.
    return () => {
      if (document.activeElement === text || document.activeElement === document.body)
        (sign as HTMLElement | null | undefined)?.focus({ preventScroll: true });
    };
  }, []);
  const shut = (): void => shutNote(note);
  const lead = (): void => {
    shut();
    jumpFrom(reader.place);
    void reader.goTo({ href: note.href });
  };
  return (
    <dialog ref={frame} className="note-view" tabIndex={-1} aria-labelledby="note-view" closedby="any" onClose={shut}>
      <div className="note-view-body">
        <div className="reader-sheet-head">
          <h2 id="note-view">注释{note.sign ? ` ${note.sign}` : ''}</h2>
          <button type="button" className="icon-button" aria-label="关闭注释" onClick={() => frame.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
        <div className="note-view-text serif">
          {note.paragraphs.map((paragraph, index) => (
            <p key={`${index}-${paragraph.slice(0, 12)}`}>{paragraph}</p>
          ))}
        </div>
        <button type="button" className="button button-line button-wide" onClick={lead}>
          到注释所在的页
        </button>
      </div>
    </dialog>
  );
}
