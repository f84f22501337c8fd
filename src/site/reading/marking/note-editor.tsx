import { useState } from 'react';
import { NOTE_MOST } from '../../../../contract/annotation/sync.ts';
import { asShown } from '../../../annotations/cut-passage.ts';
import type { StoredMark } from '../../../annotations/annotation-record.ts';
import { changeMark, keepBoth, removeMark, restoreMark } from '../../../annotations/marks.ts';
import { inLatin } from '../../../format/script.ts';
import { isTooLong, LongText } from '../../frame/long-text.tsx';
import { Sheet } from '../../frame/sheet.tsx';
import { ColourDots } from './selection-menu.tsx';
import { useTyped } from '../use-typed.ts';

interface NoteEditorProps {
  mark: StoredMark;
  /** It was removed on another device meanwhile. */
  gone: boolean;
  /** The mark was created for this note. */
  fresh: boolean;
  close: () => void;
}

/** Edits the note of a mark. If two devices edited it at the same time, both texts are shown to choose from. */
export function NoteEditor({ mark, gone, fresh, close }: NoteEditorProps) {
  const [opened] = useState(mark);
  const typed = useTyped(mark.twins.length > 0 ? null : `note ${mark.clientId}`, opened.note);
  const [colour, setColour] = useState(mark.colour);
  const note = typed.text;
  const other = mark.note !== typed.over && mark.note !== note.trim();
  const versions = mark.twins.length > 0 ? [mark, ...mark.twins] : other ? [mark] : [];
  const keep = (): void => {
    if (isTooLong(note, NOTE_MOST)) return;
    if (gone) restoreMark({ ...mark, type: note.trim() === '' ? 'highlight' : 'note', note: note.trim(), colour, twins: [] });
    else if (note.trim() !== mark.note || colour !== mark.colour || mark.twins.length > 0) changeMark(mark.clientId, { note: note.trim(), colour });
    typed.forget();
    close();
  };
  const both = (): void => {
    if (isTooLong(note, NOTE_MOST)) return;
    keepBoth(mark, other ? note.trim() : '');
    typed.forget();
    close();
  };
  return (
    <Sheet
      title="笔记"
      close={() => {
        typed.leave();
        if (fresh && note.trim() === '' && mark.note === '') removeMark(mark.clientId);
        close();
      }}
      foot={
        <button type="button" className="button button-fill button-wide" onClick={keep}>
          保存
        </button>
      }
    >
      <div className="note-editor">
        {mark.text ? (
          <blockquote className="note-quote serif" data-colour={colour} {...inLatin(mark.text)}>
            {asShown(mark.text)}
          </blockquote>
        ) : null}
        {gone ? (
          <p className="field-error" role="alert">
            这条笔记已在别处删除；保存会恢复它
          </p>
        ) : null}
        {versions.length > 0 ? (
          <section className="note-twins" aria-label="两个版本">
            <p>{saidOf(mark, opened, typed.over)}</p>
            {versions.map((one) => (
              <button key={one.clock} type="button" className="note-twin" aria-pressed={note === one.note} onClick={() => typed.write(one.note)}>
                <span>{one.note || '（没有文字）'}</span>
                <span className="meta">{one.device || '另一台设备'}上写的</span>
              </button>
            ))}
            <button type="button" className="text-link" onClick={both}>
              两条都留下
            </button>
          </section>
        ) : null}
        <label htmlFor="note-text" className="unseen">
          笔记
        </label>
        <LongText id="note-text" value={note} most={NOTE_MOST} rows={5} placeholder="写下您的想法" write={typed.write} save={keep}>
          {typed.resumed ? '接着上次没有保存的写' : ''}
        </LongText>
        {typed.resumed ? (
          <button type="button" className="text-link note-saved" onClick={typed.forget}>
            不要这些，看已保存的
          </button>
        ) : null}
        <ColourDots chosen={colour} verb="改为" choose={setColour} />
      </div>
    </Sheet>
  );
}

function saidOf(mark: StoredMark, opened: StoredMark, over: string): string {
  if (mark.note === over) return '您在两台设备上都改了这条笔记：';
  return mark.note === opened.note ? '您上次没有写完，后来这条笔记又改过：' : '您写的时候，另一台设备也改了这条笔记：';
}
