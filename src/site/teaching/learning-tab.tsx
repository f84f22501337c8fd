import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { timeAgo } from '../../format/date.ts';
import type { ClassDetail } from '../../../contract/teaching/course-class.ts';
import { learningSheet, type ClassLearning, type LearningRow } from '../../../contract/teaching/learning.ts';
import { sendLearning } from '../../learning/learning-sender.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { duration } from '../../reading-stats/reading-days.ts';
import { toastError } from '../frame/dialogs.ts';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { percent as totalWords } from './score-words.ts';
import { TeachingSkeleton } from './teaching-skeleton.tsx';
import { learningOf } from './study-queries.ts';
import { PLATFORM } from './teaching-queries.ts';
import './class-tabs.css';

type Book = ClassLearning['books'][number];
type Read = LearningRow['books'][number];

/** T1, tab 学习进度: all students for teachers and assistants, the own progress for a student. */
export function LearningTab({ group }: { group: ClassDetail }) {
  const found = useQuery(learningOf(group.classId));
  const { refetch } = found;
  const student = group.role === 'student';
  // What this device has not reported yet is part of the own progress.
  useEffect(() => {
    if (student) void sendLearning().then(() => refetch());
  }, [student, refetch]);
  const [chosen, setChosen] = useState<number | null>(null);
  if (found.isError && !found.data) return <Failed error={found.error} retry={() => void found.refetch()} to={PLATFORM} action="回到教学平台" />;
  if (!found.data) return <TeachingSkeleton />;
  const { books, rows, assignments } = found.data;
  const book = books.find(({ publishId }) => publishId === chosen) ?? mostRead(books, rows);
  if (!book) return <Empty drawing="lamp" title="课程还没有教材" reason="老师在“课程设置”里选好教材后，这里会显示学习进度。" />;
  const own = student ? rows[0] : undefined;
  return (
    <>
      <Stale error={found.error} />
      {books.length > 1 ? (
        <fieldset className="teach-filters class-tab-books" aria-label="教材">
          {books.map(({ publishId, title }) => (
            <button key={publishId} type="button" className="chip" aria-pressed={publishId === book.publishId} onClick={() => setChosen(publishId)}>
              <span>《{title}》</span>
            </button>
          ))}
        </fieldset>
      ) : null}
      {own ? (
        <Own row={own} book={book} assignments={assignments} />
      ) : rows.length === 0 ? (
        <Empty drawing="lamp" title="还没有学生" reason="把班级码发给学生，加入后就会出现在这里。" />
      ) : (
        <Table classId={group.classId} rows={rows} book={book} assignments={assignments} />
      )}
    </>
  );
}

/** The book that the students read most, the first one of the course before anybody has begun. */
const mostRead = (books: readonly Book[], rows: readonly LearningRow[]): Book | undefined => {
  const seconds = (book: Book): number => rows.reduce((sum, row) => sum + readOf(row, book).seconds, 0);
  return books.toSorted((one, two) => seconds(two) - seconds(one))[0];
};

const readOf = (row: LearningRow, { publishId }: Book): Read =>
  row.books.find((one) => one.publishId === publishId) ?? { publishId, percent: null, seconds: 0, practised: 0, lastAt: '', chapters: [] };
const scoredOf = ({ chapters }: Book): number => chapters.reduce((sum, { scored }) => sum + scored, 0);
const percentWords = (percent: number | null): string => (percent === null ? '—' : `${Math.round(percent)}%`);
/** Less than a minute is not nothing. */
const timeWords = (seconds: number): string => (seconds === 0 ? '—' : seconds < 60 ? '不到 1 分钟' : duration(seconds));
const lastWords = (lastAt: string): string => (lastAt === '' ? '还没有学' : timeAgo(lastAt));

const COLUMNS = ['name', 'percent', 'seconds', 'practised', 'handedIn', 'total', 'lastAt'] as const;
type Column = (typeof COLUMNS)[number];
const HEADS: Readonly<Record<Column, string>> = {
  name: '学生',
  percent: '进度',
  seconds: '阅读时长',
  practised: '练习',
  handedIn: '作业',
  total: '总评',
  lastAt: '最近学习',
};

interface TableProps {
  readonly classId: number;
  readonly rows: readonly LearningRow[];
  readonly book: Book;
  readonly assignments: number;
}

