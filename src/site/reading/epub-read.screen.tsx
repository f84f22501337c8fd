import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { CODE } from '../../../contract/error.ts';
import { READER_PATH } from '../../../contract/reading/reader-path.ts';
import { CallError, isOffline } from '../../api/call.ts';
import { clearBackground, markBackground, readingBackground, type ReadingBackground } from '../../first-page/reading-background.ts';
import { hasShownPage } from '../../first-page/shown-page.ts';
import { DARK, paperOf, type ThemeName, THEMES } from '../../reader-engine/style/look.ts';
import { usePageHead } from '../frame/page-head.ts';
import { CannotOpen, type Opening } from './session/opening.ts';
import { OpenedBook } from './opened-book.tsx';
import { ReaderError, ReaderSkeleton } from './reader-states.tsx';
import { lookAt, readingLook } from './reading-look.store.ts';
import { openEarly, useOpening } from './session/use-opening.ts';
import './reader.css';
import './reader-bars.css';
import './reader-sheet.css';

export { cfiOf, rangeCfi } from '../../reader-engine/cfi.ts';
export { sentencesOf } from '../../reader-engine/sentence.ts';

// Starts the requests for the first page before the code that renders it has loaded.
if (location.pathname === READER_PATH) openEarly(new URLSearchParams(location.search));
export { openEarly };

export function EpubReadScreen() {
  const [search] = useSearchParams();
  const publishId = Number(search.get('publishId'));
  const at = search.get('at');
  const { state, retry } = useOpening(search);
  const theme = usePaper(publishId);
  usePageHead(READER_PATH, state?.opening?.card.title);
  useNightFrame(THEMES[theme].dark);

  if (state && !state.opening)
    return (
      <div className="site reader" data-page={theme}>
        <ReaderError publishId={publishId} why={whyOf(state.error)} error={state.error} retry={retry} />
      </div>
    );
  return (
    <OnGround theme={theme}>
      {(ground) => <Reading ground={ground} publishId={publishId} at={at} opening={state?.opening ?? null} reopen={retry} />}
    </OnGround>
  );
}

interface ReadingProps {
  ground: ReadingBackground;
  publishId: number;
  at: string | null;
  opening: Opening | null;
  reopen: () => void;
}

function Reading({ opening, at, ...given }: ReadingProps) {
  if (!opening) return hasShownPage() ? null : <ReaderSkeleton />;
  return <OpenedBook key={`${given.publishId}/${opening.editionId}/${at ?? ''}`} {...given} at={at} opening={opening} />;
}

/** Bars and sheets are rendered on the reading background, next to the page, which may be there before them. */
function OnGround({ theme, children }: { theme: string; children: (ground: ReadingBackground) => ReactNode }) {
  const [ground] = useState(readingBackground);
  useLayoutEffect(() => () => clearBackground(ground), [ground]);
  useLayoutEffect(() => markBackground(ground, theme), [ground, theme]);
  return createPortal(children(ground), ground.main);
}

/** Returns the theme of this book: the chosen one, or the one of the device setting. */
function usePaper(publishId: number): ThemeName {
  lookAt(publishId);
  const { theme } = useSnapshot(readingLook);
  const [, setChanged] = useState(0);
  useEffect(() => {
    const device = matchMedia(DARK);
    const change = (): void => setChanged((before) => before + 1);
    device.addEventListener('change', change);
    return () => device.removeEventListener('change', change);
  }, []);
  return paperOf(theme);
}

const whyOf = (error: unknown) => {
  if (error instanceof CannotOpen) return error.why;
  if (error instanceof CallError && error.code === CODE.missing) return 'gone';
  return isOffline(error) ? 'offline' : 'failed';
};

/** The night theme makes bars and sheets dark regardless of the device setting; the other themes make them light. */
function useNightFrame(dark: boolean): void {
  useEffect(() => {
    const root = document.documentElement;
    const before = root.dataset['theme'];
    root.dataset['theme'] = dark ? 'dark' : 'light';
    return () => {
      if (before === undefined) delete root.dataset['theme'];
      else root.dataset['theme'] = before;
    };
  }, [dark]);
}
