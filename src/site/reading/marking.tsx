import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { subscribe } from 'valtio/vanilla';
import { type CarriedOver, carryOver, correctedWords } from '../../annotations/carry-over.ts';
import type { StoredMark } from '../../annotations/annotation-record.ts';
import { changeMark, marksIn } from '../../annotations/marks.ts';
import { readingTime } from '../../reading-stats/reading-time.ts';
import type { Selected } from '../../reader-engine/marks.ts';
import type { Position } from '../../reader-engine/position.ts';
import { session } from '../../session/session.store.ts';
import { toast } from '../frame/dialogs.ts';
import { bookmarksAt } from './bookmark-button.tsx';
import { ErratumForm } from './erratum-form.tsx';
import { MarkMenu } from './mark-menu.tsx';
import { storeUnsavedText, returnToWords } from './last-position.ts';
import type { Entered } from './opening.ts';
import { markWanted } from './marking-actions.ts';
import { leaveMarking, marking, closeMenu } from './marking.store.ts';
import { NoteTask } from './note-task.tsx';
import { QuoteCard } from './quote-card.tsx';
import { learnPace } from './reading-pace.ts';
import { readingPage } from './reading-page.store.ts';
import { SelectionMenu } from './selection-menu.tsx';
import type { SheetProps } from './sheet-props.ts';
import { syncReadingLook } from './synced-look.ts';
import { UndoMark } from './undo-mark.tsx';
import { useAnnotations, useMarks } from './use-marks.ts';
import { WordForm } from './word-form.tsx';
import './mark-colours.css';
import './marking.css';

/** Marks, notes and the selection menus of the open book, above the page. */
export function Marking({ entered, ...props }: SheetProps & { readonly entered: Promise<Entered> }) {
  const { opening, reader } = props;
  const { card, book, editionId } = opening;
  const ready = useAnnotations();
  const marks = useMarks(card.publishId);
  const { selected, tapped, task } = useSnapshot(marking);
  const { place } = useSnapshot(readingPage);
  const drawn = marks.filter((mark) => mark.type !== 'bookmark' && mark.editionId === editionId);
  const drawing = JSON.stringify(drawn.map(({ clientId, cfi, colour, note }) => [clientId, cfi, colour, note !== '']));

  useEffect(() => {
    const list = JSON.parse(drawing) as [string, string, StoredMark['colour'], boolean][];
    reader.setMarks(
      'notes',
      list.map(([id, cfi, colour, noted]) => ({ id, cfi, colour, noted, style: 'highlight' as const })),
    );
  }, [reader, drawing]);

  useEffect(() => {
    if (!ready) return;
    let stopped = false;
    const follow = async (): Promise<CarriedOver> => {
      const older = marksIn(card.publishId).filter((mark) => mark.editionId < editionId);
      const carried = await carryOver(older, editionId, reader, (clientId, to) => (stopped ? undefined : changeMark(clientId, to)));
      if (!stopped) marking.lost = carried.lost;
      return carried;
    };
    const carry = async (): Promise<void> => {
      const placed = await returnToWords(opening, reader, entered);
      if (stopped) return;
      const older = marksIn(card.publishId).filter((mark) => mark.editionId < editionId);
      const remade = (placed === 'no' || opening.remade) && older.every((mark) => book.former?.includes(mark.editionId));
      const words = correctedWords(placed, await follow(), remade);
      if (words && !stopped) await toast(words);
    };
    const again = (): void => void follow();
    void carry();
    addEventListener('online', again);
    return () => {
      stopped = true;
      removeEventListener('online', again);
    };
  }, [ready, card.publishId, book, editionId, reader, opening, entered]);

  useEffect(() => {
    if (ready && session.now.state !== 'anonymous') void markWanted(opening, reader);
  }, [ready, opening, reader]);

  useEffect(() => {
    void opening.newer().then((newer) => (newer ? toast('这本书有新版，可以更新存在本机的这一份') : undefined));
  }, [opening]);

  useEffect(() => syncReadingLook(card.publishId), [card.publishId]);

  useEffect(() => {
    const time = readingTime(card.publishId);
    let before = readingPage.place;
    // In a corrected edition the last read text is searched for first; a page opened by a link does not count as read.
    const turned = 'documentIndex' in opening.start && (before?.page ?? 0) > 0;
    if (!opening.corrected && (turned || !opening.lookedUp)) storeUnsavedText(opening, reader);
    // A book counts as finished when the user reaches the end by turning pages, not by jumping there.
    let came = !opening.lookedUp;
    let since = Date.now();
    const stop = subscribe(readingPage, () => {
      const { place: now, ending } = readingPage;
      if (ending === 'end' && came) time.finished();
      if (!now || now.cfi === before?.cfi) return;
      const turned = before?.documentIndex === now.documentIndex && now.page === before.page + 1;
      came = before !== null && goesOn(before, now);
      const onward = before?.documentIndex !== now.documentIndex || before.page !== now.page;
      if (turned) learnPace((book.spine[now.documentIndex]?.characters ?? 0) / now.pages, Date.now() - since);
      before = now;
      if (onward) since = Date.now();
      storeUnsavedText(opening, reader);
      time.turned(onward);
      if (now.atEnd && came) time.finished();
      closeMenu();
    });
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || !closeMenu()) return;
      reader.clearSelection();
      event.preventDefault();
    };
    addEventListener('keydown', key, true);
    return () => {
      stop();
      time.stop();
      removeEventListener('keydown', key, true);
      leaveMarking();
    };
  }, [reader, card.publishId, book, opening]);

  const touched = tapped ? marks.find((mark) => mark.clientId === tapped.id) : undefined;
  const close = (): void => void (marking.task = null);
  return (
    <>
      {bookmarksAt(marks, book, place).length > 0 ? <span className="reader-ribbon" aria-hidden="true" /> : null}
      <p className="unseen" aria-live="polite">
        {selected ? `已选中 ${selected.text.length} 个字，按 Tab 键到菜单` : ''}
      </p>
      {selected ? <SelectionMenu {...props} selected={selected as Selected} /> : null}
      {tapped && touched ? <MarkMenu {...props} mark={touched} rect={tapped.rect} /> : null}
      <NoteTask marks={marks} />
      {task?.kind === 'erratum' ? <ErratumForm opening={opening} selected={task.selected as Selected} close={close} /> : null}
      {task?.kind === 'word' ? <WordForm opening={opening} selected={task.selected as Selected} close={close} /> : null}
      {task?.kind === 'card' ? <QuoteCard card={card} text={task.text} chapterTitle={task.chapterTitle} close={close} /> : null}
      <UndoMark />
    </>
  );
}

/** Maximum number of pages, or of documents without text, that a quick turn can skip and still count as reading on. */
const STEP_MOST = 8;

/** Whether the user went on to the next pages, not a jump. */
function goesOn(before: Position, now: Position): boolean {
  const pages = now.documentIndex === before.documentIndex ? now.page - before.page : before.pages - before.page + now.page;
  return pages >= 0 && pages <= STEP_MOST && now.documentIndex >= before.documentIndex && now.documentIndex - before.documentIndex <= STEP_MOST;
}
