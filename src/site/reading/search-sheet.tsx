import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { around, findAll, type Hit } from '../../annotations/book-search.ts';
import { type Searchable, searchText } from '../../annotations/search-text.ts';
import { chapterTitleAt } from '../../reader-engine/place.ts';
import { tell } from '../frame/ask.ts';
import { Icon } from '../frame/icon.tsx';
import { leaveFor } from './reading-page.store.ts';
import type { SheetProps } from './sheet-props.ts';
import './notes.css';

const ASKED_MOST = 50;
/** More are counted, and not drawn. */
const SHOWN_MOST = 400;
const BESIDE = 32;
/** So that the next hit is one tap away. */
const last = { publishId: 0, asked: '' };

/** Every place of some words in the book, as they are typed. */
export function SearchSheet({ opening, limit, reader }: SheetProps) {
  const { card, editionId, book } = opening;
  const [asked, setAsked] = useState(last.publishId === card.publishId ? last.asked : '');
  const wanted = useDeferredValue(asked.trim());
  const [source, setSource] = useState<Searchable | Error | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    let ended = false;
    searchText(card.publishId, editionId, book, limit).then(
      (found) => !ended && setSource(found),
      (error: unknown) => !ended && setSource(error instanceof Error ? error : new Error('书的文字没有取到')),
    );
    return () => {
      ended = true;
    };
  }, [card, editionId, book, limit]);
  const texts = source && !(source instanceof Error) ? source.texts : null;
  const hits = useMemo(() => (texts ? findAll(texts.small, wanted) : []), [texts, wanted]);

  const open = async (hit: Hit): Promise<void> => {
    const text = texts?.documents[hit.documentIndex] ?? '';
    const quote = {
      text: text.slice(hit.start, hit.end),
      before: text.slice(Math.max(0, hit.start - BESIDE), hit.start),
      after: text.slice(hit.end, hit.end + BESIDE),
    };
    Object.assign(last, { publishId: card.publishId, asked });
    const cfi = await reader.findPassage(hit.documentIndex, quote).catch(() => null);
    if (!cfi) return void tell('没能在页面上找到这一处');
    leaveFor(matchMedia('(max-width: 991px)').matches);
    await reader.goTo({ cfi });
    reader.setMarks('search', [{ id: 'found', cfi, style: 'search' }]);
  };

  return (
    <>
      <label className="notes-search search-in-book">
        <Icon name="search" size={18} />
        <input
          ref={field}
          type="search"
          aria-label="书内搜索"
          placeholder="搜这本书里的字句"
          value={asked}
          maxLength={ASKED_MOST}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => setAsked(event.target.value)}
        />
      </label>
      <output className="meta search-count">
        {source instanceof Error
          ? source.message
          : wanted === ''
            ? source?.trial
              ? '试读中，只搜可以读的章节'
              : ''
            : texts
              ? hits.length === 0
                ? `没有“${wanted}”`
                : `${hits.length} 处${hits.length > SHOWN_MOST ? `，先列出前 ${SHOWN_MOST} 处` : ''}${source?.trial ? '，只搜了可以读的章节' : ''}`
              : '正在取书的文字…'}
      </output>
      <div className="notes-list">
        {inChapters(hits.slice(0, SHOWN_MOST)).map(({ documentIndex, rows }) => (
          <section key={documentIndex}>
            <h3>{chapterTitleAt(book, documentIndex)}</h3>
            <ul>
              {rows.map((hit) => (
                <HitRow key={hit.start} text={texts?.documents[hit.documentIndex] ?? ''} hit={hit} open={() => void open(hit)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function HitRow({ text, hit, open }: { text: string; hit: Hit; open: () => void }) {
  const [before, word, after] = around(text, hit);
  return (
    <li className="search-hit">
      <button type="button" onClick={open}>
        {before}
        <mark>{word}</mark>
        {after}
      </button>
    </li>
  );
}

function inChapters(hits: readonly Hit[]): { documentIndex: number; rows: Hit[] }[] {
  const parts: { documentIndex: number; rows: Hit[] }[] = [];
  for (const hit of hits) {
    const last = parts.at(-1);
    if (last?.documentIndex === hit.documentIndex) last.rows.push(hit);
    else parts.push({ documentIndex: hit.documentIndex, rows: [hit] });
  }
  return parts;
}
