import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { subscribe } from 'valtio/vanilla';
import { bookClassNotes } from '../../../../contract/teaching/class-note.ts';
import { placedFile, placedIn, type PlacedItem } from '../../../../contract/textbook/placed.ts';
import { queryOf } from '../../../api/query-client.ts';
import { saveStoredFile, storedPlaced } from '../../../downloads/placed-media.ts';
import { receiveFile } from '../../../api/receive-file.ts';
import { readingBackground } from '../../../first-page/reading-background.ts';
import { loadable } from '../../../loading/loadable.ts';
import { currentPerson } from '../../../session/current-person.ts';
import { toastError } from '../../frame/dialogs.ts';
import { readingLook } from '../reading-look.store.ts';
import { readingPage } from '../session/reading-page.store.ts';
import type { Opening } from '../session/opening.ts';
import type { SheetProps } from '../sheet-props.ts';
import { type ChipPlace, chipPlaces } from './chip-place.ts';
import { PlacedPanel } from './placed-panel.tsx';
import { chapterEnd, type ChipItem, chipName, chipWords, type NoteItem, signOf } from './placed-words.ts';
import './placed.css';

const PlacedPlayer = loadable(async () => (await import('./placed-player.tsx')).PlacedPlayer);
const PlacedExercise = loadable(async () => (await import('./placed-exercise.tsx')).PlacedExercise);
const ChapterEnd = loadable(async () => (await import('./chapter-end.tsx')).ChapterEnd);
const PlacedFilm = loadable(async () => (await import('./placed-player.tsx')).PlacedFilm);

/** Only for members of a class with this book; a failed load leaves the text as it is. */
const ClassNotes = loadable(async () => (await import('../class-notes/class-notes.tsx').catch(() => ({ ClassNotes: () => null }))).ClassNotes);

/** Fonts and pictures that load later move the text. */
const LATER_MS = [150, 600, 1500];

const NOTHING: readonly PlacedItem[] = [];

