import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { remindStudents, type assignmentBoard, type BoardRow } from '../../../../contract/teaching/assignment.ts';
import type { DataOf } from '../../../../contract/endpoint.ts';
import { assignmentMachine } from '../../../../contract/teaching/assignment.machine.ts';
import { ATTEMPT_FLAGS, GRADE_STATES } from '../../../../contract/teaching/teaching-limits.ts';
import { call } from '../../../api/call.ts';
import { toast, toastError } from '../../frame/dialogs.ts';
import { NavBar } from '../../frame/nav-bar.tsx';
import { Empty, Failed } from '../../frame/state.tsx';
import { AssignmentSteps } from '../assignment-steps.tsx';
import { BoardItems } from './board-items.tsx';
import { ExtensionSheet } from './extension-sheet.tsx';
import { percent, points } from '../score-words.ts';
import { StateTag } from '../state-tag.tsx';
import { TeachingSkeleton } from '../teaching-skeleton.tsx';
import { assignmentPath, classPath, editPath, markingPath, oneBoard, PLATFORM } from '../teaching-queries.ts';
import '../teaching.css';
import './board.css';

type Board = DataOf<typeof assignmentBoard>;

/** While a quiz runs the board reads itself again. */
const REFRESH_MS = 5_000;
const WORDS = { right: '对', part: '半对', wrong: '错', empty: '未答', manual: '待批', '': '' } as const;
const SIGNS = { right: '✓', part: '◐', wrong: '✕', empty: '–', manual: '…', '': '' } as const;
const ORDER = ['none', 'missing', 'doing', 'waiting', 'scored', 'excused'] as const;

/** T6: students × items of an assignment, what is wrong most often, and who needs help. */
export function TeachBoardScreen() {
  const assignmentId = Number(useParams()['assignmentId']);
  const found = useQuery({ ...oneBoard(assignmentId), refetchInterval: ({ state }) => (state.data?.status === 'open' ? REFRESH_MS : false) });
  const board = found.data;
  return (
    <div className="teach teach-wide">
      <NavBar title={board?.title ?? '学情板'} otherwise={board ? classPath(board.classId) : PLATFORM} />
      {found.isError && !board ? (
        <Failed error={found.error} retry={() => void found.refetch()} to={PLATFORM} action="回到教学平台" />
      ) : board ? (
        <BoardView board={board} />
      ) : (
        <TeachingSkeleton />
      )}
    </div>
  );
}

