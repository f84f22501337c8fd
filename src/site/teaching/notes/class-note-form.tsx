import { useRef, useState } from 'react';
import { COLOURS, type Passage } from '../../../../contract/annotation/sync.ts';
import { addClassNote, editClassNote, uploadNoteSound, type BookClassNotes, type ClassNote } from '../../../../contract/teaching/class-note.ts';
import { CODE } from '../../../../contract/error.ts';
import { MB } from '../../../../contract/limits.ts';
import { CLASS_NOTE } from '../../../../contract/teaching/teaching-limits.ts';
import { colourName } from '../../../annotations/notes-export.ts';
import { call, CallError } from '../../../api/call.ts';
import { useStoredDraft } from '../../../drafts/use-stored-draft.ts';
import { inLatin } from '../../../format/script.ts';
import { confirm, toast, toastError } from '../../frame/dialogs.ts';
import { isTooLong, LongText } from '../../frame/long-text.tsx';
import { Sheet } from '../../frame/sheet.tsx';
import { NoteRecording } from './note-recording.tsx';
import { refreshClassNotes } from './class-note-acts.ts';
import '../../frame/mark-colours.css';
import './class-note.css';

type Class = BookClassNotes['classes'][number];

interface Props {
  /** A note that is changed, or the passage of a new one with the classes that may get it. */
  readonly of: ClassNote | { readonly passage: Passage; readonly classes: readonly Class[] };
  readonly close: () => void;
}

/** Writes or changes a note of a teacher. The text stays on the device until the server has it. */
export function ClassNoteForm({ of, close }: Props) {
  const before = 'noteId' in of ? of : null;
  const passage = 'noteId' in of ? of : of.passage;
  const classes = 'noteId' in of ? [] : of.classes;
  const draft = useStoredDraft<string>(before ? `class note ${before.noteId}` : `class note ${passage.publishId} ${passage.cfi.slice(0, 80)}`);
  const [typed, setTyped] = useState<string | null>(null);
  const [colour, setColour] = useState<ClassNote['colour']>(before?.colour ?? 'green');
  const [picked, setPicked] = useState<readonly number[]>(classes.map(({ classId }) => classId));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [sound, setSound] = useState<File | null | undefined>(undefined);
  /** The recording as the server stored it, so that a second try does not send it again. */
  const uploaded = useRef<{ readonly of: File; readonly fileId: number } | null>(null);
  const stored = draft.found?.value;
  const note = typed ?? stored ?? before?.note ?? '';
  const write = (text: string): void => {
    setTyped(text);
    if (text === (before?.note ?? '')) void draft.clear();
    else draft.keep(text);
  };
  const storeSound = async (file: File, classId: number): Promise<number> => {
    if (uploaded.current?.of === file) return uploaded.current.fileId;
    if (file.size > CLASS_NOTE.soundBytes) throw new CallError(CODE.invalid, `录音不能超过${CLASS_NOTE.soundBytes / MB}MB，请录短一些`);
    const body = new FormData();
    body.set('file', file, file.name);
    const { fileId } = await call(uploadNoteSound, { params: { classId }, body });
    uploaded.current = { of: file, fileId };
    return fileId;
  };
  const send = async (): Promise<void> => {
    setTried(true);
    if (note.trim() === '' || isTooLong(note, CLASS_NOTE.note) || (!before && picked.length === 0)) return;
    setBusy(true);
    try {
      const audio = sound === undefined ? {} : { audioFileId: sound && (await storeSound(sound, before?.classId ?? picked[0] ?? 0)) };
      await (before
        ? call(editClassNote, { params: { noteId: before.noteId }, body: { note, colour, version: before.version, ...audio } })
        : call(addClassNote, { body: { ...passage, note, colour, classIds: [...picked], ...audio } }));
      await draft.clear();
      close();
      void toast(before ? '已修改' : '已发布，班级成员在书里能看到');
      await refreshClassNotes();
    } catch (error) {
      setBusy(false);
      void toastError(error);
    }
  };
  const leave = async (): Promise<void> => {
    // A recording lives in this form only.
    if (sound && !(await confirm('录音还没有保存', '关上后这段录音就没有了，写的字还在。', '不要录音'))) return;
    if (typed !== null && typed.trim() !== '' && typed !== before?.note) void toast('还没有保存；再打开时可以接着写');
    close();
  };
  return (
    <Sheet
      title={before ? '修改批注' : '写批注'}
      close={() => void leave()}
      foot={
        <button type="button" className="button button-fill button-wide" disabled={busy} onClick={() => void send()}>
          {busy ? '正在保存…' : before ? '保存' : '发布给班级'}
        </button>
      }
    >
      <div className="class-note-form">
        <blockquote className="class-note-quote serif" data-colour={colour} {...inLatin(passage.text)}>
          {passage.text}
        </blockquote>
        <label htmlFor="class-note-text">批注</label>
        <LongText
          id="class-note-text"
          value={note}
          most={CLASS_NOTE.note}
          rows={4}
          placeholder="写给学生的话，例如这句的语法、要注意的发音"
          write={write}
          save={() => void send()}
          wrong={tried && note.trim() === '' ? '请写下批注' : ''}
        >
          {typed === null && stored !== undefined ? '接着上次没有保存的写' : ''}
        </LongText>
        <NoteRecording before={before} sound={sound} disabled={busy} change={setSound} />
        <fieldset className="class-note-colours" aria-label="颜色">
          {COLOURS.map((one) => (
            <button
              key={one}
              type="button"
              data-colour={one}
              aria-label={`${colourName(one)}色`}
              aria-pressed={colour === one}
              onClick={() => setColour(one)}
            />
          ))}
        </fieldset>
        {classes.length > 1 ? (
          <fieldset className="class-note-classes">
            <legend>给哪些班级</legend>
            {classes.map(({ classId, className }) => (
              <label key={classId}>
                <input
                  type="checkbox"
                  checked={picked.includes(classId)}
                  onChange={({ target }) => setPicked(target.checked ? [...picked, classId] : picked.filter((id) => id !== classId))}
                />
                {className}
              </label>
            ))}
            {tried && picked.length === 0 ? (
              <p className="field-error" role="alert">
                请选择班级
              </p>
            ) : null}
          </fieldset>
        ) : (
          classes.map(({ classId, className }) => (
            <p key={classId} className="meta">
              发布给“{className}”的成员
            </p>
          ))
        )}
      </div>
    </Sheet>
  );
}
