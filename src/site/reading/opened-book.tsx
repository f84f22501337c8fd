import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { subscribe } from 'valtio/vanilla';
import { isOwnBook } from '../../../contract/reading/own-book-id.ts';
import { keepGranted } from '../../downloads/reading-grant.ts';
import type { ReadingBackground } from '../../first-page/reading-background.ts';
import { takeShownPage } from '../../first-page/shown-page.ts';
import { loadable } from '../../loading/loadable.ts';
import { DARK } from '../../reader-engine/style/look.ts';
import type { Reader } from '../../reader-engine/open-book.ts';
import { hasFixed } from '../../reader-engine/spreads.ts';
import { isRightToLeft } from '../../reader-engine/writing.ts';
import { session } from '../../session/session.store.ts';
import { aloud } from './aloud.store.ts';
import { keyboardInText } from './keyboard-in-text.ts';
import { holdEdition } from '../../downloads/edition-in-use.ts';
import type { Entered, Opening } from './session/opening.ts';
import { ReaderBars } from './reader-bars.tsx';
import { ReaderSheets } from './reader-sheets.tsx';
import { ReaderLate, ReaderSkeleton, ReaderTrouble } from './reader-states.tsx';
import { RunningHeads } from './running-heads.tsx';
import { readingLook } from './reading-look.store.ts';
import { isBehind, readingSession } from './session/reading-session.ts';
import { sessionParts } from './session/session-parts.ts';
import { leavePage, closeSheet, readingPage } from './session/reading-page.store.ts';

const AloudPanel = loadable(async () => (await import('./aloud-panel.tsx')).AloudPanel);
const PageZoomButtons = loadable(async () => (await import('./page-zoom.tsx')).PageZoomButtons);
/** A page can be read without it, so a failed load must not replace the page with an error. */
const PageOverlay = loadable(async () => (await import('./page-overlay.tsx').catch(() => ({ PageOverlay: () => null }))).PageOverlay);
/** Shown after the last page, so it is not needed at the start. */
const ReaderEnding = loadable(async () => (await import('./reader-ending.tsx')).ReaderEnding);
/** Marks and notes load once the page is readable. */
const Marking = loadable(async () => (await import('./marking/marking.tsx')).Marking);

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
  const { chrome, sheet, ending, trouble, late } = useSnapshot(readingPage);
  const { writing, veil } = useSnapshot(readingLook);
  const spoken = useSnapshot(aloud).open;
  const { book, editionId } = opening;
  const rightToLeft = isRightToLeft(book, { writing });
  const { state: led, pathname, search } = useLocation();

  useEffect(
    () =>
      readingSession(
        { publishId, at, opening, stage, shown: takeShownPage(publishId, editionId, at), led, onReader: setReader, onEntered: setEntered },
        sessionParts,
      ).close,
    [publishId, at, opening, editionId, stage, led],
  );

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
    ReaderEnding.ahead();
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
    if (!reader || session.now.state === 'anonymous' || isOwnBook(publishId)) return;
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
          address={`${pathname}${isBehind(opening, opening.start, limit) ? search : `?publishId=${publishId}${ending === 'trial' ? `&at=${limit}` : ''}`}`}
          rightToLeft={rightToLeft}
          back={() => (readingPage.ending = null)}
        />
      ) : null}
      <ReaderBars publishId={publishId} opening={opening} reader={reader} rightToLeft={rightToLeft} />
      {sheet && reader ? <ReaderSheets sheet={sheet} opening={opening} limit={limit} reader={reader} /> : null}
      {reader && entered ? <Marking opening={opening} limit={limit} reader={reader} entered={entered} /> : null}
      {reader && hasFixed(book) ? <PageZoomButtons reader={reader} book={book} publishId={publishId} /> : null}
      {reader ? <PageOverlay reader={reader} book={book} /> : null}
      {reader && spoken ? <AloudPanel reader={reader} opening={opening} limit={limit} /> : null}
      {veil > 0 ? <div className="reader-veil" style={{ opacity: veil / 100 }} /> : null}
    </>
  );
}
