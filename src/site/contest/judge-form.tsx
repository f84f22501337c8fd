import { useId } from 'react';
import type { JudgeTask } from '../../../contract/contest/judge-task.ts';
import { CONTEST } from '../../../contract/contest/contest-limits.ts';
import { judgeTotal, points, scoresComplete } from '../../../contract/contest/scoring.ts';
import type { TaskDraft } from './judging-package.ts';

interface Props {
  readonly task: JudgeTask;
  readonly draft: TaskDraft;
  readonly locked: boolean;
  readonly change: (part: Partial<TaskDraft>) => void;
}

/** Comments that can be taken over and changed, for a round of many entries. */
const PHRASES = {
  pass: ['符合征稿要求，表达完整，同意进入下一轮。', '立意清楚，语言流畅，同意进入下一轮。'],
  fail: ['与征稿主题不符，建议不进入下一轮。', '完成度不足，结构松散，建议不进入下一轮。'],
} as const;

const itemsOf = ({ scores }: TaskDraft) => Object.entries(scores).map(([key, score]) => ({ key, score }));

/** What is missing before a score can be sent; empty when nothing is. */
export function missingIn(task: JudgeTask, draft: TaskDraft): string {
  if (task.mode === 'pass_fail' && draft.result === '') return '请选择通过或不通过';
  if (task.mode === 'score' && !scoresComplete(task.criteria, itemsOf(draft))) return '请给每一项打分';
  const length = [...draft.comment.trim()].length;
  return length < CONTEST.comment.min ? `评语还差 ${CONTEST.comment.min - length} 个字` : '';
}

/** Pass or fail, or a score for each criterion with the live total; and the comment. */
export function JudgeForm({ task, draft, locked, change }: Props) {
  const id = useId();
  const length = [...draft.comment.trim()].length;
  return (
    <div className="judge-form">
      {task.mode === 'pass_fail' ? (
        <fieldset className="judge-votes" aria-label="结论">
          {(['fail', 'pass'] as const).map((result) => (
            <button
              key={result}
              type="button"
              className={`button button-tall judge-vote judge-vote-${result}`}
              aria-pressed={draft.result === result}
              disabled={locked}
              onClick={() => change({ result })}
            >
              <kbd className="wide-only">{result === 'fail' ? '←' : '→'}</kbd>
              {result === 'fail' ? '不通过' : '通过'}
            </button>
          ))}
        </fieldset>
      ) : (
        <Criteria task={task} draft={draft} locked={locked} change={change} />
      )}
      <div className="judge-comment">
        <label htmlFor={`${id}-comment`}>评语</label>
        <textarea
          id={`${id}-comment`}
          rows={4}
          maxLength={CONTEST.comment.max}
          readOnly={locked}
          value={draft.comment}
          onChange={(event) => change({ comment: event.target.value })}
        />
        <p className="meta">
          至少 {CONTEST.comment.min} 个字，现在 {length} 个字。揭晓后作者会看到评语，看不到您是谁。
        </p>
        {task.mode === 'pass_fail' && draft.result !== '' && !locked ? (
          <div className="judge-phrases">
            {PHRASES[draft.result].map((words) => (
              <button key={words} type="button" className="judge-phrase" onClick={() => change({ comment: words })}>
                {words}
              </button>
            ))}
          </div>
        ) : null}
      </div>
    </div>
  );
}

function Criteria({ task, draft, locked, change }: Props) {
  const items = itemsOf(draft);
  const complete = scoresComplete(task.criteria, items);
  const set = (key: string, score: number | null) => {
    const { [key]: _before, ...rest } = draft.scores;
    change({ scores: score === null ? rest : { ...rest, [key]: score } });
  };
  return (
    <>
      {task.criteria.map(({ key, name, weight, max }) => {
        const score = draft.scores[key];
        return (
          <div key={key} className="judge-criterion">
            <label htmlFor={`score-${key}`}>
              {name}
              <span className="meta">
                {weight / 100}% · 满分 {max}
              </span>
            </label>
            <input
              type="range"
              aria-label={`${name}滑块`}
              min={0}
              max={max}
              step={max > 20 ? 1 : 0.5}
              disabled={locked}
              value={score === undefined ? 0 : score / 10}
              aria-valuetext={score === undefined ? '未打分' : `${score / 10} 分`}
              onChange={(event) => set(key, Math.round(Number(event.target.value) * 10))}
            />
            <input
              id={`score-${key}`}
              className="judge-number"
              type="number"
              inputMode="decimal"
              min={0}
              max={max}
              step={0.1}
              disabled={locked}
              value={score === undefined ? '' : score / 10}
              onChange={(event) => {
                const value = event.target.value;
                const number = Math.round(Number(value) * 10);
                set(key, value === '' || Number.isNaN(number) ? null : Math.min(max * 10, Math.max(0, number)));
              }}
            />
          </div>
        );
      })}
      <output className="judge-total" aria-live="polite">
        总分 <b className="serif">{complete ? points(judgeTotal(task.criteria, items)) : '—'}</b>
        {complete ? null : (
          <span className="meta">
            {' '}
            已打 {items.length} / {task.criteria.length} 项
          </span>
        )}
      </output>
    </>
  );
}
