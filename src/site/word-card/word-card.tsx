import { useEffect, useRef, useState } from 'react';
import type { StoredWord } from '../../annotations/annotation-record.ts';
import { inLatin } from '../../format/script.ts';
import './word-card.css';

interface WordCardProps {
  readonly word: StoredWord;
  readonly note: string;
  readonly answer: (known: boolean) => void;
  readonly stop: () => void;
  /** Opens the form of the meaning. */
  readonly correct?: () => void;
}

/** A word of the vocabulary at its review: the word in its sentence, then the meaning, then whether it was known. */
export function WordCard({ word, note, answer, stop, correct }: WordCardProps) {
  const [seen, setSeen] = useState(false);
  const ask = useRef<HTMLButtonElement>(null);
  const meaning = useRef<HTMLParagraphElement>(null);
  // Each step replaces the previous one, so the focus moves with it.
  useEffect(() => (seen ? meaning : ask).current?.focus({ preventScroll: true }), [seen]);
  return (
    <section className="card word-card" aria-label="复习">
      <output className="meta">{note}</output>
      <p id="word-card-word" className="word-card-word serif" {...inLatin(word.text)}>
        {word.text}
      </p>
      <p id="word-card-sentence" className="word-sentence serif" {...inLatin(word.sentence)}>
        <WordSentence word={word} />
      </p>
      {seen ? (
        <>
          <p ref={meaning} tabIndex={-1} className="word-card-meaning">
            {word.meaning || '还没有写释义'}
          </p>
          {correct ? (
            <button type="button" className="text-link" onClick={correct}>
              {word.meaning ? '改释义' : '写释义'}
            </button>
          ) : null}
        </>
      ) : null}
      <div className="word-card-actions">
        {seen ? (
          <>
            <button type="button" className="button button-line button-wide" onClick={() => answer(false)}>
              不认识
            </button>
            <button type="button" className="button button-fill button-wide" onClick={() => answer(true)}>
              认识
            </button>
          </>
        ) : (
          <button
            ref={ask}
            type="button"
            className="button button-fill button-wide"
            aria-describedby="word-card-word word-card-sentence"
            onClick={() => setSeen(true)}
          >
            看释义
          </button>
        )}
      </div>
      <button type="button" className="text-link" onClick={stop}>
        先到这里
      </button>
    </section>
  );
}

/** The sentence with its word highlighted. */
export function WordSentence({ word }: { word: StoredWord }) {
  const at = word.sentence.indexOf(word.text);
  if (at < 0) return word.sentence;
  return (
    <>
      {word.sentence.slice(0, at)}
      <b>{word.text}</b>
      {word.sentence.slice(at + word.text.length)}
    </>
  );
}
