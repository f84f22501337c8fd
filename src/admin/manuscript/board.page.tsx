import { startTransition, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Segmented, Skeleton } from 'antd';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Link } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import { board, type Board, type BoardCard } from '../../../contract/manuscript/board.ts';
import { KIND_NAMES, QUEUE_NAMES, QUEUES, type Queue } from '../../../contract/manuscript/manuscript-limits.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { StateTag } from '../state-machine/state-tag.tsx';
import { useNarrow } from '../ui/use-device.ts';
import '../crud/crud.css';
import './manuscript.css';

const FILTERS = { queue: oneOf(QUEUES), view: oneOf(['board', 'table']), keyword: anyText };

/** The whole pipeline: a column for each stage, a card for each manuscript, late ones first; or the same as a table. */
export function BoardPage() {
  const narrow = useNarrow();
  const { filter, setFilter } = usePageList(FILTERS);
  const { queue = '', view = 'board', keyword = '' } = filter as { queue?: Queue; view?: 'board' | 'table'; keyword?: string };
  const setQueue = (next: Queue | '') => setFilter({ queue: next });
  const shown = useQuery({
    ...queryOf(board, { query: { ...(queue ? { queue } : {}), ...(keyword ? { keyword } : {}) } }),
    placeholderData: (before) => before,
  });
  const { data } = shown;
  const late = data?.columns.reduce((sum, column) => sum + column.late, 0) ?? 0;
  return (
    <section className="pipeline" aria-label="编辑流程看板">
      <header className="pipeline-head">
        <h1 className="page-heading">稿件看板</h1>
        {data ? (
          <span className="soft">
            在途 {data.total} 种{late > 0 ? <strong className="late"> {late} 种已迟</strong> : null}
          </span>
        ) : null}
        <span className="grow" />
        <Input.Search
          aria-label="按书名、编号或作者查找"
          placeholder="书名、编号或作者"
          allowClear
          style={{ width: narrow ? '100%' : 220 }}
          key={keyword}
          defaultValue={keyword}
          onSearch={(text) => setFilter({ keyword: text })}
        />
        <Segmented
          aria-label="显示方式"
          value={view}
          options={[
            { value: 'board', label: '看板' },
            { value: 'table', label: '表格' },
          ]}
          onChange={(value) => setFilter({ view: value })}
        />
        <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void shown.refetch()} />
      </header>
      <fieldset className="queue-bar">
        <legend className="unseen">队列</legend>
        <QueueButton name="全部" on={queue === ''} total={null} onPick={() => setQueue('')} />
        {QUEUES.map((one) => (
          <QueueButton key={one} name={QUEUE_NAMES[one]} on={queue === one} total={data?.counts[one] ?? null} onPick={() => setQueue(one)} />
        ))}
      </fieldset>
      {shown.isError && !data ? (
        <LoadFailed query={shown} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : view === 'board' ? (
        <Columns data={data} />
      ) : (
        <Rows data={data} />
      )}
    </section>
  );
}

function QueueButton({ name, on, total, onPick }: { name: string; on: boolean; total: number | null; onPick: () => void }) {
  return (
    <button type="button" className={on ? 'queue-button on' : 'queue-button'} aria-pressed={on} onClick={onPick}>
      {name}
      {total === null ? null : <span className="queue-total">{total}</span>}
    </button>
  );
}

const detailPath = (archiveId: number): string => `/cms/archive/detail/${archiveId}`;

const due = (card: BoardCard): string => (card.days === 0 ? '今天' : `第 ${card.days + 1} 天`);

/** Cards of a column that are in sight on a tall screen: they are shown first, and the others after the first paint. */
const IN_SIGHT = 12;

function Columns({ data }: { data: Board }) {
  const [all, setAll] = useState(false);
  useEffect(() => startTransition(() => setAll(true)), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the board scrolls sideways
    <section className="board-columns" tabIndex={0} aria-label="各环节的稿件">
      {data.columns.map((column) => (
        <section key={column.key} className={`board-column stage-${column.key}`} aria-label={`${column.title} ${column.total} 种`}>
          <h2>
            {column.title} <span className="soft">{column.total}</span>
            {column.late > 0 ? <span className="late"> {column.late} 迟</span> : null}
          </h2>
          {column.cards.length === 0 ? (
            <p className="soft board-none">没有稿件</p>
          ) : (
            <ul>
              {(all ? column.cards : column.cards.slice(0, IN_SIGHT)).map((card) => (
                <li key={card.archiveId}>
                  <Link
                    to={detailPath(card.archiveId)}
                    className={`board-card${card.late ? ' is-late' : ''}${card.status === 'held' ? ' is-held' : ''}${card.mine ? ' is-mine' : ''}`}
                  >
                    <strong className="work-title">{card.title}</strong>
                    <span className="soft">
                      {card.authorsText} · {KIND_NAMES[card.kind]}
                    </span>
                    <span className="board-state">{manuscriptMachine.states[card.status].label}</span>
                    <span className="board-foot">
                      <span>{card.turnName}</span>
                      <span className={card.late ? 'late' : 'soft'}>{card.late ? `已迟 · ${due(card)}` : due(card)}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {column.total > column.cards.length ? (
            <Link className="board-more" to={`/cms/archive/list?status=${column.cards[0]?.status ?? ''}`}>
              还有 {column.total - column.cards.length} 种，到稿件管理查看
            </Link>
          ) : null}
        </section>
      ))}
    </section>
  );
}

function Rows({ data }: { data: Board }) {
  const cards = data.columns.flatMap((column) => column.cards);
  if (cards.length === 0) return <p className="soft board-none">没有稿件</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table scrolls sideways
    <section className="board-table" tabIndex={0} aria-label="稿件表格">
      <table>
        <thead>
          <tr>
            {['书名', '状态', '轮到', '在此环节', '期限', '责任编辑', '编号'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr key={card.archiveId}>
              <th scope="row">
                <Link className="work-title" to={detailPath(card.archiveId)}>
                  {card.title}
                </Link>
              </th>
              <td>
                <StateTag machine={manuscriptMachine} state={card.status} />
              </td>
              <td>{card.turnName}</td>
              <td>{due(card)}</td>
              <td className={card.late ? 'late' : ''}>{card.dueAt ? deadlineText(card.dueAt) : '—'}</td>
              <td>{card.editorName || '—'}</td>
              <td className="code">{card.archiveNo}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
