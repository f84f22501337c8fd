import { useEffect, useState } from 'react';
import type { PracticeQuestion } from '../../../../contract/textbook/practice.ts';
import { storedOf } from '../../../annotations/annotations.store.ts';
import type { StoredWord } from '../../../annotations/annotation-record.ts';
import { changeWord } from '../../../annotations/marks.ts';
import { PracticeSitting } from '../../../practice/practice-log.ts';
import { reviewed } from '../../../vocabulary/word-review.ts';
import { ProgressBar } from '../../frame/progress-bar.tsx';
import { WordCard } from '../../word-card/word-card.tsx';
import { ReviewQuestion } from './review-question.tsx';

export type ReviewItem = { readonly kind: 'question'; readonly question: PracticeQuestion } | { readonly kind: 'word'; readonly word: StoredWord };

/** What came of a review: questions by try, words by whether they were known. */
export type ReviewTally = Readonly<Record<'right' | 'second' | 'wrong' | 'known' | 'unknown', number>>;
const NOTHING: ReviewTally = { right: 0, second: 0, wrong: 0, known: 0, unknown: 0 };

const keyOf = (item: ReviewItem): string => (item.kind === 'word' ? item.word.clientId : String(item.question.questionId));

/** The items are those of the beginning: what is answered leaves the queue of the day, not the run. */
export function ReviewRun({ items, end }: { items: readonly ReviewItem[]; end: (tally: ReviewTally) => Promise<void> }) {
  const [at, setAt] = useState(0);
  const [tally, setTally] = useState(NOTHING);
  const [sitting] = useState(() => new PracticeSitting('review'));
  useEffect(() => () => void sitting.leave(), [sitting]);
  const finish = (done: ReviewTally): void => void sitting.leave().then(() => end(done));
  const go = (result: keyof ReviewTally | null): void => {
    const next = result === null ? tally : { ...tally, [result]: tally[result] + 1 };
    setTally(next);
    setAt(at + 1);
    if (at + 1 >= items.length) finish(next);
  };
  const item = items[at];
  const note = `第 ${Math.min(at + 1, items.length)} 个，共 ${items.length} 个`;
  return (
    <>
      <div className="daily-review-progress">
        <ProgressBar percent={(at / Math.max(1, items.length)) * 100} label={note} bare />
      </div>
      {item === undefined ? (
        <p className="daily-review-note meta" aria-busy="true">
          正在保存…
        </p>
      ) : item.kind === 'word' ? (
        <WordCard
          key={keyOf(item)}
          word={item.word}
          note={note}
          answer={(known) => {
            // It may have been reviewed on another device meanwhile.
            const now = storedOf('word').find(({ clientId }) => clientId === item.word.clientId) ?? item.word;
            changeWord(now, reviewed(now, known));
            go(known ? 'known' : 'unknown');
          }}
          stop={() => finish(tally)}
        />
      ) : (
        <ReviewQuestion
          key={keyOf(item)}
          question={item.question}
          note={note}
          last={at + 1 === items.length}
          sitting={sitting}
          go={go}
          stop={(result) => finish(result === null ? tally : { ...tally, [result]: tally[result] + 1 })}
        />
      )}
    </>
  );
}
