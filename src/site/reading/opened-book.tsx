import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { subscribe } from 'valtio/vanilla';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { keepGranted } from '../../downloads/reading-grant.ts';
import type { ReadingBackground } from '../../first-page/reading-background.ts';
import { takeShownPage } from '../../first-page/shown-page.ts';
import { loadable } from '../../loading/loadable.ts';
import { DARK } from '../../reader-engine/look.ts';
import { documentOfTarget, openBook, type Reader, type Target } from '../../reader-engine/open-book.ts';
import type { Position } from '../../reader-engine/position.ts';
import { hasFixed } from '../../reader-engine/spreads.ts';
import { isRightToLeft } from '../../reader-engine/writing.ts';
import { positionIn, savePosition } from '../../reading-progress/reading-progress.store.ts';
import { currentPerson } from '../../session/current-person.ts';
import { session } from '../../session/session.store.ts';
import { toast } from '../frame/dialogs.ts';
import { aloud } from './aloud.store.ts';
import { PageOverlay } from './page-overlay.tsx';
import { jumpAlong, jumpFrom, showNote, showPicture } from './page-overlay.store.ts';
import { keyboardInText } from './keyboard-in-text.ts';
import { LinkQuestion } from './link-question.tsx';
import { noteReading } from './note-reading.ts';
import { marking, closeMenu, select, tapMark } from './marking.store.ts';
import { holdEdition } from '../../downloads/edition-in-use.ts';
import type { Entered, Opening } from './opening.ts';
import { leaveForPassage } from './return-position.ts';
import { ReaderBars } from './reader-bars.tsx';
import { ReaderEnding } from './reader-ending.tsx';
import { ReaderSheets } from './reader-sheets.tsx';
import { ReaderLate, ReaderSkeleton, ReaderTrouble } from './reader-states.tsx';
import { RunningHeads } from './running-heads.tsx';
import { readingLook } from './reading-look.store.ts';
import { leavePage, closeSheet, readingPage } from './reading-page.store.ts';
import { showTrouble } from './reading-trouble.ts';

const AloudPanel = loadable(async () => (await import('./aloud-panel.tsx')).AloudPanel);
const PageZoomButtons = loadable(async () => (await import('./page-zoom.tsx')).PageZoomButtons);
/** Marks and notes load once the page is readable. */
const Marking = loadable(async () => (await import('./marking.tsx')).Marking);

/** Maximum milliseconds that the server's position delays the one of this device. */
const LATE_MS = 4_000;
/** Milliseconds. After this long without a turn another device may have read on. */
const RESTED_MS = 180_000;

/** The user is doing something with this page: it must not change now. */
const isBusy = (): boolean => aloud.open || readingPage.sheet !== null || marking.task !== null || marking.selected !== null;

/** Whether the start is beyond the part that the user may read. */
function isBehind(book: PreparedBook, start: Target, limit: number): boolean {
  const index = documentOfTarget(book, start);
  return index >= limit && index < book.spine.length;
}

const readerNow = (): number | null => (session.now.state === 'authenticated' ? session.now.user.userId : null);

interface OpenedBookProps {
  ground: ReadingBackground;
  publishId: number;
  at: string | null;
  opening: Opening;
  /** Loads the work and the access to it again. */
  reopen: () => void;
}

