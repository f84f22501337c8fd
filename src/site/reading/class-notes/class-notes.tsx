import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { subscribe } from 'valtio/vanilla';
import type { BookClassNotes, ClassNote } from '../../../../contract/teaching/class-note.ts';
import { CLASS_NOTE } from '../../../../contract/teaching/teaching-limits.ts';
import { packedNotes } from '../../../class-pack/class-pack.ts';
import { wakeLearning } from '../../../learning/learning-sender.ts';
import { putSession } from '../../../learning/learning-store.ts';
import { learningTime } from '../../../learning/learning-time.ts';
import type { Selected } from '../../../reader-engine/marks.ts';
import { currentPerson } from '../../../session/current-person.ts';
import { toast } from '../../frame/dialogs.ts';
import { Icon } from '../../frame/icon.tsx';
import { Sheet } from '../../frame/sheet.tsx';
import { marking } from '../marking/marking.store.ts';
import { passageOf } from '../passage-of.ts';
import type { NoteItem } from '../placed/placed-words.ts';
import { leaveFor, readingPage } from '../session/reading-page.store.ts';
import type { SheetProps } from '../sheet-props.ts';
import { dropNote, setPublished } from '../../teaching/notes/class-note-acts.ts';
import { ClassNoteForm } from '../../teaching/notes/class-note-form.tsx';
import { NoteText } from '../../teaching/notes/note-text.tsx';
import { classNotesView, hideClassNotes } from './class-notes.store.ts';
import { useNotePlaces, type NotePlace } from './use-note-places.ts';
import '../../frame/switch.css';
import './class-notes.css';

const NONE: BookClassNotes = { classes: [], notes: [] };
/** Milliseconds between two reports while a page is open. */
const REPORT_MS = 60_000;
/** Ids of marks of this layer begin with it. */
const MARK = 'class-note-';

interface Props extends Pick<SheetProps, 'opening' | 'reader'> {
  /** The answer of the server; undefined without a network, where the packs on the device are read. */
  readonly answer: BookClassNotes | undefined;
  /** The note whose chip was pressed last. */
  readonly asked: Pick<NoteItem, 'noteId'> | null;
  /** Takes the chips of the notes of the shown chapter. */
  readonly show: (items: readonly NoteItem[]) => void;
}

