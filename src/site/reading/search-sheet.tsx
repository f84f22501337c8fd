import { type CSSProperties, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Found, FoundHit } from '../../book-search/book-search.ts';
import { inLatin } from '../../format/script.ts';
import { titleAt } from '../../reader-engine/contents.ts';
import { toast } from '../frame/dialogs.ts';
import { FindField } from '../frame/find-field.tsx';
import { markFound } from './found-mark.ts';
import { leaveFor } from './session/reading-page.store.ts';
import type { SheetProps } from './sheet-props.ts';
import { useSearcher } from './use-searcher.ts';
import './marking/notes.css';

const ASKED_MOST = 50;
/** Further matches are counted but not listed. */
const LISTED_MOST = 5_000;
/** Longer lists are collapsed by chapter, with the current chapter open. */
const UNFOLDED_MOST = 400;
/** The last search term and the last opened match, so that the next match is one tap away. */
const last = { publishId: 0, asked: '', hit: '' };
const NO_TEXT = '书的文字没有取到，请联网后再试';
const NONE: readonly FoundHit[] = [];
const keyOf = ({ documentIndex, start }: FoundHit): string => `${documentIndex}/${start}`;

/** Lists every match of a search term in the book, while the user types. */
export function SearchSheet({ opening, limit, reader }: SheetProps) {
  const { card, book } = opening;
  const [asked, setAsked] = useState(last.publishId === card.publishId ? last.asked : '');
  const wanted = useDeferredValue(asked.trim());
  const [source, again] = useSearcher(opening, limit);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [found, setFound] = useState<(Found & { query: string }) | null>(null);
  useEffect(() => {
    if (!source || source === 'failed' || wanted === '') return;
    let ended = false;
    void source.find(wanted, LISTED_MOST).then((answer) => !ended && setFound({ ...answer, query: wanted }));
    return () => {
      ended = true;
    };
  }, [source, wanted]);
  const hits = wanted === '' ? NONE : (found?.hits ?? NONE);
  const chapters = useMemo(() => inChapters(hits, (hit) => titleAt(book, hit.documentIndex, hit.characters)), [hits, book]);
  const folded = hits.length > UNFOLDED_MOST;
  const followed = last.publishId === card.publishId && last.asked.trim() === found?.query ? last.hit : '';
  const here = chapterOf(chapters, followed, reader.place?.documentIndex ?? 0);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const at = list.current?.querySelector('[aria-current]') ?? (folded ? list.current?.querySelector('[data-here]') : null);
    at?.scrollIntoView({ block: at.matches('[data-here]') ? 'start' : 'center' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each answer
  }, [found]);

  const open = async (hit: FoundHit): Promise<void> => {
    const { documentIndex, quote } = hit;
    Object.assign(last, { publishId: card.publishId, asked, hit: keyOf(hit) });
    const cfi = (await reader.findPassage(documentIndex, quote).catch(() => null))?.cfi;
    if (!cfi) return void toast('没能在页面上找到这一处');
    leaveFor(matchMedia('(max-width: 991px)').matches);
    await reader.goTo({ cfi });
    markFound(reader, cfi);
  };

  return (
    <>
      <FindField
        ref={field}
        className="search-in-book"
        label="书内搜索"
        placeholder="搜这本书里的字句"
        value={asked}
        maxLength={ASKED_MOST}
        autoComplete="off"
        enterKeyHint="search"
        write={setAsked}
      />
      <div className="search-count">
        <output className="meta">
          {source === 'failed' ? NO_TEXT : wordsOf(wanted, found, source?.trial ? { chapters: limit, by: card.isFree ? '登录' : '购买' } : null)}
        </output>
        {source === 'failed' ? (
          <button
            type="button"
            className="button button-line"
            onClick={() => {
              again();
              field.current?.focus();
            }}
          >
            重试
          </button>
        ) : null}
      </div>
      <div ref={list} className="notes-list">
        {inParts(chapters).map(({ from, part }) => (
          <div key={from} className={folded ? 'search-part' : undefined} style={{ '--chapters': part.length } as CSSProperties}>
            {part.map((chapter, index) => (
              <HitsOfChapter
                key={`${found?.query} ${chapter.rows[0] ? keyOf(chapter.rows[0]) : ''}`}
                {...chapter}
                folded={folded}
                here={from + index === here}
                followed={followed}
                open={(hit) => void open(hit)}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

/** The part that is searched until the user has access to the complete book. This panel has no purchase link. */
interface Trial {
  readonly chapters: number;
  readonly by: '登录' | '购买';
}

/** Returns the search summary, as far as known; the previous result is shown until then. */
function wordsOf(wanted: string, found: (Found & { query: string }) | null, trial: Trial | null): string {
  const part = trial === null ? '' : `只搜了试读的前 ${trial.chapters} 章，${trial.by}后可搜全书`;
  if (wanted === '') return trial === null ? '' : `试读中，只能搜前 ${trial.chapters} 章；${trial.by}后可搜全书`;
  if (!found) return '正在取书的文字…';
  if (found.total === 0) return `没有“${found.query}”，${part || '换个词试试'}`;
  return [`${found.total} 处`, found.total > LISTED_MOST ? `列出前 ${LISTED_MOST} 处` : '', part].filter(Boolean).join('，');
}

interface Chapter {
  readonly title: string;
  readonly rows: readonly FoundHit[];
}
type HitsProps = Chapter & { folded: boolean; here: boolean; followed: string; open: (hit: FoundHit) => void };

/** The matches in a chapter; a collapsed chapter renders them when it is opened. */
function HitsOfChapter({ title, rows, folded, here, followed, open }: HitsProps) {
  const [unfolded, setUnfolded] = useState(here);
  const list = (
    <ul>
      {rows.map((hit) => (
        <HitRow key={hit.start} hit={hit} followed={keyOf(hit) === followed} open={() => open(hit)} />
      ))}
    </ul>
  );
  if (!folded)
    return (
      <section>
        <h3 {...inLatin(title)}>{title}</h3>
        {list}
      </section>
    );
  return (
    <details className="search-chapter" open={unfolded} data-here={here ? '' : undefined} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      <summary>
        <span className="one-line" {...inLatin(title)}>
          {title}
        </span>
        <span className="meta">{rows.length} 处</span>
      </summary>
      {unfolded ? list : null}
    </details>
  );
}

function HitRow({ hit, followed, open }: { hit: FoundHit; followed: boolean; open: () => void }) {
  const [before, word, after] = hit.shown;
  return (
    <li className="search-hit">
      <button type="button" onClick={open} aria-current={followed ? 'location' : undefined} {...inLatin(before + word + after)}>
        {before}
        <mark>{word}</mark>
        {after}
      </button>
    </li>
  );
}

function inChapters(hits: readonly FoundHit[], titleOf: (hit: FoundHit) => string): Chapter[] {
  const parts: { title: string; rows: FoundHit[] }[] = [];
  for (const hit of hits) {
    const title = titleOf(hit);
    const before = parts.at(-1);
    if (before?.title === title && before.rows[0]?.documentIndex === hit.documentIndex) before.rows.push(hit);
    else parts.push({ title, rows: [hit] });
  }
  return parts;
}

/**
 * Number of chapters rendered together when they come near: rendering a complete novel at once delays the first line, one by one slows
 * down scrolling.
 */
const PART = 24;

function inParts(chapters: readonly Chapter[]): { from: number; part: readonly Chapter[] }[] {
  return Array.from({ length: Math.ceil(chapters.length / PART) }, (_one, index) => ({
    from: index * PART,
    part: chapters.slice(index * PART, (index + 1) * PART),
  }));
}

/** Returns the chapter of the opened match; else the current chapter, or the next one with matches. */
function chapterOf(chapters: readonly Chapter[], followed: string, documentIndex: number): number {
  const gone = followed === '' ? -1 : chapters.findIndex(({ rows }) => rows.some((hit) => keyOf(hit) === followed));
  if (gone >= 0) return gone;
  const read = chapters.findIndex(({ rows }) => (rows[0]?.documentIndex ?? 0) >= documentIndex);
  return read >= 0 ? read : chapters.length - 1;
}
