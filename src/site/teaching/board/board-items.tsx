import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { assignmentBoard } from '../../../../contract/teaching/assignment.ts';
import type { DataOf } from '../../../../contract/endpoint.ts';
import { regradeMachine } from '../../../../contract/teaching/regrade.machine.ts';
import { REGRADE_KINDS, regradeList, undoRegrade } from '../../../../contract/teaching/regrade.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query-client.ts';
import { confirm, toast, toastError } from '../../frame/dialogs.ts';
import { RegradeSheet, type Accepted } from './regrade-sheet.tsx';
import { percent } from '../score-words.ts';
import { StateTag } from '../state-tag.tsx';
import { refreshTeaching } from '../teaching-queries.ts';

type Board = DataOf<typeof assignmentBoard>;
type Item = Board['items'][number];

/** The answer of a column as something that may count: an option, or the text of each blank. */
export function acceptedOf({ kind }: Pick<Item, 'kind'>, { answer, text }: Item['wrong'][number]): Accepted[] {
  const value: unknown = JSON.parse(answer);
  if (kind === 'single' && typeof value === 'string') return [{ blankId: '', answer: value, text }];
  if (kind !== 'fill' || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([blankId, given]) =>
    typeof given === 'string' && given.trim() !== '' ? [{ blankId, answer: given, text: given }] : [],
  );
}

/** How many got each item right, the most frequent wrong answers, and the corrections of its key. */
export function BoardItems({ board }: { board: Board }) {
  const [open, setOpen] = useState<{ item: Item; accepted: readonly Accepted[] } | null>(null);
  const items = board.items.filter(({ rightBp }) => rightBp !== null);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="board-items">
      <h2 id="board-items" className="teach-title">
        各题情况
      </h2>
      <ul className="teach-list">
        {items.map((item) => (
          <li key={item.itemId} className="teach-row">
            <span className="teach-row-head">
              <b className="one-line">
                {item.no}. {item.stem || '（无文字）'}
              </b>
              <span>{percent(item.rightBp)} 正确</span>
            </span>
            {item.wrong.length > 0 ? (
              <ul className="board-wrong">
                {item.wrong.map((one) => {
                  const accepted = acceptedOf(item, one);
                  return (
                    <li key={one.answer}>
                      <span className="teach-grow">
                        {one.text || '（空）'} <span className="meta">{one.n} 人</span>
                      </span>
                      {accepted.length > 0 ? (
                        <button type="button" className="button button-line" onClick={() => setOpen({ item, accepted })}>
                          也算对
                        </button>
                      ) : null}
                    </li>
                  );
                })}
              </ul>
            ) : null}
            <button type="button" className="button button-line" onClick={() => setOpen({ item, accepted: [] })}>
              重新评分
              <span className="unseen">第{item.no}题</span>
            </button>
          </li>
        ))}
      </ul>
      <Regrades board={board} />
      {open ? <RegradeSheet assignmentId={board.assignmentId} item={open.item} accepted={open.accepted} close={() => setOpen(null)} /> : null}
    </section>
  );
}

/** Corrections that were made, which can be undone for a week. */
function Regrades({ board }: { board: Board }) {
  const list = useQuery({ ...queryOf(regradeList, { params: { assignmentId: board.assignmentId } }), staleTime: 0 });
  const undo = async (regradeId: number) => {
    const { label, consequence = '' } = regradeMachine.events.undo;
    if (!(await confirm(label, consequence, label))) return;
    await call(undoRegrade, { body: { regradeId } }).then(({ changed }) => toast(`已撤销，${changed} 份恢复`), toastError);
    await refreshTeaching();
    await list.refetch();
  };
  if (!list.data?.length) return null;
  return (
    <>
      <h2 className="teach-title">重新评分记录</h2>
      <ul className="teach-list">
        {list.data.map((one) => (
          <li key={one.regradeId} className="teach-member">
            <span className="teach-grow">
              第{board.items.find(({ itemId }) => itemId === one.itemId)?.no ?? '？'}题 · {REGRADE_KINDS[one.kind]} · {one.changed} 份
              <span className="meta teach-line">
                {one.byName} {one.at.slice(0, 16)}
              </span>
            </span>
            <StateTag machine={regradeMachine} status={one.status} />
            {one.canUndo ? (
              <button type="button" className="button button-line" onClick={() => void undo(one.regradeId)}>
                撤销
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