/** Students of a class; who has read least comes first, and each column sorts. */
function Table({ classId, rows, book, assignments }: TableProps) {
  const [by, setBy] = useState<{ column: Column; down: boolean }>({ column: 'seconds', down: false });
  const [open, setOpen] = useState<number | null>(null);
  const sorted = rows.toSorted((one, two) => compare(one, two, by.column, book) * (by.down ? -1 : 1) || one.memberId - two.memberId);
  const scored = scoredOf(book);
  return (
    <>
      <div className="teach-acts teach-bar">
        <button
          type="button"
          className="button button-line"
          onClick={() =>
            void receiveFile({ method: learningSheet.method, path: learningSheet.path.replace('{classId}', String(classId)) }).catch(toastError)
          }
        >
          导出学习进度
        </button>
        <span className="meta">从学生加入班级时算起，每次打开时更新</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled with the arrow keys */}
      <section className="board-scroll" aria-label="学习进度" tabIndex={0}>
        <table className="board learning-table">
          <caption className="unseen">学生的进度、阅读时长、练习、作业和最近学习的时间</caption>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" aria-sort={by.column === column ? (by.down ? 'descending' : 'ascending') : 'none'}>
                  <button type="button" onClick={() => setBy({ column, down: by.column === column ? !by.down : false })}>
                    {HEADS[column]}
                    <span aria-hidden="true">{by.column === column ? (by.down ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => {
              const read = readOf(row, book);
              const shown = open === row.memberId;
              return [
                <tr key={row.memberId}>
                  <th scope="row">
                    <button type="button" className="learning-name" aria-expanded={shown} onClick={() => setOpen(shown ? null : row.memberId)}>
                      {row.memberName}
                      {row.studentNo === '' ? null : <span className="meta">{row.studentNo}</span>}
                    </button>
                  </th>
                  <td>{percentWords(read.percent)}</td>
                  <td>{timeWords(read.seconds)}</td>
                  <td>
                    {read.practised}/{scored}
                  </td>
                  <td>
                    {row.handedIn}/{assignments}
                  </td>
                  <td>{totalWords(row.total)}</td>
                  <td>{lastWords(read.lastAt)}</td>
                </tr>,
                shown ? (
                  <tr key={`${row.memberId} chapters`} className="learning-more">
                    <td colSpan={COLUMNS.length}>
                      <Chapters book={book} read={read} />
                    </td>
                  </tr>
                ) : null,
              ];
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}

function compare(one: LearningRow, two: LearningRow, column: Column, book: Book): number {
  if (column === 'name') return one.studentNo.localeCompare(two.studentNo) || one.memberName.localeCompare(two.memberName, 'zh-CN');
  if (column === 'handedIn' || column === 'total') return (one[column] ?? -1) - (two[column] ?? -1);
  const [here, there] = [readOf(one, book), readOf(two, book)];
  if (column === 'lastAt') return here.lastAt.localeCompare(there.lastAt);
  return (here[column] ?? -1) - (there[column] ?? -1);
}

/** What the teacher sees of a student, for this student. */
function Own({ row, book, assignments }: { row: LearningRow; book: Book; assignments: number }) {
  const read = readOf(row, book);
  return (
    <section className="learning-own" aria-label="我的学习进度">
      <dl className="learning-facts">
        <div>
          <dt>进度</dt>
          <dd>{percentWords(read.percent)}</dd>
        </div>
        <div>
          <dt>阅读时长</dt>
          <dd>{timeWords(read.seconds)}</dd>
        </div>
        <div>
          <dt>练习</dt>
          <dd>
            {read.practised}/{scoredOf(book)}
          </dd>
        </div>
        <div>
          <dt>作业</dt>
          <dd>
            {row.handedIn}/{assignments}
          </dd>
        </div>
        <div>
          <dt>总评</dt>
          <dd>{totalWords(row.total)}</dd>
        </div>
      </dl>
      <p className="meta">老师看到的和您看到的一样，从加入班级时算起；退出班级后老师不再看到。</p>
      <Chapters book={book} read={read} />
    </section>
  );
}

function Chapters({ book, read }: { book: Book; read: Read }) {
  return (
    <ul className="learning-chapters">
      {book.chapters.map(({ documentIndex, title, scored }) => {
        const own = read.chapters.find((one) => one.documentIndex === documentIndex);
        return (
          <li key={documentIndex}>
            <span className="learning-title">{title}</span>
            <progress className="bar" max={100} value={own?.reached ?? 0} aria-label={`${title}读到`} />
            <span className="meta">
              {own && own.reached > 0 ? `读到 ${own.reached}% · ${timeWords(own.seconds)}` : '还没有读'}
              {scored > 0 ? ` · 练习 ${own?.practised ?? 0}/${scored}` : ''}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
