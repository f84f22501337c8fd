import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { chapterBeside, contentsOf, titleAt } from '../../reader-engine/contents.ts';
import { positionOfPercent } from '../../reader-engine/position.ts';
import type { Target } from '../../reader-engine/anchor.ts';
import { Icon } from '../frame/icon.tsx';
import { pageOverlay, jumpAlong, jumpFrom } from './page-overlay.store.ts';
import { minutesLeft, timeLeft } from './session/reading-pace.ts';
import { readingPage } from './session/reading-page.store.ts';
import type { SheetProps } from './sheet-props.ts';
import { pictureWords } from './running-heads.tsx';
import { percentWords } from '../../reading-progress/percent.ts';
import { inLatin } from '../../format/script.ts';

function titleOfPercent(book: PreparedBook, percent: number): string {
  const { documentIndex, fraction } = positionOfPercent(book, percent);
  return titleAt(book, documentIndex, fraction * (book.spine[documentIndex]?.characters ?? 0));
}

/** One key step is one page: a part of a page would lead back to where it started. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

export function ProgressSheet({ opening, reader }: SheetProps) {
  const { book } = opening;
  const { place } = useSnapshot(readingPage);
  const { back, forward } = useSnapshot(pageOverlay);
  const [wanted, setWanted] = useState<number | null>(null);
  const entries = useMemo(() => contentsOf(book), [book]);
  if (!place) return null;
  const percent = wanted ?? place.percent;
  const title = wanted === null ? place.chapterTitle : titleOfPercent(book, wanted);
  const { left } = place;

  const jump = async (): Promise<void> => {
    if (wanted === null) return;
    jumpFrom(reader.place);
    await reader.goTo({ percent: wanted });
    setWanted(null);
  };
  /** Steps through the table of contents; after its last entry, through the documents. */
  const chapters = ([-1, 1] as const).map((step): Target | null => {
    const chapter = chapterBeside(entries, place.entry, step);
    if (chapter) return { href: chapter.href };
    const documentIndex =
      step > 0 ? reader.following : book.spine.findLastIndex(({ linear }, index) => linear !== false && index < place.documentIndex);
    return book.spine[documentIndex] ? { documentIndex } : null;
  });
  const goTo = (target: Target | null | undefined): void => {
    if (!target) return;
    jumpFrom(reader.place);
    void reader.goTo(target);
  };
  const before = back.findLast((one) => one.cfi !== place.cfi);
  const after = forward.findLast((one) => one.cfi !== place.cfi);

  return (
    <div className="progress-sheet">
      <p className="progress-title">
        <b className="serif one-line" {...inLatin(title)}>
          {title}
        </b>
        <b className="progress-percent">{percentWords(percent)}</b>
      </p>
      <div className="progress-slider">
        <button type="button" className="icon-button" aria-label="上一章" disabled={!chapters[0]} onClick={() => goTo(chapters[0])}>
          <Icon name="back" />
        </button>
        <input
          type="range"
          min={0}
          max={100}
          step={0.1}
          value={percent}
          aria-label="全书进度"
          aria-valuetext={`${percentWords(percent)}，${title}`}
          style={{ '--done': `${percent}%` } as React.CSSProperties}
          onChange={(event) => setWanted(Number(event.target.value))}
          onPointerUp={() => void jump()}
          onKeyDown={(event) => {
            const step = STEPS[event.key];
            if (!step) return;
            event.preventDefault();
            void (step > 0 ? reader.next() : reader.previous());
          }}
          onKeyUp={() => void jump()}
        />
        <button type="button" className="icon-button" aria-label="下一章" disabled={!chapters[1]} onClick={() => goTo(chapters[1])}>
          <Icon name="right" />
        </button>
      </div>
      <p className="progress-left meta">
        <span>
          {book.layout === 'pre-paginated'
            ? pictureWords(book, place)
            : left > 0
              ? `本章还有 ${left} 页，约 ${minutesLeft(book, place)} 分钟`
              : '本章最后一页'}
        </span>
        {book.layout === 'reflowable' && book.characters > 0 ? <span>全书还需 {timeLeft(book, place.percent)}</span> : null}
      </p>
      {before || after ? (
        <div className="progress-back">
          {before ? (
            <button type="button" className="button button-line" onClick={() => void jumpAlong(reader, 'back')}>
              回到上次 {percentWords(before.percent)}
            </button>
          ) : null}
          {after ? (
            <button type="button" className="button button-line" onClick={() => void jumpAlong(reader, 'forward')}>
              前进到 {percentWords(after.percent)}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
