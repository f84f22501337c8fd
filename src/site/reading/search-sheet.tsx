import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Found, FoundHit } from '../../annotations/book-search.ts';
import { type Searcher, searcherOf } from '../../annotations/search-text.ts';
import { inLatin } from '../../format/script.ts';
import { titleAt } from '../../reader-engine/contents.ts';
import { tell } from '../frame/ask.ts';
import { Icon } from '../frame/icon.tsx';
import { markFound } from './found-mark.ts';
import { leaveFor } from './reading-page.store.ts';
import type { SheetProps } from './sheet-props.ts';
import './notes.css';

const ASKED_MOST = 50;
/** More are counted, and not drawn. */
const SHOWN_MOST = 400;
/** So that the next hit is one tap away. */
const last = { publishId: 0, asked: '' };

/** Every place of some words in the book, as they are typed. */
export function SearchSheet({ opening, limit, reader }: SheetProps) {
  const { card, editionId, book } = opening;
  const [asked, setAsked] = useState(last.publishId === card.publishId ? last.asked : '');
  const wanted = useDeferredValue(asked.trim());
  const [source, setSource] = useState<Searcher | Error | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    let ended = false;
    searcherOf(card.publishId, editionId, book, limit).then(
      (found) => !ended && setSource(found),
      (error: unknown) => !ended && setSource(error instanceof Error ? error : new Error('书的文字没有取到')),
    );
    return () => {
      ended = true;
    };
  }, [card, editionId, book, limit]);
  const [found, setFound] = useState<(Found & { query: string }) | null>(null);
  useEffect(() => {
    if (!source || source instanceof Error || wanted === '') return;
    let ended = false;
    void source.find(wanted, SHOWN_MOST).then((answer) => !ended && setFound({ ...answer, query: wanted }));
    return () => {
      ended = true;
    };
  }, [source, wanted]);
  const hits = wanted === '' ? [] : (found?.hits ?? []);

  const open = async ({ documentIndex, quote }: FoundHit): Promise<void> => {
    Object.assign(last, { publishId: card.publishId, asked });
    const cfi = await reader.findPassage(documentIndex, quote).catch(() => null);
    if (!cfi) return void tell('没能在页面上找到这一处');
    leaveFor(matchMedia('(max-width: 991px)').matches);
    await reader.goTo({ cfi });
    markFound(reader, cfi);
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
      <output className="meta search-count">{source instanceof Error ? source.message : wordsOf(wanted, found, source?.trial ? limit : null)}</output>
      <div className="notes-list">
        {inChapters(hits, (hit) => titleAt(book, hit.documentIndex, hit.characters)).map(({ title, rows }) => (
          <section key={`${rows[0]?.documentIndex}-${rows[0]?.start}`}>
            <h3>{title}</h3>
            <ul>
              {rows.map((hit) => (
                <HitRow key={hit.start} hit={hit} open={() => void open(hit)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** What was found, as far as it is known; what was asked before stays until then. */
function wordsOf(wanted: string, found: (Found & { query: string }) | null, trial: number | null): string {
  const part = trial === null ? '' : `只搜了试读的前 ${trial} 章，购买后可搜全书`;
  if (wanted === '') return trial === null ? '' : `试读中，只能搜前 ${trial} 章；购买后可搜全书`;
  if (!found) return '正在取书的文字…';
  if (found.total === 0) return [`没有“${found.query}”`, part].filter(Boolean).join('，');
  return [`${found.total} 处`, found.total > SHOWN_MOST ? `先列出前 ${SHOWN_MOST} 处` : '', part].filter(Boolean).join('，');
}

function HitRow({ hit, open }: { hit: FoundHit; open: () => void }) {
  const [before, word, after] = hit.shown;
  return (
    <li className="search-hit">
      <button type="button" onClick={open} {...inLatin(before + word + after)}>
        {before}
        <mark>{word}</mark>
        {after}
      </button>
    </li>
  );
}

function inChapters(hits: readonly FoundHit[], titleOf: (hit: FoundHit) => string): { title: string; rows: FoundHit[] }[] {
  const parts: { title: string; rows: FoundHit[] }[] = [];
  for (const hit of hits) {
    const title = titleOf(hit);
    const last = parts.at(-1);
    if (last?.title === title && last.rows[0]?.documentIndex === hit.documentIndex) last.rows.push(hit);
    else parts.push({ title, rows: [hit] });
  }
  return parts;
}
