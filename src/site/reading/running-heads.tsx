import { useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { percentWords } from '../../reading-progress/percent.ts';
import { inLatin } from '../../format/script.ts';
import { documentsOf, type Position } from '../../reader-engine/position.ts';
import { minutesLeft } from './session/reading-pace.ts';
import { readingPage } from './session/reading-page.store.ts';

/** The title above, the remaining part and the percentage below; announced at each turn. */
export function RunningHeads({ book }: { book: PreparedBook }) {
  const { place } = useSnapshot(readingPage);
  const line = useTextEdges();
  const left = place?.left ?? 0;
  const minutes = place ? minutesLeft(book, place) : 0;
  const head = place?.chapterTitle && place.page > 0 ? place.chapterTitle : book.title;
  const pictures = book.layout === 'pre-paginated';
  return (
    <>
      <div ref={line} className="reader-head" aria-hidden="true">
        <span className="one-line" {...inLatin(head, book.language)}>
          {head}
        </span>
      </div>
      {place ? (
        <div className="reader-foot" aria-hidden="true">
          <span>
            {pictures ? pictureWords(book, place) : left > 0 ? `本章还有 ${left} 页` : '本章最后一页'}
            {left > 0 ? <span className="reader-wide">，约 {minutes} 分钟</span> : null}
          </span>
          <span className="reader-line">
            <span style={{ width: `${place.percent}%` }} />
          </span>
          <span>{percentWords(place.percent)}</span>
        </div>
      ) : null}
      <output className="unseen" aria-live="polite">
        {place
          ? `${place.chapterTitle}，${pictures ? pictureWords(book, place) : `第 ${place.page + 1} 页，共 ${place.pages} 页`}，全书 ${percentWords(place.percent)}`
          : ''}
      </output>
    </>
  );
}

/**
 * At every turn, sets the CSS variables for the edges of the text where it does not fill the room, so that the lines above and below align
 * with it.
 */
function useTextEdges() {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const main = line.current?.closest<HTMLElement>('.reader-main');
    const stage = main?.querySelector<HTMLElement>('.reader-stage');
    const text = stage?.querySelector<HTMLElement>('iframe[data-shown]');
    if (!main || !stage || !text) return;
    const [from, to] = [stage.offsetLeft + text.offsetLeft, stage.offsetLeft + text.offsetLeft + text.offsetWidth];
    const isNarrow = text.offsetWidth < stage.offsetWidth && text.style.transform === '';
    main.style.setProperty('--text-from', isNarrow ? `${from}px` : '');
    main.style.setProperty('--text-to', isNarrow ? `${main.offsetWidth - to}px` : '');
  });
  return line;
}

/** Formats 第 2–3 页，共 13 页. */
export const pictureWords = (
  book: Pick<PreparedBook, 'spine'>,
  { documentIndex, besideIndex }: Pick<Position, 'documentIndex' | 'besideIndex'>,
): string => `第 ${documentIndex + 1}${besideIndex === undefined ? '' : `–${besideIndex + 1}`} 页，共 ${documentsOf(book)} 页`;
