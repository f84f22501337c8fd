import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { chapterTitleAt, placeOfPercent } from '../../reader-engine/place.ts';
import { Icon } from '../frame/icon.tsx';
import { besidePage, jumpAlong, jumpFrom } from './beside-page.store.ts';
import { minutesLeft, timeLeft } from './reading-pace.ts';
import { readingPage } from './reading-page.store.ts';
import type { SheetProps } from './sheet-props.ts';
import { percentWords, pictureWords } from './running-heads.tsx';
import { inLatin } from '../../format/script.ts';

/** A step by the keyboard is a page: a part of one would lead to where it began. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

export function ProgressSheet({ opening, reader }: SheetProps) {
  const { book } = opening;
  const { place } = useSnapshot(readingPage);
  const { back, forward } = useSnapshot(besidePage);
  const [wanted, setWanted] = useState<number | null>(null);
  if (!place) return null;
  const percent = wanted ?? place.percent;
  const title = wanted === null ? place.chapterTitle : chapterTitleAt(book, placeOfPercent(book, wanted).documentIndex);
  const left = place.pages - place.page - 1;

  const jump = async (): Promise<void> => {
    if (wanted === null) return;
    jumpFrom(reader.place);
    await reader.goTo({ percent: wanted });
    setWanted(null);
  };
  const chapter = (step: 1 | -1): void => {
    jumpFrom(reader.place);
    void reader.goTo({ documentIndex: Math.max(0, Math.min(book.spine.length - 1, place.documentIndex + step)) });
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
        <button type="button" className="icon-button" aria-label="上一章" disabled={place.documentIndex === 0} onClick={() => chapter(-1)}>
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
        <button
          type="button"
          className="icon-button"
          aria-label="下一章"
          disabled={place.documentIndex === book.spine.length - 1}
          onClick={() => chapter(1)}
        >
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
