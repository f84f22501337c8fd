import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { SHANGHAI_MS } from '../../../contract/clock.ts';
import type { WrongQuestion } from '../../../contract/textbook/practice.ts';
import { PRACTICE_PATH, WRONG_PATH } from '../../../contract/textbook/practice-path.ts';
import { QUESTION_KINDS, type QuestionKind } from '../../../contract/textbook/question-kind.ts';
import { REVIEW } from '../../../contract/textbook/review-log.ts';
import { queryClient } from '../../api/query-client.ts';
import { shortDate } from '../../format/date.ts';
import { setInWrongBook } from '../../practice/practice-log.ts';
import { Practice } from '../../practice/practice.tsx';
import type { WrongList } from '../../practice/practice-lists.ts';
import { Chip } from '../catalog/chip.tsx';
import { announce } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { ListSkeleton, PracticeSkeleton } from './practice-skeleton.tsx';
import { someQuestions, wrongList } from '../../practice/practice-queries.ts';
import '../catalog/browse.css';

const dayOf = (at: number): string => shortDate(new Date(at + SHANGHAI_MS).toISOString().slice(0, 10));
const kindName = (kind: string): string => QUESTION_KINDS[kind as QuestionKind] ?? '题目';

/** The part of the list that the address chooses: `book`, `kind`. */
function chosen(items: readonly WrongQuestion[], search: URLSearchParams): readonly WrongQuestion[] {
  const [book, kind] = [Number(search.get('book')), search.get('kind')];
  return items.filter((one) => (!book || one.publishId === book) && (!kind || one.kind === kind));
}

/** The wrong book by book and chapter, and its practice. */
export function WrongBook() {
  const [search] = useSearchParams();
  return search.get('run') === null ? <ListPage /> : <RunPage />;
}

/** Read again whenever it is opened: practice has changed it. */
function ListPage() {
  const { data, error, refetch } = useQuery(wrongList);
  return (
    <div className="practice-page measure">
      <NavBar title="错题本" otherwise={PRACTICE_PATH} />
      {error && !data ? (
        <Failed error={error} retry={() => void refetch()} to={PRACTICE_PATH} action="看我的练习" />
      ) : !data ? (
        <ListSkeleton />
      ) : (
        <>
          <Stale error={error} />
          <List list={data} />
        </>
      )}
    </div>
  );
}

function RunPage() {
  const [search] = useSearchParams();
  const { data, error, refetch } = useQuery(wrongList);
  if (data) return <Run items={chosen(data.items, search)} />;
  return (
    <div className="practice-page measure">
      <NavBar title="练错题" otherwise={WRONG_PATH} />
      {error ? <Failed error={error} retry={() => void refetch()} to={WRONG_PATH} action="回到错题本" /> : <PracticeSkeleton />}
    </div>
  );
}