/** What is placed at the paragraphs of the shown page, in the margin: the document of the book is not changed (ADR 015). */
export function PlacedLayer({ opening, reader }: Pick<SheetProps, 'opening' | 'reader'>) {
  const [{ stage }] = useState(readingBackground);
  const { data } = usePlaced(opening);
  const { place } = useSnapshot(readingPage);
  const documentIndex = place?.documentIndex ?? -1;
  const [notes, setNotes] = useState<readonly NoteItem[]>([]);
  const [asked, setAsked] = useState<Pick<NoteItem, 'noteId'> | null>(null);
  const here = useMemo(() => [...itemsOf(data?.items ?? NOTHING, documentIndex), ...notes], [data, documentIndex, notes]);
  const classes = useQuery({
    ...queryOf(bookClassNotes, { params: { publishId: opening.card.publishId } }),
    enabled: currentPerson() !== null,
    staleTime: 0,
    retry: false,
  });
  const chips = useChips(stage, here);
  const [open, setOpen] = useState<PlacedItem | null>(null);
  const close = useMemo(() => () => setOpen(null), []);
  const list = useRef<HTMLUListElement>(null);
  useStepKey(stage, list);

  const press = (item: ChipItem): void => {
    if (item.kind === 'note') return setAsked({ noteId: item.noteId });
    if (item.kind !== 'file') return setOpen(item);
    void saveFile(item, opening).catch((error: unknown) => void toastError(error));
  };
  return (
    <>
      {chips.length > 0 ? (
        <nav className="placed-layer" aria-label="本页">
          <ul ref={list}>
            {chips.map(({ item, top, left, width, side, words }) => (
              <li key={item.placedId} style={{ top: `${stage.offsetTop + top}px`, left: `${stage.offsetLeft + left}px` }}>
                <button
                  type="button"
                  className="placed-chip"
                  data-kind={item.kind}
                  data-side={side}
                  data-words={words ? '' : undefined}
                  aria-label={chipName(item)}
                  aria-expanded={item.kind === 'file' ? undefined : open?.placedId === item.placedId}
                  style={{ width: `${width}px` }}
                  onClick={() => press(item)}
                >
                  <span aria-hidden="true">
                    {signOf(item)}
                    {words ? ` ${chipWords(item)}` : ''}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {(classes.data ? classes.data.classes.length > 0 : classes.isError) ? (
        <ClassNotes opening={opening} reader={reader} answer={classes.data} asked={asked} show={setNotes} />
      ) : null}
      {open?.kind === 'listen' && open.track ? (
        <PlacedPlayer key={open.placedId} item={open} track={open.track} opening={opening} reader={reader} close={close} />
      ) : null}
      {open?.set ? (
        <PlacedPanel kind="exercise" title={open.label} close={close}>
          <PlacedExercise key={open.placedId} setId={open.set.setId} documentIndex={open.documentIndex} opening={opening} />
        </PlacedPanel>
      ) : null}
      {open?.placedId === 0 ? (
        <PlacedPanel kind="exercise" title={open.label} close={close}>
          <ChapterEnd key={open.documentIndex} publishId={opening.card.publishId} documentIndex={open.documentIndex} />
        </PlacedPanel>
      ) : null}
      {open?.kind === 'watch' && open.track ? (
        <PlacedPanel kind="watch" title={open.label} close={close}>
          <PlacedFilm key={open.placedId} track={open.track} opening={opening} />
        </PlacedPanel>
      ) : null}
    </>
  );
}

/** Saves a placed file; without a network the one of the copy. */
async function saveFile(item: PlacedItem, { card, editionId, kept }: Opening): Promise<void> {
  if (kept && (await saveStoredFile(card.publishId, editionId, item))) return;
  try {
    await receiveFile({ method: 'GET', path: placedFile.path.replace('{placedId}', String(item.placedId)) });
  } catch (error) {
    // The pack of a class may have brought it.
    const { savePackedFile } = await import('../../../class-pack/packed-files.ts');
    if (!(await savePackedFile(item))) throw error;
  }
}

/** The items of a document; one with exercises ends with what was done of them. */
function itemsOf(items: readonly PlacedItem[], documentIndex: number): readonly PlacedItem[] {
  const own = items.filter((item) => item.documentIndex === documentIndex);
  if (own.length === 0) return NOTHING;
  return own.some(({ set }) => set) ? [...own, chapterEnd(documentIndex)] : own;
}

/** What is placed in the opened edition: of a copy what was stored with it, else what the server says now. */
function usePlaced({ card: { publishId }, editionId, kept }: Opening) {
  const online = queryOf(placedIn, { params: { publishId } });
  const stored = useQuery({
    queryKey: ['placed in the copy', publishId, editionId],
    queryFn: () => storedPlaced(publishId, editionId),
    enabled: kept,
    retry: false,
  });
  const current = useQuery({ ...online, enabled: !kept || stored.isError || navigator.onLine });
  return { data: current.data?.editionId === editionId ? current.data : (stored.data ?? current.data) };
}

/** The chips of the shown page; they follow turns, the size of the window, the look of the text, and a scroll. */
function useChips(stage: HTMLElement, items: readonly ChipItem[]): readonly ChipPlace[] {
  const [chips, setChips] = useState<readonly ChipPlace[]>([]);
  useEffect(() => {
    if (items.length === 0) return;
    let frame = 0;
    let later: ReturnType<typeof setTimeout>[] = [];
    const draw = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setChips(chipPlaces(stage, items)));
    };
    const turned = (): void => {
      later.forEach(clearTimeout);
      later = LATER_MS.map((ms) => setTimeout(draw, ms));
      draw();
    };
    turned();
    const room = new ResizeObserver(draw);
    room.observe(stage);
    const stops = [subscribe(readingPage, turned), subscribe(readingLook, turned)];
    const inside = stage.querySelector<HTMLIFrameElement>('iframe[data-shown]')?.contentDocument;
    inside?.addEventListener('scroll', draw, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      later.forEach(clearTimeout);
      room.disconnect();
      stops.forEach((stop) => stop());
      inside?.removeEventListener('scroll', draw, { capture: true });
      setChips([]);
    };
  }, [stage, items]);
  return chips;
}

/** The key `m` steps through the chips of the page, from the text too. */
function useStepKey(stage: HTMLElement, list: React.RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const step = (event: KeyboardEvent): void => {
      if (event.key !== 'm' || event.ctrlKey || event.altKey || event.metaKey || isTyped(event.target)) return;
      const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
      if (buttons.length === 0) return;
      event.preventDefault();
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons[(at + 1) % buttons.length]?.focus({ preventScroll: true });
    };
    const heard = new Set<Window | Document>();
    const listen = (): void => {
      for (const place of [window, ...[...stage.querySelectorAll('iframe')].map((frame) => frame.contentDocument)]) {
        if (!place || heard.has(place)) continue;
        heard.add(place);
        place.addEventListener('keydown', step as EventListener);
      }
    };
    listen();
    const stop = subscribe(readingPage, listen);
    return () => {
      stop();
      heard.forEach((place) => place.removeEventListener('keydown', step as EventListener));
    };
  }, [stage, list]);
}

/** Whether the key belongs to a text that the user types. The element may be in a frame, which has classes of its own. */
const isTyped = (target: EventTarget | null): boolean =>
  (target as Partial<Element> | null)?.closest?.call(target as Element, 'input,textarea,select,[contenteditable],video,.video-js') != null;