function BoardView({ board }: { board: Board }) {
  const [only, setOnly] = useState<BoardRow['state'] | 'flag' | ''>('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [extending, setExtending] = useState(false);
  const count = (state: BoardRow['state']) => board.rows.filter((row) => row.state === state).length;
  const flagged = board.rows.filter((row) => row.flags.includes('held') || row.flags.includes('afterSubmit') || row.flags.includes('clockDoubt'));
  const shown = board.rows.filter((row) => (only === '' ? true : only === 'flag' ? flagged.includes(row) : row.state === only)).toSorted(byNeed);
  const remind = () =>
    call(remindStudents, { params: { assignmentId: board.assignmentId } }).then(({ sent }) => toast(`已提醒 ${sent} 人`), toastError);
  const toggle = (userId: number) =>
    setChosen((before) => new Set(before.has(userId) ? [...before].filter((one) => one !== userId) : [...before, userId]));
  return (
    <>
      <section className="teach-head">
        <p className="teach-row-head">
          <span>
            {board.className} · {board.dueAt} 截止 · 满分 {points(board.full)}
          </span>
          <StateTag machine={assignmentMachine} status={board.status} />
        </p>
        <div className="teach-acts">
          <Link className="button button-fill" to={markingPath(board.assignmentId)}>
            批改
          </Link>
          <AssignmentSteps assignmentId={board.assignmentId} title={board.title} can={board.can} />
          {board.status === 'open' ? (
            <button type="button" className="button button-line" onClick={() => void remind()}>
              催交
            </button>
          ) : null}
          <button type="button" className="button button-line" disabled={chosen.size === 0} onClick={() => setExtending(true)}>
            延期{chosen.size > 0 ? ` ${chosen.size} 人` : ''}
          </button>
          <Link className="button button-line" to={editPath(board.assignmentId)}>
            设置
          </Link>
          <Link className="button button-line" to={assignmentPath(board.assignmentId)}>
            作业说明
          </Link>
        </div>
        <fieldset className="teach-filters" aria-label="按状态筛选">
          {ORDER.filter((state) => count(state) > 0).map((state) => (
            <button key={state} type="button" className="chip" aria-pressed={only === state} onClick={() => setOnly(only === state ? '' : state)}>
              <span>
                {GRADE_STATES[state]} {count(state)}
              </span>
            </button>
          ))}
          {flagged.length > 0 ? (
            <button type="button" className="chip" aria-pressed={only === 'flag'} onClick={() => setOnly(only === 'flag' ? '' : 'flag')}>
              <span>要您看的 {flagged.length}</span>
            </button>
          ) : null}
        </fieldset>
      </section>
      {board.rows.length === 0 ? (
        <Empty drawing="lamp" title="还没有学生" reason="把班级码发给学生，加入后就会出现在这里。" />
      ) : (
        <>
          {board.rows.every(({ state }) => state === 'none') ? <p className="teach-none">还没有人开始</p> : null}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled with the arrow keys */}
          <section className="board-scroll" aria-label="学情板" tabIndex={0}>
            <table className="board">
              <caption className="unseen">学生和题目：对、半对、错、未答、待批</caption>
              <thead>
                <tr>
                  <th scope="col">学生</th>
                  <th scope="col">状态</th>
                  <th scope="col">得分</th>
                  {board.items.map((item) => (
                    <th key={item.itemId} scope="col" title={item.stem}>
                      {item.no}
                      <span className="meta">{item.rightBp === null ? '' : percent(item.rightBp)}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((row) => (
                  <tr key={row.userId}>
                    <th scope="row">
                      <label className="board-name">
                        <input
                          type="checkbox"
                          checked={chosen.has(row.userId)}
                          onChange={() => toggle(row.userId)}
                          aria-label={`选择${row.memberName}`}
                        />
                        {row.attemptKey ? (
                          <Link to={`${assignmentPath(board.assignmentId)}?attempt=${row.attemptKey}`}>{row.memberName}</Link>
                        ) : (
                          <span>{row.memberName}</span>
                        )}
                      </label>
                      <span className="meta">{row.studentNo}</span>
                    </th>
                    <td>
                      {row.excused ? GRADE_STATES.excused : GRADE_STATES[row.state]}
                      <span className="meta board-flags">
                        {[
                          row.dueAt === board.dueAt ? '' : `延至${row.dueAt.slice(5)}`,
                          row.offlineSince ? `可能在离线作答` : '',
                          ...row.flags.map((flag) => ATTEMPT_FLAGS[flag]),
                        ]
                          .filter(Boolean)
                          .join(' ')}
                      </span>
                    </td>
                    <td className="board-score">{row.state === 'scored' ? points(row.score) : ''}</td>
                    {board.items.map(({ itemId }) => {
                      const cell = row.cells[itemId];
                      return (
                        <td key={itemId} className="board-cell" data-verdict={cell?.verdict}>
                          <span aria-hidden="true">{cell ? SIGNS[cell.verdict] : ''}</span>
                          <span className="unseen">{cell ? WORDS[cell.verdict] : ''}</span>
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <BoardItems board={board} />
        </>
      )}
      {extending ? (
        <ExtensionSheet
          assignmentId={board.assignmentId}
          people={board.rows.filter(({ userId }) => chosen.has(userId))}
          close={() => setExtending(false)}
          done={() => setChosen(new Set())}
        />
      ) : null}
    </>
  );
}

/** Who needs help first: nothing handed in, then the lowest score. */
const byNeed = (one: BoardRow, two: BoardRow): number => ORDER.indexOf(one.state) - ORDER.indexOf(two.state) || one.score - two.score;
