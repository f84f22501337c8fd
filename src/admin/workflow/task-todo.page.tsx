import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Empty, Pagination, Skeleton } from 'antd';
import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import { useSearchParams } from 'react-router-dom';
import { countTodos, listTodos, type TodoItem } from '../../../contract/inbox/todo.ts';
import { BATCH_MAX } from '../../../contract/workflow/flow-task.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { dueText, waitedText } from './task-times.ts';
import { isSame, NO_FILTER, TodoFilters, type ViewFilter } from './todo-filters.tsx';
import { FlowTodo, OpenTodo } from './todo-item.tsx';
import './task.css';

const PAGE = 20;
const FLOW_TASK = /^flow:([1-9]\d{0,15})$/;
const keyOf = ({ source, itemId }: TodoItem): string => `${source}:${itemId}`;

/** #143: what waits for the current user, of every source: the list at the left, the chosen item at the right; on a phone one after the other. */
export function TodoPage() {
  const narrow = useNarrow();
  const client = useQueryClient();
  const [asked, setAsked] = useSearchParams();
  const source = asked.get('source') ?? '';
  const [chosenFilter, setFilter] = useState<ViewFilter>(NO_FILTER);
  const filter = { ...chosenFilter, source };
  const [pageNum, setPageNum] = useState(1);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [batch, setBatch] = useState(false);
  const counts = useQuery({ ...queryOf(countTodos, {}), staleTime: 0 });
  const query = { pageNum, pageSize: PAGE, ...filter } as NonNullable<Parameters<typeof queryOf<typeof listTodos.key, typeof listTodos>>[1]['query']>;
  const list = useQuery({ ...queryOf(listTodos, { query }), placeholderData: (before) => before, staleTime: 0 });
  const rows = list.data?.rows ?? [];
  const total = list.data?.total ?? 0;
  const listed = rows.find((row) => keyOf(row) === asked.get('open'));
  // A flow task of the address may be on another page of the list, or done.
  const apart = list.data && !listed ? FLOW_TASK.exec(asked.get('open') ?? '')?.[1] : undefined;
  const open = listed ?? (narrow || apart ? undefined : rows[0]);
  const go = (change: { source?: string; open?: string }, replace: boolean) => {
    const next = { source, ...change };
    setAsked(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace });
  };
  const choose = (row: TodoItem | null) => go({ open: row ? keyOf(row) : '' }, !narrow);
  const find = (next: ViewFilter) => {
    setFilter(next);
    setPageNum(1);
    setTicked([]);
    go({ source: next.source }, true);
  };
  const chosen = rows.filter((row) => ticked.includes(keyOf(row)));
  const done = async () => {
    choose(null);
    setTicked([]);
    await client.invalidateQueries();
  };
  const opened = open ? (
    <OpenTodo key={keyOf(open)} item={open} onDone={() => void done()} />
  ) : apart ? (
    <FlowTodo key={apart} taskId={Number(apart)} onDone={() => void done()} />
  ) : null;
  if (narrow && opened)
    return (
      <section className="admin-card task-page" aria-label="待办任务">
        <HiddenTitle />
        <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => choose(null)}>
          待办任务
        </Button>
        {opened}
      </section>
    );
  return (
    <section className="task-page task-columns" aria-label="待办任务">
      <HiddenTitle />
      <div className="admin-card task-list">
        <header>
          <strong>待办任务</strong>
          <span className="soft">{total} 件</span>
          <span className="grow" />
          <Button size="small" disabled={chosen.length === 0} onClick={() => setBatch(true)}>
            批量通过{chosen.length > 0 ? ` ${chosen.length}` : ''}
          </Button>
        </header>
        <TodoFilters filter={filter} counts={counts.data?.sources ?? []} onFilter={find} />
        {list.isError ? <LoadFailed query={list} /> : null}
        {list.isPending ? <Skeleton active style={{ padding: 16 }} /> : null}
        {list.data && rows.length === 0 ? (
          <Empty description={isSame({ ...filter, source: '' }, NO_FILTER) ? '没有待办，休息一下' : '没有找到'} />
        ) : null}
        <ul>
          {rows.map((row) => (
            <TodoRow
              key={keyOf(row)}
              row={row}
              open={row === open}
              ticked={ticked.includes(keyOf(row))}
              full={ticked.length >= BATCH_MAX}
              onOpen={() => choose(row)}
              onTick={(on) => setTicked(on ? [...ticked, keyOf(row)] : ticked.filter((one) => one !== keyOf(row)))}
            />
          ))}
        </ul>
        {total > PAGE ? (
          <Pagination
            simple
            current={pageNum}
            pageSize={PAGE}
            total={total}
            onChange={(page) => {
              setPageNum(page);
              setTicked([]);
            }}
          />
        ) : null}
      </div>
      {narrow ? null : <div className="admin-card task-open">{opened ?? <Empty description="没有选中的任务" />}</div>}
      {batch ? <BatchDialog rows={chosen} onClose={() => setBatch(false)} onDone={() => void done()} /> : null}
    </section>
  );
}

interface RowProps {
  readonly row: TodoItem;
  readonly open: boolean;
  readonly ticked: boolean;
  /** No more rows may be ticked. */
  readonly full: boolean;
  readonly onOpen: () => void;
  readonly onTick: (on: boolean) => void;
}

function TodoRow({ row, open, ticked, full, onOpen, onTick }: RowProps) {
  const [now] = useState(() => Date.now());
  const due = dueText(row.due, now);
  return (
    <li className={open ? 'chosen' : ''}>
      {row.source === 'flow' ? (
        <Checkbox aria-label={`选择${row.title}`} checked={ticked} disabled={full && !ticked} onChange={({ target }) => onTick(target.checked)} />
      ) : (
        <span className="todo-no-tick" />
      )}
      <button type="button" onClick={onOpen} aria-current={open}>
        <span className="task-list-top">
          <span className="soft">{row.note}</span>
          {due.text ? <span className={due.late ? 'late' : 'soft'}>{due.text}</span> : null}
        </span>
        <strong>{row.title}</strong>
        <span className="soft">
          {row.askedBy} {row.since.slice(5, 16)}，{waitedText(row.since, now)}
          {row.followUp ? `，${row.followUp.slice(5, 10)} 跟进` : ''}
        </span>
      </button>
    </li>
  );
}
