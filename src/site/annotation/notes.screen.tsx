import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router-dom';
import { storedOf } from '../../annotations/annotations.store.ts';
import { asShown } from '../../annotations/cut-passage.ts';
import type { StoredMark } from '../../annotations/annotation-record.ts';
import { lostNotes } from '../../annotations/lost-notes.ts';
import { inBookOrder, removeMark } from '../../annotations/marks.ts';
import { saveNotes } from '../../annotations/notes-file.ts';
import { foldedText } from '../../../contract/reading/search-folding.ts';
import { citation } from '../../annotations/citation.ts';
import { passagePath } from '../../annotations/passage-address.ts';
import { count } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { Cover } from '../../cover/cover.tsx';
import { FindField } from '../frame/find-field.tsx';
import { trapFocus } from '../frame/keep-focus.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { CENTRE } from '../frame/places.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { NoteRow } from '../reading/marking/note-row.tsx';
import { NoteTask } from '../reading/marking/note-task.tsx';
import { copyText } from '../reading/marking/marking-actions.ts';
import { marking } from '../reading/marking/marking.store.ts';
import { speaksOf } from '../reading/marking/notes-sheet.tsx';
import { UndoMark } from '../reading/marking/undo-mark.tsx';
import { useAnnotations } from '../../annotations/use-annotations.ts';
import { EmptyList } from './empty-list.tsx';
import { useWorks } from './use-works.ts';
import '../frame/mark-colours.css';
import '../reading/marking/marking.css';
import '../reading/marking/notes.css';
import './annotation.css';

/** The note that was opened in its book: after going back, the list continues after it. */
let left = '';

/** Lists all notes and highlights in all books, the book with the newest first. */
export function NotesScreen() {
  const ready = useAnnotations();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const comesBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (!ready || !comesBack) return;
    [...document.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset['row'] === left)?.scrollIntoView({ block: 'center' });
  }, [ready, comesBack]);
  const marks = storedOf('mark');
  const isLost = lostNotes();
  const books = byBook(marks.filter((mark) => speaksOf(mark, foldedText(words.trim()))));
  const { works } = useWorks([...new Set(marks.map((mark) => mark.publishId))]);

  const cite = (mark: StoredMark): void => {
    const work = works.get(mark.publishId);
    if (!work) return;
    const source = citation(work, { chapter: mark.chapterTitle, address: location.origin + passagePath(mark) });
    void copyText(`“${asShown(mark.text).trim()}”\n${source}`, '已复制摘录和出处（GB/T 7714）');
  };
  return (
    <div ref={trapFocus} className="measure own-list">
      <NavBar title="我的笔记" otherwise="/personalCenter/default" />
      {!ready ? (
        <div className="own-part">
          <Skeleton height={120} />
        </div>
      ) : marks.length === 0 ? (
        <EmptyList
          what="笔记"
          title="还没有笔记"
          reason="读书时长按文字，可以划线、写下想法；这里会按书收好，换一台设备也在。"
          to={CENTRE}
          action="去读书"
        />
      ) : (
        <>
          <FindField className="own-search" label="在全部笔记中查找" value={words} write={setWords} />
          <output className="unseen">{words ? `找到 ${books.reduce((sum, { rows }) => sum + rows.length, 0)} 条` : ''}</output>
          {books.length === 0 ? <p className="notes-none meta">没有符合的笔记</p> : null}
          {books.map(({ publishId, rows }) => {
            const work = works.get(publishId);
            const title = work === null ? '一本已下架的书' : (work?.title ?? '一本书');
            const source = { title, authorsText: work?.authorsText ?? '' };
            return (
              <section key={publishId} className="card own-part" aria-label={work ? title : undefined}>
                <header className="own-book">
                  {work ? <Cover book={work} scale="small" /> : null}
                  <span>
                    <h2 className="one-line" {...inLatin(title)}>
                      {title}
                    </h2>
                    <span className="meta">
                      {work?.authorsText ? `${work.authorsText} · ` : ''}
                      {count(rows.length)} 条
                    </span>
                  </span>
                  <fieldset className="own-export" aria-label={`导出${inTitleMarks(title)}的笔记`}>
                    <span className="meta" aria-hidden="true">
                      导出笔记
                    </span>
                    <button
                      type="button"
                      className="text-link"
                      aria-label={`导出${inTitleMarks(title)}的笔记，Markdown`}
                      onClick={() => void saveNotes(source, rows, 'markdown')}
                    >
                      Markdown
                    </button>
                    <button
                      type="button"
                      className="text-link"
                      aria-label={`导出${inTitleMarks(title)}的笔记，CSV 表格`}
                      onClick={() => void saveNotes(source, rows, 'csv')}
                    >
                      CSV 表格
                    </button>
                  </fieldset>
                </header>
                <ul>
                  {rows.map((mark) => (
                    <NoteRow
                      key={mark.clientId}
                      mark={mark}
                      stands={isLost(mark) ? 'lost' : 'here'}
                      open={() => {
                        left = mark.clientId;
                        void navigate(passagePath(mark));
                      }}
                      write={() => void (marking.task = { kind: 'note', clientId: mark.clientId })}
                      cite={() => cite(mark)}
                      remove={() => {
                        removeMark(mark.clientId);
                        marking.removed = [...marking.removed, mark];
                      }}
                    />
                  ))}
                </ul>
              </section>
            );
          })}
        </>
      )}
      <NoteTask marks={marks} />
      <UndoMark aboveBar />
    </div>
  );
}

function byBook(marks: readonly StoredMark[]): { publishId: number; rows: StoredMark[] }[] {
  const books = new Map<number, StoredMark[]>();
  for (const mark of marks) books.set(mark.publishId, [...(books.get(mark.publishId) ?? []), mark]);
  const newest = (rows: readonly StoredMark[]): number => Math.max(...rows.map((mark) => mark.clock));
  return [...books].map(([publishId, rows]) => ({ publishId, rows: rows.sort(inBookOrder) })).sort((one, two) => newest(two.rows) - newest(one.rows));
}
