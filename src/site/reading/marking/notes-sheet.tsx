import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { type Colour, COLOURS } from '../../../../contract/annotation/sync.ts';
import type { StoredMark } from '../../../annotations/annotation-record.ts';
import { inBookOrder } from '../../../annotations/marks.ts';
import { foldedText } from '../../../../contract/reading/search-folding.ts';
import { colourName } from '../../../annotations/notes-export.ts';
import { saveNotes } from '../../../annotations/notes-file.ts';
import { FindField } from '../../frame/find-field.tsx';
import { trapFocus } from '../../frame/keep-focus.ts';
import { NoteRow } from './note-row.tsx';
import { copyCitation, takeAway } from './marking-actions.ts';
import { marking } from './marking.store.ts';
import { leaveFor } from '../session/reading-page.store.ts';
import type { SheetProps } from '../sheet-props.ts';
import '../../frame/mark-colours.css';
import './notes.css';
import { useMarks } from './use-marks.ts';
import { inLatin } from '../../../format/script.ts';

const FILTERS = [
  ['all', '全部'],
  ['note', '笔记'],
  ['highlight', '划线'],
  ['bookmark', '书签'],
] as const;
type Filter = (typeof FILTERS)[number][0];

/** Returns true when the search term is in the passage or in its note. */
export const speaksOf = (mark: StoredMark, words: string): boolean =>
  words === '' || [mark.text, mark.note, mark.chapterTitle, ...mark.twins.map((twin) => twin.note)].some((text) => foldedText(text).includes(words));

/** The notes and highlights in this book, by chapter. */
export function NotesSheet({ opening, reader }: SheetProps) {
  const marks = useMarks(opening.card.publishId);
  const { lost } = useSnapshot(marking);
  const [filter, setFilter] = useState<Filter>('all');
  const [only, setOnly] = useState<Colour | null>(null);
  const [words, setWords] = useState('');
  const colours = coloursOf(marks);
  // A filter for a colour whose last mark was removed is reset.
  const colour = only && colours.includes(only) ? only : null;
  const shown = marks.filter(
    (mark) => (filter === 'all' || mark.type === filter) && (!colour || colourOf(mark) === colour) && speaksOf(mark, foldedText(words.trim())),
  );
  const { card, editionId } = opening;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { place } = reader;
    const before = place ? marks.findLast((mark) => inBookOrder(mark, place) <= 0) : undefined;
    const row = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(({ dataset }) => dataset['row'] === before?.clientId);
    row?.scrollIntoView({ block: 'center' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it is opened: at the page that is read
  }, []);

  const open = (mark: StoredMark): void => {
    leaveFor(matchMedia('(max-width: 991px)').matches);
    void reader.goTo(mark.editionId === editionId && mark.type !== 'bookmark' ? { cfi: mark.cfi } : placeOf(mark, editionId));
  };

  return (
    <div ref={trapFocus} className="notes">
      {marks.length === 0 ? (
        <div className="notes-none">
          <p className="serif">这本书还没有笔记</p>
          <p className="meta">长按文字可以划线、写笔记；点右上角的书签记下这一页。</p>
        </div>
      ) : (
        <>
          <div className="notes-head">
            <fieldset className="notes-filters" aria-label="筛选">
              {FILTERS.map(([key, name]) => (
                <button key={key} type="button" aria-pressed={filter === key} onClick={() => setFilter(key)}>
                  {name}
                </button>
              ))}
            </fieldset>
            {colours.length > 1 ? (
              <fieldset className="notes-colours" aria-label="按颜色筛选">
                {colours.map((one) => (
                  <button
                    key={one}
                    type="button"
                    data-colour={one}
                    aria-label={`${colourName(one)}色`}
                    aria-pressed={colour === one}
                    onClick={() => setOnly(colour === one ? null : one)}
                  />
                ))}
              </fieldset>
            ) : null}
            <FindField label="在笔记中查找" value={words} write={setWords} />
          </div>
          <div ref={list} className="notes-list">
            {shown.length === 0 ? <p className="notes-none meta">没有符合的笔记</p> : null}
            {byChapter(shown).map(({ title, rows }) => (
              <section key={`${title}/${rows[0]?.clientId ?? ''}`}>
                <h3 {...inLatin(title)}>{title}</h3>
                <ul>
                  {rows.map((mark) => (
                    <NoteRow
                      key={mark.clientId}
                      mark={mark}
                      stands={mark.editionId === editionId ? 'here' : lost.includes(mark.clientId) ? 'lost' : 'unknown'}
                      open={() => open(mark)}
                      write={() => void (marking.task = { kind: 'note', clientId: mark.clientId })}
                      cite={() => void copyCitation(opening, mark)}
                      remove={() => takeAway(mark)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <div className="notes-foot">
            <span className="meta">导出 {marks.length} 条</span>
            <button type="button" className="text-link" aria-label="导出笔记，Markdown" onClick={() => void saveNotes(card, marks, 'markdown')}>
              Markdown
            </button>
            <button type="button" className="text-link" aria-label="导出笔记，CSV 表格" onClick={() => void saveNotes(card, marks, 'csv')}>
              CSV 表格
            </button>
          </div>
        </>
      )}
    </div>
  );
}

/** A bookmark has no colour. */
const colourOf = (mark: StoredMark): Colour | null => (mark.type === 'bookmark' ? null : mark.colour);

/** Returns the used colours, in the order of the palette. */
function coloursOf(marks: readonly StoredMark[]): Colour[] {
  const used = new Set(marks.map(colourOf));
  return COLOURS.filter((one) => used.has(one));
}

/** A bookmark marks a page; a passage of another edition is searched for near its old position. */
const placeOf = (mark: StoredMark, editionId: number) => (mark.editionId === editionId ? { cfi: mark.cfi } : { percent: mark.percent });

export function byChapter(marks: readonly StoredMark[]): { title: string; rows: StoredMark[] }[] {
  const parts: { title: string; rows: StoredMark[] }[] = [];
  for (const mark of marks) {
    const title = mark.chapterTitle || '正文';
    const last = parts.at(-1);
    if (last?.title === title) last.rows.push(mark);
    else parts.push({ title, rows: [mark] });
  }
  return parts;
}
