import { useEffect, useEffectEvent, useState } from 'react';
import type { markingList } from '../../../../contract/teaching/attempt.ts';
import type { DataOf } from '../../../../contract/endpoint.ts';
import type { RubricRow } from '../../../../contract/textbook/question-kind.ts';
import { useStoredDraft } from '../../../drafts/use-stored-draft.ts';
import { saveMark } from '../../../marking/marks-sender.ts';
import { dropMark, type WaitingMark } from '../../../marking/marks-store.ts';
import { toast } from '../../frame/dialogs.ts';
import { Wrong } from '../join-sheet.tsx';
import { points } from '../score-words.ts';
import { refreshTeaching } from '../teaching-queries.ts';

type Answer = DataOf<typeof markingList>['answers'][number];

/** What was typed and tapped and not saved. */
interface Typed {
  readonly score: string;
  readonly taps: Readonly<Record<string, number>>;
  readonly feedback: string;
}

interface Props {
  readonly userId: number;
  readonly assignmentId: number;
  readonly one: Answer;
  /** The mark of this answer that waits on the device. */
  readonly waiting: WaitingMark | undefined;
  readonly rubric: readonly RubricRow[];
  /** Comments that were given in this assignment, the most frequent first. */
  readonly comments: readonly string[];
  readonly saved: () => Promise<void>;
  readonly next: () => void;
  readonly previous: () => void;
  readonly first: boolean;
  readonly last: boolean;
}

const stepsOf = (row: RubricRow): readonly { readonly points: number; readonly text: string }[] =>
  row.steps.length > 0
    ? row.steps
    : [
        { points: row.points, text: '达到' },
        { points: 0, text: '没有达到' },
      ];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  /^(TEXTAREA|INPUT|SELECT)$/.test(target.tagName) &&
  !(target instanceof HTMLInputElement && target.type === 'radio');

/** The mark of one answer. What is typed is a draft on this device until it is saved; without a network the mark waits here too. */
export function MarkForm({ userId, assignmentId, one, waiting, rubric, comments, saved, next, previous, first, last }: Props) {
  const draft = useStoredDraft<Typed>(`mark ${one.attemptId} ${one.itemId}`);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const known: Typed = waiting
    ? { score: waiting.points === null ? '' : points(waiting.points), taps: waiting.rubric, feedback: waiting.feedback }
    : { score: one.manual === null ? '' : points(one.manual), taps: one.rubric, feedback: one.feedback };
  const { score, taps, feedback } = typed ?? draft.found?.value ?? known;
  const change = (part: Partial<Typed>): void => {
    const all = { score, taps, feedback, ...part };
    setTyped(all);
    draft.keep(all);
  };
  const tap = (row: RubricRow, value: number): void => {
    const all = { ...taps, [row.id]: value };
    const sum = Object.values(all).reduce((total, part) => total + part, 0);
    change({ taps: all, score: points(Math.min(one.points, sum)) });
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const hundredths = score.trim() === '' ? null : Math.round(Number(score) * 100);
      const mark = {
        assignmentId,
        attemptId: one.attemptId,
        itemId: one.itemId,
        points: hundredths,
        rubric: taps,
        feedback,
        seen: one.markedAt,
        rejected: '',
      };
      const where = await saveMark(userId, mark);
      await draft.clear();
      await saved();
      if (where === 'server') await refreshTeaching();
      void toast(where === 'server' ? '已保存' : '存在本机，联网后自动保存');
      next();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error('保存失败，请稍后再试'));
    } finally {
      setBusy(false);
    }
  };
  const key = useEffectEvent((event: KeyboardEvent) => {
    const nth = Number(event.key);
    if (isTyping(event.target) || event.ctrlKey || event.altKey || event.metaKey || !(nth >= 1 && nth <= 9)) return;
    const all = rubric.flatMap((row) => stepsOf(row).map((step) => ({ row, step })));
    const picked = all[nth - 1];
    if (picked) tap(picked.row, picked.step.points);
    else if (all.length === 0 && nth * 100 <= one.points) change({ score: String(nth) });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => key(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <form
      className="teach-form mark-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {waiting?.rejected ? (
        <p className="wrong" role="alert">
          没有保存到服务器：{waiting.rejected}
          <button
            type="button"
            className="text-link"
            onClick={() =>
              void dropMark(userId, waiting).then(async () => {
                setTyped(null);
                await draft.clear();
                await saved();
              })
            }
          >
            不要我的批改
          </button>
        </p>
      ) : null}
      {typed === null && draft.found ? <p className="meta">接着上次没有保存的批改</p> : null}
      {rubric.map((row) => (
        <fieldset key={row.id}>
          <legend>
            {row.name}（{points(row.points)} 分）
          </legend>
          {stepsOf(row).map((step) => (
            <label key={`${step.points} ${step.text}`} className="chip">
              <input
                type="radio"
                className="unseen"
                name={`rubric ${row.id}`}
                checked={taps[row.id] === step.points}
                onChange={() => tap(row, step.points)}
              />
              <span>
                {step.text} {points(step.points)}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="teach-pair">
        <label>
          得分（满分 {points(one.points)}）
          <input
            type="number"
            inputMode="decimal"
            min={0}
            max={one.points / 100}
            step="0.01"
            value={score}
            onChange={(event) => change({ score: event.target.value })}
          />
        </label>
      </div>
      <label>
        评语
        <textarea rows={3} maxLength={1_000} value={feedback} onChange={(event) => change({ feedback: event.target.value })} />
      </label>
      {comments.length > 0 ? (
        <fieldset>
          <legend>用过的评语</legend>
          {comments.map((words) => (
            <button
              key={words}
              type="button"
              className="chip mark-comment"
              onClick={() => change({ feedback: feedback.includes(words) ? feedback : [feedback.trim(), words].filter(Boolean).join('\n') })}
            >
              <span className="one-line">{words}</span>
            </button>
          ))}
        </fieldset>
      ) : null}
      <Wrong error={error} />
      <p className="meta wide-only">键盘：1–9 {rubric.length > 0 ? '选要点' : '打整数分'}，← → 换一份</p>
      <div className="attempt-foot">
        <button type="button" className="button button-line" disabled={first} onClick={previous}>
          上一份
        </button>
        <button type="button" className="button button-line" disabled={last} onClick={next}>
          跳过
        </button>
        <button type="submit" className="button button-fill" disabled={busy}>
          {busy ? '正在保存…' : last ? '保存' : '保存，下一份'}
        </button>
      </div>
    </form>
  );
}