function List({ list }: { list: WrongList }) {
  const [search, setSearch] = useSearchParams();
  const shown = chosen(list.items, search);
  const choose = (name: 'book' | 'kind', value: string): void => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const run = new URLSearchParams(search);
  run.set('run', '1');
  const closed =
    list.closed > 0
      ? list.here
        ? `另有 ${list.closed} 题没有存到本机，联网后能看到。`
        : `另有 ${list.closed} 题的教材现在不能练，续用后会回来。`
      : '';
  if (list.items.length === 0)
    return (
      <Empty drawing="lamp" title="还没有错题，真好" reason={closed || '练习里第一次没做对的题会自动收在这里。'} to={PRACTICE_PATH} action="去练习" />
    );
  return (
    <>
      {list.here ? <p className="practice-note-bar meta">现在没有网络，列出的是本机教材里的错题。</p> : null}
      <Choices
        label="教材"
        all={[...new Map(list.items.map((one) => [String(one.publishId), one.bookTitle]))]}
        on={search.get('book') ?? ''}
        pick={(value) => choose('book', value)}
      />
      <Choices
        label="题型"
        all={[...new Map(list.items.map((one) => [one.kind, kindName(one.kind)]))]}
        on={search.get('kind') ?? ''}
        pick={(value) => choose('kind', value)}
      />
      <p className="practice-start">
        <output className="meta">共 {shown.length} 题</output>
        {shown.length > 0 ? (
          <Link className="button button-fill button-tall" to={`${PRACTICE_PATH}?${run}`}>
            练这 {Math.min(shown.length, REVIEW.questions)} 题
          </Link>
        ) : null}
      </p>
      {chaptersOf(shown).map(([name, items]) => (
        <section key={name} aria-label={name}>
          <h2 className="practice-head">{name}</h2>
          <ul className="practice-list">
            {items.map((one) => (
              <Row key={one.questionId} one={one} />
            ))}
          </ul>
        </section>
      ))}
      {closed ? <p className="practice-note-bar meta">{closed}</p> : null}
    </>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly all: readonly (readonly [string, string])[];
  readonly on: string;
  readonly pick: (value: string) => void;
}

function Choices({ label, all, on, pick }: ChoicesProps) {
  if (all.length < 2) return null;
  return (
    <fieldset className="practice-choices" aria-label={label}>
      <div className="browse-chip-row">
        <Chip name="全部" on={on === ''} pick={() => pick('')} />
        {all.map(([value, name]) => (
          <Chip key={value} name={name} on={on === value} pick={() => pick(value)} />
        ))}
      </div>
    </fieldset>
  );
}

/** In the order of the list, by the title of the book and the chapter. */
function chaptersOf(items: readonly WrongQuestion[]): [string, WrongQuestion[]][] {
  const found = new Map<string, WrongQuestion[]>();
  for (const one of items) {
    const name = `${one.bookTitle} · ${one.chapterTitle || '全书'}`;
    found.set(name, [...(found.get(name) ?? []), one]);
  }
  return [...found];
}

function Row({ one }: { one: WrongQuestion }) {
  const remove = async (): Promise<void> => {
    await setInWrongBook(one, 'remove');
    queryClient.setQueryData<WrongList>(
      wrongList.queryKey,
      (list) => list && { ...list, items: list.items.filter(({ questionId }) => questionId !== one.questionId) },
    );
    announce('已移出错题本');
  };
  return (
    <li className="practice-wrong">
      <p className="two-lines">{one.stem || '（题目是图片或录音）'}</p>
      <p className="meta">
        <span className="tag">{kindName(one.kind)}</span> 做过 {one.times} 遍，错 {one.wrong} 遍 · 上次 {dayOf(one.lastAt)}
      </p>
      <button type="button" className="button button-line" aria-label={`移出：${one.stem}`} onClick={() => void remove()}>
        移出
      </button>
    </li>
  );
}

/** The questions are those of the beginning: one that is right leaves the list, not the practice. */
function Run({ items }: { items: readonly WrongQuestion[] }) {
  const [ids] = useState(() => items.slice(0, REVIEW.questions).map(({ questionId }) => questionId));
  const { data, error, refetch } = useQuery(someQuestions(ids));
  return (
    <div className="practice-page measure">
      <NavBar title="练错题" otherwise={WRONG_PATH} />
      {error && !data ? <Failed error={error} retry={() => void refetch()} to={WRONG_PATH} action="回到错题本" /> : null}
      {!data && !error ? <PracticeSkeleton /> : null}
      {data && data.length === 0 ? (
        <Empty drawing="lamp" title="还没有错题，真好" reason="练习里第一次没做对的题会自动收在这里。" to={PRACTICE_PATH} action="去练习" />
      ) : null}
      {data && data.length > 0 ? (
        <div className="practice-run card">
          <Practice
            set={{ title: '错题本', shuffle: true, questions: data }}
            wrongBook
            end={
              <p className="practice-links">
                <Link className="text-link" to={WRONG_PATH} replace>
                  回到错题本
                </Link>
              </p>
            }
          />
        </div>
      ) : null}
    </div>
  );
}
