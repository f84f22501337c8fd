import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { PreparedBook } from '../../../../contract/reading/prepared-book.ts';
import { paperOf, THEMES } from '../../../reader-engine/style/look.ts';
import { noteFrame, type NoteFrame } from '../../../reader-engine/note/note-frame.ts';
import type { BookNote } from '../../../reader-engine/note/note.ts';
import type { Reader } from '../../../reader-engine/open-book.ts';
import { traitsOf } from '../../../reader-engine/frame/page-frame.ts';
import { Icon } from '../../frame/icon.tsx';
import { jumpFrom, pageOverlay, showNote, shutNote } from '../page-overlay.store.ts';
import { readingLook } from '../reading-look.store.ts';
import './note-view.css';

/** Share of the window that the text of a note may take. */
const MOST = 0.45;

/** The note whose link opened the next one, and the number of that opening. */
let followed: { readonly note: BookNote; readonly shown: number } | null = null;

/** Shows a note at its sign; the book stays behind it. */
export function NoteView({ note, reader, book }: { note: BookNote; reader: Reader; book: PreparedBook }) {
  const frame = useRef<HTMLDialogElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const look = useSnapshot(readingLook);
  const [before] = useState(() => (followed?.shown === pageOverlay.shown ? followed.note : null));
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
  useEffect(() => {
    const host = text.current;
    if (!host) return;
    let shown: NoteFrame | null = null;
    let gone = false;
    const on = {
      most: () => Math.round(innerHeight * MOST),
      async link(address: string, original: Element | undefined) {
        if (!original) return;
        followed = { note, shown: pageOverlay.shown + 1 };
        shutNote(note);
        await reader.follow(address, original);
        if (pageOverlay.note === null) followed = null;
      },
      escape: () => frame.current?.close(),
    };
    const traits = traitsOf(book, { isFixed: () => false, asks: () => ({ flow: 'scroll' }) });
    void noteFrame(host, note, traits, { ...readingLook }, on).then((made) => {
      if (gone) return made.stop();
      shown = made;
    });
    const lay = (): void => shown?.lay({ ...readingLook });
    addEventListener('resize', lay);
    return () => {
      gone = true;
      removeEventListener('resize', lay);
      shown?.stop();
    };
  }, [note, book, reader]);
  const lead = (): void => {
    shut();
    jumpFrom(reader.place);
    void reader.goTo({ href: note.href });
  };
  const { paper, ink, link } = THEMES[paperOf(look.theme)];
  return (
    <dialog
      ref={frame}
      className="note-view"
      tabIndex={-1}
      aria-labelledby="note-view"
      closedby="any"
      style={{ '--paper': paper, '--ink': ink, '--brand-text': link } as CSSProperties}
      onClose={shut}
    >
      <div className="note-view-body">
        <div className="reader-sheet-head">
          <h2 id="note-view">注释{note.sign ? ` ${note.sign}` : ''}</h2>
          <button type="button" className="icon-button" aria-label="关闭注释" onClick={() => frame.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
        <div ref={text} className="note-view-text" />
        <div className="note-view-ways">
          {before ? (
            <button type="button" className="button button-line button-wide" onClick={() => showNote(before)}>
              回到注释 {before.sign}
            </button>
          ) : null}
          <button type="button" className="button button-line button-wide" onClick={lead}>
            到注释所在的页
          </button>
        </div>
      </div>
    </dialog>
  );
}
