import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { foldedText } from '../../../contract/reading/search-folding.ts';
import { storedOf } from '../../annotations/annotations.store.ts';
import type { StoredWord } from '../../annotations/annotation-record.ts';
import { changeWord, newestFirst, removeWord, restoreWord } from '../../annotations/marks.ts';
import { wordsCsv } from '../../annotations/notes-export.ts';
import { passagePath } from '../../annotations/passage-address.ts';
import { saveFile } from '../../annotations/save-file.ts';
import { dueIn, dueSoon, dueWords, LAST_BOX, reviewed } from '../../vocabulary/word-review.ts';
import { inLatin } from '../../format/script.ts';
import { Icon } from '../frame/icon.tsx';
import { FindField } from '../frame/find-field.tsx';
import { trapFocus } from '../frame/keep-focus.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { CENTRE } from '../frame/places.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { MeaningSheet } from './meaning-sheet.tsx';
import { EmptyList } from './empty-list.tsx';
import { Undo } from '../frame/undo.tsx';
import { useAnnotations } from '../../annotations/use-annotations.ts';
import { WordCard, WordSentence } from '../word-card/word-card.tsx';
import { useWorks } from './use-works.ts';
import '../reading/marking/notes.css';
import './annotation.css';

/** The page 生词本: the words saved while reading, each reviewed shortly before it would be forgotten. Works without a network. */
export function WordsScreen() {
  const ready = useAnnotations();
  const [asking, setAsking] = useState(false);
  const [removed, setRemoved] = useState<StoredWord | null>(null);
  const [corrected, setCorrected] = useState<StoredWord | null>(null);
  const words = newestFirst(storedOf('word'));
  const due = dueWords(words);
  const soon = dueSoon(words);
  const [, setWaited] = useState(0);
  useEffect(() => {
    if (soon === null) return;
    // The button and its text depend on the time, so it rerenders.
    const timer = setTimeout(() => setWaited(Date.now()), Math.min(30_000, soon - Date.now() + 100));
    return () => clearTimeout(timer);
  });
  const [asked, setAsked] = useState('');
  const wanted = foldedText(asked.trim());
  const shown = words.filter((word) => wanted === '' || [word.text, word.meaning, word.sentence].some((text) => foldedText(text).includes(wanted)));
  const { works } = useWorks([...new Set(words.map((word) => word.publishId))]);
  const known = words.filter((word) => word.box === LAST_BOX).length;
  const next = asking ? due[0] : undefined;
  const reviewing = next !== undefined;
  const card = useRef<HTMLElement>(null);
  const before = useRef(reviewing);
  useEffect(() => {
    // The pressed button is gone: move the focus to where the review started.
    if (before.current && !reviewing) card.current?.focus({ preventScroll: true });
    before.current = reviewing;
  }, [reviewing]);
  return (
    <div ref={trapFocus} className="measure own-list">
      <NavBar title="生词本" otherwise="/personalCenter/default" />
      {!ready ? (
        <div className="own-part">
          <Skeleton height={120} />
        </div>
      ) : words.length === 0 ? (
        <EmptyList
          what="生词"
          title="生词本还空着"
          reason="读书时选中一个词，点“生词”，它和所在的句子就会收到这里，离线也能复习。"
          to={CENTRE}
          action="去读书"
        />
      ) : next ? (
        <WordCard
          key={`${next.clientId}/${next.reviews}`}
          word={next}
          note={`还有 ${due.length} 个`}
          answer={(known) => changeWord(next, reviewed(next, known))}
          stop={() => setAsking(false)}
          correct={() => setCorrected(next)}
        />
      ) : (
        <>
          <section ref={card} tabIndex={-1} className="card own-part words-due" aria-label="复习">
            <p>
              <b className="serif">{due.length}</b> 个词待复习
              <span className="meta">
                共 {words.length} 个，已记牢 {known} 个
              </span>
            </p>
            <button type="button" className="button button-fill" disabled={due.length === 0} onClick={() => setAsking(true)}>
              {due.length > 0 ? '开始复习' : soon !== null ? `${dueIn(soon)}再复习` : '今天都复习过了'}
            </button>
          </section>
          <FindField className="own-search" label="在生词本中查找" value={asked} write={setAsked} />
          <output className="unseen">{asked ? `找到 ${shown.length} 个` : ''}</output>
          {shown.length === 0 ? <p className="notes-none meta">没有符合的生词</p> : null}
          <ul className="card own-part words-list" hidden={shown.length === 0}>
            {shown.map((word) => (
              <li key={word.clientId} data-row={word.clientId}>
                <div className="word-head">
                  <b className="serif" {...inLatin(word.text)}>
                    {word.text}
                  </b>
                  <Boxes box={word.box} />
                  <span className="meta">{dueIn(word.dueAt)}</span>
                </div>
                {word.meaning ? <p>{word.meaning}</p> : null}
                {word.sentence ? (
                  <p className="word-sentence serif" {...inLatin(word.sentence)}>
                    <WordSentence word={word} />
                  </p>
                ) : null}
                <div className="note-row-foot">
                  <Link className="meta one-line word-source" to={passagePath(word)}>
                    <span {...inLatin(works.get(word.publishId)?.title ?? '')}>{works.get(word.publishId)?.title ?? '书中'}</span> ·{' '}
                    <span {...inLatin(word.chapterTitle)}>{word.chapterTitle}</span>
                  </Link>
                  <button type="button" className="icon-button" aria-label={`改释义：${word.text}`} onClick={() => setCorrected(word)}>
                    <Icon name="note" size={18} />
                  </button>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`删除：${word.text}`}
                    onClick={() => {
                      removeWord(word);
                      setRemoved(word);
                    }}
                  >
                    <Icon name="trash" size={18} />
                  </button>
                </div>
              </li>
            ))}
          </ul>
          {shown.length === 0 ? null : (
            <div className="words-foot">
              <span className="meta">导出 {shown.length} 个</span>
              <button
                type="button"
                className="text-link"
                aria-label="导出生词，CSV 表格"
                onClick={() =>
                  saveFile(
                    '生词本.csv',
                    'text/csv',
                    wordsCsv(shown, (publishId) => works.get(publishId)?.title ?? ''),
                  )
                }
              >
                CSV 表格
              </button>
            </div>
          )}
        </>
      )}
      {corrected ? <MeaningSheet key={corrected.clientId} word={corrected} close={() => setCorrected(null)} /> : null}
      {removed ? (
        <Undo
          aboveBar
          words={`已删除“${removed.text}”`}
          of={removed.clientId}
          take={() => {
            restoreWord(removed);
            setRemoved(null);
          }}
          over={() => setRemoved(null)}
        />
      ) : null}
    </div>
  );
}

function Boxes({ box }: { box: number }) {
  return (
    <span className="word-boxes" title={`记忆 ${box} 级，共 ${LAST_BOX} 级`}>
      <span className="unseen">{`记忆 ${box} 级，共 ${LAST_BOX} 级`}</span>
      {Array.from({ length: LAST_BOX }, (_one, index) => (
        <i key={index} data-full={index < box ? '' : undefined} />
      ))}
    </span>
  );
}
