import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { subscribe } from 'valtio/vanilla';
import type { StoredMark } from '../../../annotations/annotation-record.ts';
import type { CarriedOver } from '../../../annotations/carry-over.ts';
import { writeLost } from '../../../annotations/lost-notes.ts';
import { changeMark, marksIn } from '../../../annotations/marks.ts';
import { readingTime } from '../../../reading-stats/reading-time.ts';
import type { Selected } from '../../../reader-engine/marks.ts';
import type { Reader } from '../../../reader-engine/open-book.ts';
import type { Position } from '../../../reader-engine/position.ts';
import { loadable } from '../../../loading/loadable.ts';
import { session } from '../../../session/session.store.ts';
import { toast } from '../../frame/dialogs.ts';
import { bookmarksAt } from '../bookmark-button.tsx';
import { ErratumForm } from '../erratum-form.tsx';
import { MarkMenu } from './mark-menu.tsx';
import { storeUnsavedText, returnToWords } from '../session/last-position.ts';
import type { Entered, Opening } from '../session/opening.ts';
import { markWanted } from './marking-actions.ts';
import { leaveMarking, marking, closeMenu } from './marking.store.ts';
import { NoteTask } from './note-task.tsx';
import { QuoteCard } from './quote-card.tsx';
import { learnPace } from '../session/reading-pace.ts';
import { readingPage } from '../session/reading-page.store.ts';
import { SelectionMenu } from './selection-menu.tsx';
import type { SheetProps } from '../sheet-props.ts';
import { syncReadingLook } from '../synced-look.ts';
import { UndoMark } from './undo-mark.tsx';
import { useAnnotations } from '../../../annotations/use-annotations.ts';
import { useMarks } from './use-marks.ts';
import { WordForm } from '../word-form.tsx';
import '../../frame/mark-colours.css';
import './marking.css';

/** Only textbooks have items beside the text; a failed load leaves the text as it is. */
const PlacedLayer = loadable(async () => (await import('../placed/placed-layer.tsx').catch(() => ({ PlacedLayer: () => null }))).PlacedLayer);

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
    const stop = new AbortController();
    const { signal } = stop;
    const carry = async (): Promise<void> => {
      const placed = await returnToWords(opening, reader, entered);
      const older = olderMarks(opening);
      if (signal.aborted || (placed === 'no' && older.length === 0)) return;
      const { correctedWords } = await import('../../../annotations/carry-over.ts');
      const remade = (placed === 'no' || opening.remade) && older.every((mark) => book.former?.includes(mark.editionId));
      const words = correctedWords(placed, await follow(opening, reader, signal), remade);
      if (words && !signal.aborted) await toast(words);
    };
    // Without a network the code may be missing too; `online` starts it again.
    const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);
    quietly(carry());
    addEventListener('online', () => quietly(follow(opening, reader, signal)), { signal });
    return () => stop.abort();
  }, [ready, book, reader, opening, entered]);

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
      {card.kind === 'textbook' ? <PlacedLayer {...props} /> : null}
      <UndoMark />
    </>
  );
}

const olderMarks = ({ card, editionId }: Opening): StoredMark[] => marksIn(card.publishId).filter((mark) => mark.editionId < editionId);

/** Moves the notes of older editions to the open one. */
async function follow(opening: Opening, reader: Reader, signal: AbortSignal): Promise<CarriedOver> {
  const { card, book, editionId } = opening;
  const older = olderMarks(opening);
  if (older.length === 0) return { carried: 0, lost: [], unread: 0 };
  const { carryOver, textOfEdition } = await import('../../../annotations/carry-over.ts');
  const carried = await carryOver(older, reader, {
    editionId,
    former: book.former,
    documentIndex: readingPage.place?.documentIndex,
    signal,
    whole: () => textOfEdition(opening),
    change: changeMark,
  });
  if (signal.aborted) return carried;
  marking.lost = carried.lost;
  if (carried.unread === 0) writeLost(card.publishId, { editionId, ids: carried.lost });
  return carried;
}

/** Maximum number of pages, or of documents without text, that a quick turn can skip and still count as reading on. */
const STEP_MOST = 8;

/** Whether the user went on to the next pages, not a jump. */
function goesOn(before: Position, now: Position): boolean {
  const pages = now.documentIndex === before.documentIndex ? now.page - before.page : before.pages - before.page + now.page;
  return pages >= 0 && pages <= STEP_MOST && now.documentIndex >= before.documentIndex && now.documentIndex - before.documentIndex <= STEP_MOST;
}