/** The notes of teachers in the text, as a layer of marks with chips beside it, and the reading time of members of classes. */
export function ClassNotes({ opening, reader, answer, asked, show }: Props) {
  const { publishId } = opening.card;
  const userId = currentPerson() ?? 0;
  const stored = useQuery({
    queryKey: ['class notes of the packs', userId, publishId],
    queryFn: () => packedNotes(userId, publishId),
    enabled: answer === undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const { classes, notes } = answer ?? stored.data ?? NONE;
  const { place, chrome } = useSnapshot(readingPage);
  const { selected, tapped } = useSnapshot(marking);
  const { hidden, open } = useSnapshot(classNotesView);
  const shown = place?.documentIndex ?? -1;
  const placeOf = useNotePlaces(notes, { opening, reader }, shown);
  const drawing = JSON.stringify(
    hidden ? [] : notes.flatMap((note) => (note.published ? [[note.noteId, placeOf(note), note.colour, note.text, note.note]] : [])),
  );
  useLearning(
    publishId,
    classes.some(({ role, live }) => role === 'student' && live),
  );

  useEffect(() => {
    const list = JSON.parse(drawing) as [number, NotePlace | null, ClassNote['colour'], string, string][];
    reader.setMarks(
      'class notes',
      list.flatMap(([id, at, colour]) => (at ? [{ id: `${MARK}${id}`, cfi: at.cfi, colour, style: 'underline' as const }] : [])),
    );
    show(
      list.flatMap(([noteId, at, , text, label]): NoteItem[] =>
        at?.documentIndex === shown
          ? [{ kind: 'note', placedId: -1e9 - noteId, noteId, label, cfi: at.cfi, quote: text.slice(0, 80), lost: false }]
          : [],
      ),
    );
  }, [reader, drawing, shown, show]);
  useEffect(
    () => () => {
      reader.setMarks('class notes', []);
      show([]);
      classNotesView.open = null;
    },
    [reader, show],
  );
  useEffect(() => {
    if (!tapped?.id.startsWith(MARK)) return;
    classNotesView.open = { kind: 'note', noteId: Number(tapped.id.slice(MARK.length)) };
    marking.tapped = null;
  }, [tapped]);

  useEffect(() => {
    if (asked) classNotesView.open = { kind: 'note', noteId: asked.noteId };
  }, [asked]);

  const writable = useMemo(() => classes.filter(({ role, live }) => live && role !== 'student'), [classes]);
  const close = (): void => void (classNotesView.open = null);
  const one = open && 'noteId' in open ? notes.find(({ noteId }) => noteId === open.noteId) : undefined;
  const go = (note: ClassNote): void => {
    const at = placeOf(note);
    close();
    leaveFor(true);
    void reader.goTo(at ? { cfi: at.cfi } : { documentIndex: note.documentIndex });
  };
  return (
    <>
      {chrome && notes.length > 0 ? (
        <button type="button" className="class-notes-pill" onClick={() => (classNotesView.open = { kind: 'list' })}>
          <Icon name="note" size={18} />
          老师批注 {notes.length}
          {hidden ? '（已隐藏）' : ''}
        </button>
      ) : null}
      {selected && writable.length > 0 ? <WriteAction selected={selected as Selected} reader={reader} /> : null}
      {open?.kind === 'write' ? (
        <ClassNoteForm of={{ passage: passageOf(opening, open.selected as Selected), classes: writable }} close={close} />
      ) : null}
      {open?.kind === 'edit' && one ? <ClassNoteForm of={one} close={close} /> : null}
      {open?.kind === 'note' && one ? <NoteSheet note={one} close={close} /> : null}
      {open?.kind === 'list' ? (
        <Sheet title="老师批注" close={close}>
          <HideSwitch hidden={hidden} />
          <ul className="class-note-list">
            {notes.map((note) => (
              <li key={note.noteId}>
                <NoteText note={note} />
                <p className="class-note-acts">
                  <button type="button" className="button button-wash" onClick={() => go(note)}>
                    到这一处
                    <span className="unseen">{note.text.slice(0, 20)}</span>
                  </button>
                  {note.lost ? <span className="meta">新版里没有这段文字</span> : null}
                </p>
              </li>
            ))}
          </ul>
        </Sheet>
      ) : null}
    </>
  );
}

function HideSwitch({ hidden }: { hidden: boolean }) {
  return (
    <div className="switch-row">
      <label htmlFor="class-notes-shown">
        在书里显示
        <span className="meta">划出老师批注的文字，旁边有“批注”标记</span>
      </label>
      <input
        id="class-notes-shown"
        type="checkbox"
        role="switch"
        aria-checked={!hidden}
        checked={!hidden}
        onChange={({ target }) => hideClassNotes(!target.checked)}
      />
    </div>
  );
}

function NoteSheet({ note, close }: { note: ClassNote; close: () => void }) {
  return (
    <Sheet title="老师批注" close={close}>
      <div className="class-note-form">
        <NoteText note={note} />
        {note.mayEdit ? (
          <p className="class-note-acts">
            <button type="button" className="button button-wash" onClick={() => (classNotesView.open = { kind: 'edit', noteId: note.noteId })}>
              修改
            </button>
            <button
              type="button"
              className="button button-line"
              onClick={() => void setPublished(note, !note.published).then((done) => (done ? close() : undefined))}
            >
              {note.published ? '撤回' : '重新发布'}
            </button>
            {note.published ? null : (
              <button type="button" className="button button-line" onClick={() => void dropNote(note).then((done) => (done ? close() : undefined))}>
                删除
              </button>
            )}
          </p>
        ) : (
          <p className="class-note-acts">
            <button type="button" className="button button-line" onClick={() => (classNotesView.open = { kind: 'list' })}>
              全部批注
            </button>
          </p>
        )}
      </div>
    </Sheet>
  );
}

const shownMenu = (): Element | null => document.querySelector('.marking-menu[aria-label="选中的文字"] .marking-actions');
function watchMenu(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The action of teachers in the menu of the selected text; the menu itself belongs to the code that every book loads. */
function WriteAction({ selected, reader }: { selected: Selected; reader: SheetProps['reader'] }) {
  const menu = useSyncExternalStore(watchMenu, shownMenu);
  const write = (): void => {
    if (selected.text.length > CLASS_NOTE.quote) {
      void toast(`选中的文字不能超过${CLASS_NOTE.quote}个字，请少选一些`);
      return;
    }
    classNotesView.open = { kind: 'write', selected };
    reader.clearSelection();
    marking.selected = null;
  };
  return menu
    ? createPortal(
        <button type="button" onClick={write}>
          <Icon name="me" size={20} />
          <span>批注</span>
        </button>,
        menu,
      )
    : null;
}

/** Counts the reading of a member of a class in this book, and sends what waits. */
function useLearning(publishId: number, active: boolean): void {
  useEffect(() => {
    const userId = currentPerson();
    if (!active || userId === null) return;
    wakeLearning();
    const time = learningTime(publishId, (session) => void putSession(userId, session).then(() => wakeLearning(REPORT_MS)));
    if (readingPage.place) time.turned(readingPage.place);
    const stop = subscribe(readingPage, () => (readingPage.place ? time.turned(readingPage.place) : undefined));
    return () => {
      stop();
      time.stop();
      wakeLearning();
    };
  }, [publishId, active]);
}