export function OpenedBook({ ground, publishId, at, opening, reopen }: OpenedBookProps) {
  const { main, stage } = ground;
  const [reader, setReader] = useState<Reader | null>(null);
  const [entered, setEntered] = useState<Promise<Entered> | null>(null);
  const [limit, setLimit] = useState(opening.limit);
  const [attempt, setAttempt] = useState(0);
  const { chrome, sheet, ending, trouble, late } = useSnapshot(readingPage);
  const { writing, veil } = useSnapshot(readingLook);
  const spoken = useSnapshot(aloud).open;
  const { book, editionId } = opening;
  const rightToLeft = isRightToLeft(book, { writing });
  const { state: led, pathname, search } = useLocation();

  useEffect(() => {
    const shown = attempt === 0 ? takeShownPage(publishId, editionId, at) : null;
    if (shown?.called) readingPage.chrome = true;
    let opened: Reader | null = null;
    let ended = false;
    let first: Position | null = null;
    let turned = shown?.turned ?? false;
    // Opening a book must not win over the position of another device. Nor must a page turned to before that position is loaded; it is
    // stored anyway.
    let heard = false;
    let movedAt = Date.now();
    let whose: number | null = null;
    let saved = '';
    const opener = currentPerson();
    const save = (): void => {
      const { place } = readingPage;
      // A page outside the reading order is only looked up; the reading position stays where it was.
      if (!place || !turned || ended || book.spine[place.documentIndex]?.outside) return;
      // Signed out in another tab: pages turned here must not be saved as an anonymous visitor's reading, which the next user would take
      // over.
      if (opener !== null && currentPerson() === null) return;
      // A page that is only laid out again must not count as later than what another device read meanwhile.
      whose = readerNow();
      const now = JSON.stringify([place.documentIndex, place.cfi, place.atEnd, heard, currentPerson()]);
      if (now === saved) return;
      saved = now;
      const { documentIndex, percent, cfi, chapterTitle } = place;
      savePosition({ publishId, editionId, documentIndex, percent, cfi, chapterTitle }, heard);
      leaveForPassage(at);
    };
    const note = (): void => {
      const { place } = readingPage;
      // Another user may have signed in since the last turn.
      if (!place || whose === null || whose !== readerNow()) return;
      const { documentIndex, percent, cfi, chapterTitle } = place;
      noteReading(opening.card, { editionId, documentIndex, percent, cfi, chapterTitle });
    };
    document.addEventListener('visibilitychange', note);
    const write = (): void => {
      clearTimeout(patience);
      heard = true;
      save();
    };
    let patience = setTimeout(write, LATE_MS);
    /** Goes to what another device has read since this page was shown, with a way back to the old position. */
    const hearAgain = async (): Promise<void> => {
      if (!opened || !heard || (opening.lookedUp && !turned)) return;
      [first, heard, turned] = [readingPage.place, false, false];
      patience = setTimeout(write, LATE_MS);
      const there = await (await positionIn(publishId)).there;
      clearTimeout(patience);
      if (ended) return;
      if (there && !turned && !isBusy()) {
        jumpFrom(readingPage.place);
        await opened.goTo(there.editionId === editionId ? { cfi: there.cfi } : { percent: there.percent });
      } else if (there?.editionId === editionId) jumpFrom(there);
      write();
    };
    const back = (): void => void (document.visibilityState === 'visible' && hearAgain());
    document.addEventListener('visibilitychange', back);
    addEventListener('online', back);
    readingPage.trouble = null;
    const start = readingPage.place ? { cfi: readingPage.place.cfi } : opening.start;
    openBook({
      base: opening.base,
      ...(attempt === 0 ? { files: opening.files } : {}),
      book,
      element: stage,
      ...(shown ? { shown: shown.frame } : {}),
      look: { ...readingLook },
      start,
      limit: opening.limit,
      onMove(place) {
        if (Date.now() - movedAt > RESTED_MS) void hearAgain();
        movedAt = Date.now();
        if (place.documentIndex !== first?.documentIndex || place.cfi !== first.cfi) turned ||= first !== null;
        first ??= place;
        const { place: before, ending: leaf } = readingPage;
        // The end page stays open as long as the page behind it does, even if the page is reported again.
        const stays = !before || (before.documentIndex === place.documentIndex && before.cfi === place.cfi);
        Object.assign(readingPage, { place, ending: stays ? leaf : null, trouble: null });
        save();
      },
      onEdge(edge) {
        if (edge !== 'start') Object.assign(readingPage, { ending: edge, sheet: null });
      },
      onTap(zone) {
        if (closeMenu() || closeSheet()) return true;
        if (zone === 'middle') readingPage.chrome = true;
        return false;
      },
      onSelect: select,
      onMark: tapMark,
      onLink: (address) => (readingPage.link = address),
      onFile: (href) => void import('./book-file-link.ts').then(({ openBookFile }) => openBookFile(opening.base, href)),
      onNoAnchor: () => void toast('链接指向的位置在书里不存在，已转到那一章的开头'),
      onJump: jumpFrom,
      onKeyAction(pending) {
        if (pending === 'find') readingPage.sheet = 'search';
        else if (pending === 'undo') void import('./marking-actions.ts').then(({ takeBack }) => takeBack());
        else if (opened) void jumpAlong(opened, pending);
      },
      onNote: showNote,
      onPicture(picture) {
        // The first tap of a double tap showed the toolbars.
        readingPage.chrome = false;
        showPicture(picture);
      },
      onTrouble: showTrouble,
      onLate: (late) => Object.assign(readingPage, late ? { late, trouble: null } : { late }),
    })
      .then((made) => {
        if (ended) return made.destroy();
        opened = made;
        setReader(made);
        let entering = Promise.resolve();
        if (shown && !turned && JSON.stringify(shown.target) !== JSON.stringify(start)) {
          // Following the jump is not a page turn by the user.
          first = null;
          entering = made.goTo(start);
        }
        if (isBehind(book, start, opening.limit)) readingPage.ending = 'trial';
        else if (opening.lookedUp)
          void import('./search-hit.ts').then(({ showSearchHit }) =>
            showSearchHit(opening, led, {
              reader: made,
              stays: () => !ended && !turned,
              // Opened by a link, not read.
              looksAt: () => (first = null),
            }),
          );
        const late = opening.late.then(async (there): Promise<Entered> => {
          const stays = !turned;
          if (ended) return { there: null, stays };
          // A user who opened a certain passage stays there and is offered the other position.
          const follows = there && stays && !opening.lookedUp;
          if (follows) await made.goTo(there.editionId === editionId ? { cfi: there.cfi } : { percent: there.percent });
          else if (there?.editionId === editionId) jumpFrom(there);
          write();
          return { there: follows ? there : null, stays };
        });
        const waited = new Promise<Entered>((resolve) => setTimeout(() => resolve({ there: null, stays: !turned }), LATE_MS));
        setEntered(Promise.allSettled([entering]).then(() => Promise.race([late, waited])));
      })
      .catch((error: unknown) => {
        if (!ended) showTrouble(error, () => setAttempt((before) => before + 1));
      });
    return () => {
      note();
      document.removeEventListener('visibilitychange', note);
      document.removeEventListener('visibilitychange', back);
      removeEventListener('online', back);
      ended = true;
      clearTimeout(patience);
      opened?.destroy();
      setReader(null);
    };
  }, [publishId, at, opening, book, editionId, stage, attempt, led]);

  useEffect(() => (opening.kept ? holdEdition(publishId, editionId) : undefined), [opening, publishId, editionId]);

  useEffect(() => keyboardInText(main), [main]);

  useEffect(
    () => () => {
      leavePage();
      aloud.open = false;
    },
    [],
  );

  useEffect(() => {
    if (!reader) return;
    const restyle = (): void => reader.restyle({ ...readingLook });
    const stop = subscribe(readingLook, restyle);
    const device = matchMedia(DARK);
    device.addEventListener('change', restyle);
    const room = new ResizeObserver(() => reader.resize());
    room.observe(stage);
    return () => {
      stop();
      device.removeEventListener('change', restyle);
      room.disconnect();
    };
  }, [reader, stage]);

  useEffect(() => {
    if (!reader || session.now.state === 'anonymous') return;
    return keepGranted(publishId, (grant) => {
      const now = grant.entitled ? book.spine.length : Math.max(grant.trialDocuments, opening.limit);
      setLimit((before) => Math.max(before, now));
    });
  }, [reader, publishId, book, opening]);

  useEffect(() => reader?.setLimit(limit), [reader, limit]);

  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      const asked = document.querySelector('dialog:modal') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !asked && closeSheet()) event.preventDefault();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);

  useLayoutEffect(() => {
    Object.assign(main.dataset, { chrome: String(chrome || sheet !== null), sheet: sheet ?? '', begins: rightToLeft ? 'right' : 'left' });
    if (ending === null) stage.removeAttribute('aria-hidden');
    else stage.setAttribute('aria-hidden', 'true');
  }, [main, stage, chrome, sheet, ending, rightToLeft]);

  return (
    <>
      <RunningHeads book={book} />
      {reader || trouble || stage.childElementCount > 0 ? null : <ReaderSkeleton />}
      {trouble ? <ReaderTrouble why={trouble.why} reopen={reopen} stay={reader ? () => (readingPage.trouble = null) : null} /> : null}
      {late ? <ReaderLate /> : null}
      {ending ? (
        <ReaderEnding
          ending={ending}
          card={opening.card}
          publishId={publishId}
          address={`${pathname}${isBehind(book, opening.start, limit) ? search : `?publishId=${publishId}${ending === 'trial' ? `&at=${limit}` : ''}`}`}
          rightToLeft={rightToLeft}
          back={() => (readingPage.ending = null)}
        />
      ) : null}
      <ReaderBars publishId={publishId} opening={opening} reader={reader} rightToLeft={rightToLeft} />
      {sheet && reader ? <ReaderSheets sheet={sheet} opening={opening} limit={limit} reader={reader} /> : null}
      <LinkQuestion />
      {reader && entered ? <Marking opening={opening} limit={limit} reader={reader} entered={entered} /> : null}
      {reader && hasFixed(book) ? <PageZoomButtons reader={reader} book={book} publishId={publishId} /> : null}
      {reader ? <PageOverlay reader={reader} /> : null}
      {reader && spoken ? <AloudPanel reader={reader} book={book} base={opening.base} limit={limit} cover={opening.card.cover.url} /> : null}
      {veil > 0 ? <div className="reader-veil" style={{ opacity: veil / 100 }} /> : null}
    </>
  );
}
