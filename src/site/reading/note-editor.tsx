import { useState } from 'react';
import { NOTE_MOST } from '../../../contract/annotation/sync.ts';
import type { KeptMark } from '../../annotations/kept.ts';
import { changeMark, keepBoth } from '../../annotations/marks.ts';
import { Sheet } from '../frame/sheet.tsx';
import { ColourDots } from './selection-menu.tsx';

/** Writes the note of a mark. Where two devices wrote at once, both texts are here to choose from. */
export function NoteEditor({ mark, close }: { mark: KeptMark; close: () => void }) {
  const [note, setNote] = useState(mark.note);
  const [colour, setColour] = useState(mark.colour);
  const keep = (): void => {
    if (note.trim() !== mark.note || colour !== mark.colour || mark.twins.length > 0) changeMark(mark.clientId, { note: note.trim(), colour });
    close();
  };
  return (
    <Sheet
      title="笔记"
      close={close}
      foot={
        <button type="button" className="button button-fill button-wide" onClick={keep}>
          保存
        </button>
      }
    >
      <div className="note-editor">
        {mark.text ? (
          <blockquote className="note-quote serif" data-colour={colour}>
            {mark.text}
          </blockquote>
        ) : null}
        {mark.twins.length > 0 ? (
          <section className="note-twins" aria-label="两个版本">
            <p>您在两台设备上都改了这条笔记：</p>
            {[{ note: mark.note, device: mark.device, clock: mark.clock }, ...mark.twins].map((one) => (
              <button key={one.clock} type="button" className="note-twin" aria-pressed={note === one.note} onClick={() => setNote(one.note)}>
                <span>{one.note || '（没有文字）'}</span>
                <span className="meta">{one.device || '另一台设备'}上写的</span>
              </button>
            ))}
            <button
              type="button"
              className="text-link"
              onClick={() => {
                keepBoth(mark);
                close();
              }}
            >
              两条都留下
            </button>
          </section>
        ) : null}
        <label htmlFor="note-text" className="unseen">
          笔记
        </label>
        <textarea
          id="note-text"
          value={note}
          maxLength={NOTE_MOST}
          rows={5}
          placeholder="写下您的想法"
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep();
          }}
        />
        <p className="meta note-count">
          {note.length} / {NOTE_MOST}
        </p>
        <ColourDots chosen={colour} verb="改为" choose={setColour} />
      </div>
    </Sheet>
  );
}
