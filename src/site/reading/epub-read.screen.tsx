import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { isOffline } from '../../api/call.ts';
import { THEMES } from '../../reader-engine/look.ts';
import { usePageHead } from '../frame/page-head.ts';
import { CannotOpen } from './opening.ts';
import { OpenedBook } from './opened-book.tsx';
import { ReaderRefusal, ReaderSkeleton } from './reader-states.tsx';
import { readingLook } from './reading-look.store.ts';
import { openEarly, useOpening } from './use-opening.ts';
import './reader.css';
import './reader-bars.css';
import './reader-sheet.css';

// What the first page needs is asked for before there is anything to draw it with.
void import('../../reader-engine/cfi.ts');
if (location.pathname.endsWith('/epubRead')) openEarly(new URLSearchParams(location.search));

export function EpubReadScreen() {
  const [search] = useSearchParams();
  const publishId = Number(search.get('publishId'));
  const at = search.get('at');
  const { state, retry } = useOpening(publishId, at);
  const { theme } = useSnapshot(readingLook);
  usePageHead('/cms/main/epubRead', state?.opening?.card.title);
  useNightFrame(THEMES[theme].dark);

  return (
    <div className="site reader" data-page={theme}>
      {state?.opening ? (
        <OpenedBook key={`${publishId}/${state.opening.editionId}/${at ?? ''}`} publishId={publishId} opening={state.opening} />
      ) : state ? (
        <ReaderRefusal publishId={publishId} why={whyOf(state.error)} error={state.error} retry={retry} />
      ) : (
        <ReaderSkeleton />
      )}
    </div>
  );
}

const whyOf = (error: unknown) => (error instanceof CannotOpen ? error.why : isOffline(error) ? 'offline' : 'failed');

/** Night is a page: its bars and sheets are dark whatever the device says, and the paper's light. */
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
