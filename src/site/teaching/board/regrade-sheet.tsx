import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { applyRegrade, previewRegrade, REGRADE_KINDS, type RegradeChange, type RegradePreview } from '../../../../contract/teaching/regrade.ts';
import { call } from '../../../api/call.ts';
import { toast } from '../../frame/dialogs.ts';
import { Sheet } from '../../frame/sheet.tsx';
import { Wrong } from '../join-sheet.tsx';
import { points } from '../score-words.ts';
import { refreshTeaching } from '../teaching-queries.ts';

/** A wrong answer that the teacher wants to count: an option, or the text of one blank. */
export interface Accepted {
  readonly blankId: string;
  readonly answer: string;
  readonly text: string;
}

type Kind = Exclude<RegradeChange['kind'], 'key'>;

interface Props {
  readonly assignmentId: number;
  readonly item: { readonly itemId: string; readonly no: number; readonly points: number };
  /** What the wrong answer offers; empty for a correction of the item as a whole. */
  readonly accepted: readonly Accepted[];
  readonly close: () => void;
}

/** One item is judged again: the change, then who gets how much, then the step. */
export function RegradeSheet({ assignmentId, item, accepted, close }: Props) {
  const [kind, setKind] = useState<Kind>(accepted.length > 0 ? 'accept' : 'full');
  const [which, setWhich] = useState(0);
  const [share, setShare] = useState('100');
  const [who, setWho] = useState<'all' | 'answered'>('all');
  const [value, setValue] = useState(points(item.points));
  const [onlyUp, setOnlyUp] = useState(true);
  const [withManual, setWithManual] = useState(false);
  const change = (): RegradeChange => {
    const one = accepted[which];
    if (kind === 'accept' && one) return { kind, answer: one.answer, blankId: one.blankId, share: Math.round(Number(share) * 100) };
    if (kind === 'points') return { kind, points: Math.round(Number(value) * 100) };
    return kind === 'drop' ? { kind } : { kind: 'full', who };
  };
  const look = useMutation({
    mutationFn: () =>
      call(previewRegrade, {
        body: { assignmentId, itemId: item.itemId, change: change(), onlyUp: onlyUp ? '1' : '0', withManual: withManual ? '1' : '0' },
      }),
  });
  const apply = useMutation({
    mutationFn: (regradeId: number) => call(applyRegrade, { body: { regradeId } }),
    onSuccess: async ({ changed }) => {
      await refreshTeaching();
      void toast(`已重新评分，${changed} 份有变化；7天内可以撤销`);
      close();
    },
  });
  const seen = look.data;
  const kinds = (Object.keys(REGRADE_KINDS) as (keyof typeof REGRADE_KINDS)[]).filter(
    (one): one is Kind => one !== 'key' && (one !== 'accept' || accepted.length > 0),
  );
  return (
    <Sheet
      title={`第${item.no}题 重新评分`}
      close={close}
      foot={
        seen ? (
          <button
            type="button"
            className="button button-fill button-tall button-wide"
            disabled={apply.isPending || seen.up + seen.down === 0}
            onClick={() => apply.mutate(seen.regradeId)}
          >
            {apply.isPending ? '正在应用…' : seen.up + seen.down === 0 ? '得分没有变化' : '应用'}
          </button>
        ) : (
          <button type="submit" form="regrade" className="button button-fill button-tall button-wide" disabled={look.isPending}>
            {look.isPending ? '正在预览…' : '预览'}
          </button>
        )
      }
    >
      {seen ? (
        <Preview seen={seen} error={apply.error} back={() => look.reset()} />
      ) : (
        <form
          id="regrade"
          className="teach-form"
          onSubmit={(event) => {
            event.preventDefault();
            look.mutate();
          }}
        >
          <fieldset>
            <legend>怎么改</legend>
            {kinds.map((one) => (
              <label key={one} className="chip">
                <input type="radio" className="unseen" name="regrade-kind" checked={kind === one} onChange={() => setKind(one)} />
                <span>{REGRADE_KINDS[one]}</span>
              </label>
            ))}
          </fieldset>
          {kind === 'accept' ? (
            <>
              <fieldset>
                <legend>哪个答案也算对</legend>
                {accepted.map((one, at) => (
                  <label key={`${one.blankId} ${one.answer}`} className="chip">
                    <input type="radio" className="unseen" name="regrade-answer" checked={which === at} onChange={() => setWhich(at)} />
                    <span>{one.text}</span>
                  </label>
                ))}
              </fieldset>
              <label>
                得分比例（%）
                <input type="number" inputMode="decimal" min={1} max={100} value={share} onChange={(event) => setShare(event.target.value)} />
              </label>
            </>
          ) : null}
          {kind === 'full' ? (
            <fieldset>
              <legend>给谁满分</legend>
              {(
                [
                  ['all', '所有交了的人'],
                  ['answered', '答了这题的人'],
                ] as const
              ).map(([one, name]) => (
                <label key={one} className="chip">
                  <input type="radio" className="unseen" name="regrade-who" checked={who === one} onChange={() => setWho(one)} />
                  <span>{name}</span>
                </label>
              ))}
            </fieldset>
          ) : null}
          {kind === 'points' ? (
            <label>
              新的分值
              <input
                type="number"
                inputMode="decimal"
                min={0}
                max={1_000}
                step="0.01"
                value={value}
                onChange={(event) => setValue(event.target.value)}
              />
            </label>
          ) : null}
          {kind === 'drop' ? <p className="meta">这题的分值从满分里去掉，所有人按其余的题计分。</p> : null}
          <label className="teach-tick">
            <input type="checkbox" checked={onlyUp} onChange={(event) => setOnlyUp(event.target.checked)} />
            <span>只升不降</span>
          </label>
          <label className="teach-tick">
            <input type="checkbox" checked={withManual} onChange={(event) => setWithManual(event.target.checked)} />
            <span>手工批改过的也重新评分</span>
          </label>
          <Wrong error={look.error} />
        </form>
      )}
    </Sheet>
  );
}

function Preview({ seen, error, back }: { seen: RegradePreview; error: Error | null; back: () => void }) {
  return (
    <div className="teach-form">
      <output>
        升 {seen.up} 人，不变 {seen.same} 人，降 {seen.down} 人
      </output>
      <table className="board regrade-table">
        <thead>
          <tr>
            <th scope="col">学生</th>
            <th scope="col">本题</th>
            <th scope="col">总分</th>
          </tr>
        </thead>
        <tbody>
          {seen.lines.map((line) => (
            <tr key={line.attemptId}>
              <th scope="row">{line.memberName}</th>
              <td>
                {points(line.before)} → {points(line.after)}
              </td>
              <td>
                {points(line.totalBefore)} → {points(line.totalAfter)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Wrong error={error} />
      <button type="button" className="button button-line" onClick={back}>
        返回修改
      </button>
    </div>
  );
}
