import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { isOffline } from '../../api/call.ts';
import { THEMES } from '../../reader-engine/look.ts';
import { usePageHead } from '../frame/page-head.ts';
import { CannotOpen, prepareOpening } from './opening.ts';
import { OpenedBook } from './opened-book.tsx';
import { ReaderRefusal, ReaderSkeleton } from './reader-states.tsx';
import { readingLook } from './reading-look.store.ts';
import './reader.css';
import './reader-sheet.css';

// On its way while the book's own description is.
const engine = import('../../reader-engine/open-book.ts');

export function EpubReadScreen() {
  const [search] = useSearchParams();
  const publishId = Number(search.get('publishId'));
  const at = search.get('at');
  const known = Number.isSafeInteger(publishId) && publishId > 0;
  const opening = useQuery({
    // 'passing': what is open now belongs to nobody's kept answers.
    queryKey: ['reader', `${publishId}/${at ?? ''}`, 'passing'],
    queryFn: () => prepareOpening(publishId, at),
    enabled: known,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const { theme } = useSnapshot(readingLook);
  usePageHead('/cms/main/epubRead', opening.data?.card.title);
  useNightFrame(THEMES[theme].dark);

  return (
    <div className="site reader" data-page={theme}>
      {opening.data ? (
        <OpenedBook key={`${publishId}/${opening.data.editionId}/${at ?? ''}`} publishId={publishId} opening={opening.data} engine={engine} />
      ) : opening.error || !known ? (
        <ReaderRefusal
          publishId={publishId}
          why={known ? whyOf(opening.error) : 'no-book'}
          error={opening.error}
          retry={() => void opening.refetch()}
        />
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
