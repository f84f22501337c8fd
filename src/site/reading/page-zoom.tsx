import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import type { Reader } from '../../reader-engine/open-book.ts';
import { isFixed } from '../../reader-engine/spreads.ts';
import { useHeldHint } from './held-hint.ts';
import { readingPage } from './session/reading-page.store.ts';
import './page-zoom.css';

/** Zoom buttons for fixed-layout pages, for devices without pinch zoom. */
export function PageZoomButtons({ reader: { zoom }, book, publishId }: { reader: Reader; book: PreparedBook; publishId: number }) {
  const { place, ending } = useSnapshot(readingPage);
  const [level, setLevel] = useState(zoom.level);
  useEffect(() => zoom.follow(setLevel), [zoom]);
  useHeldHint(book, publishId, place?.documentIndex);
  if (!place || ending || !isFixed(book, place.documentIndex)) return null;
  return (
    <fieldset className="page-zoom" aria-label="页面缩放">
      <button type="button" aria-label="缩小" disabled={level <= 1} onClick={() => zoom.by(-1)}>
        −
      </button>
      <button type="button" className="page-zoom-level" aria-label={`现在 ${Math.round(level * 100)}%，恢复整页`} onClick={() => zoom.reset()}>
        {Math.round(level * 100)}%
      </button>
      <button type="button" aria-label="放大" disabled={level >= 4} onClick={() => zoom.by(1)}>
        +
      </button>
    </fieldset>
  );
}
