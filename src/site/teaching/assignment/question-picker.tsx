import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../../../contract/limits.ts';
import type { AssignmentItem } from '../../../../contract/teaching/assignment.ts';
import { pickQuestions, type PickedQuestion } from '../../../../contract/teaching/question-pick.ts';
import { plainOf } from '../../../../contract/textbook/plain-html.ts';
import { QUESTION_KINDS, QUESTION_USES, type QuestionKind } from '../../../../contract/textbook/question-kind.ts';
import { pagesOf } from '../../../api/pages-of.ts';
import { More } from '../../frame/load-more.tsx';
import { Sheet } from '../../frame/sheet.tsx';
import { Failed } from '../../frame/state.tsx';
import { points } from '../score-words.ts';
import { TeachingSkeleton } from '../teaching-skeleton.tsx';

interface Props {
  readonly classId: number;
  readonly taken: readonly AssignmentItem[];
  readonly add: (picked: readonly PickedQuestion[]) => void;
  readonly close: () => void;
}

/** Questions of the textbooks of the course, of own banks and of colleagues; those that are in the assignment already are marked. */
export function QuestionPicker({ classId, taken, add, close }: Props) {
  const [keyword, setKeyword] = useState('');
  const [kind, setKind] = useState<QuestionKind | ''>('');
  const [picked, setPicked] = useState<ReadonlyMap<number, PickedQuestion>>(new Map());
  const list = useInfiniteQuery(
    pagesOf(
      pickQuestions,
      { params: { classId }, query: { kind, ...(keyword.trim() ? { keyword: keyword.trim() } : {}) } },
      PAGE_SIZE,
      (data) => data,
    ),
  );
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const there = new Set(taken.flatMap(({ versions }) => versions.map(({ questionId }) => questionId)));
  const toggle = (one: PickedQuestion) =>
    setPicked((before) => {
      const next = new Map(before);
      if (!next.delete(one.questionId)) next.set(one.questionId, one);
      return next;
    });
  return (
    <Sheet
      title="选题"
      close={close}
      foot={
        <button
          type="button"
          className="button button-fill button-tall button-wide"
          disabled={picked.size === 0}
          onClick={() => {
            add([...picked.values()]);
            close();
          }}
        >
          加入 {picked.size} 题
        </button>
      }
    >
      <div className="teach-form">
        <label>
          找题目
          <input type="search" value={keyword} placeholder="题干里的字" onChange={(event) => setKeyword(event.target.value)} />
        </label>
        <label>
          题型
          <select value={kind} onChange={(event) => setKind(event.target.value as QuestionKind | '')}>
            <option value="">全部</option>
            {(Object.keys(QUESTION_KINDS) as QuestionKind[]).map((one) => (
              <option key={one} value={one}>
                {QUESTION_KINDS[one]}
              </option>
            ))}
          </select>
        </label>
        {list.isError && !list.data ? (
          <Failed error={list.error} retry={() => void list.refetch()} />
        ) : !list.data ? (
          <TeachingSkeleton />
        ) : rows.length === 0 ? (
          <p className="teach-none">没有找到题目。课程的教材里要有练习题，或先在“我的题库”里出题。</p>
        ) : (
          <ul className="pick-list">
            {rows.map((one) => (
              <li key={one.questionId}>
                <label className="teach-tick">
                  <input type="checkbox" checked={picked.has(one.questionId)} disabled={there.has(one.questionId)} onChange={() => toggle(one)} />
                  <span>
                    {plainOf(one.shown.stem).slice(0, 120) || '（无文字）'}
                    <span className="meta teach-line">
                      {QUESTION_KINDS[one.shown.kind]} · {points(one.points)} 分 · {one.bankName}
                      {one.chapter ? ` · ${one.chapter}` : ''} · {QUESTION_USES[one.use]}
                      {there.has(one.questionId) ? ' · 已在作业里' : ''}
                    </span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
        {rows.length > 0 ? <More list={list} end="没有更多题目了" /> : null}
      </div>
    </Sheet>
  );
}
