import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Empty, Input, Modal, Pagination, Select, Skeleton } from 'antd';
import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import { useSearchParams } from 'react-router-dom';
import { BATCH_MAX, completeBatch, todoList, type FlowTaskRow } from '../../../contract/workflow/flow-task.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { useDict } from '../crud/dict-tag.tsx';
import { LoadFailed } from '../crud/list-states.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { TaskDetail } from './task-detail.tsx';
import { dueText } from './task-times.ts';
import './task.css';

const PAGE = 20;
const COMMENT_MAX = 500;

/** #143: what waits for the current user: the list at the left, the chosen task at the right; on a phone one after the other. */
export function TodoPage() {
  const narrow = useNarrow();
  const client = useQueryClient();
  const [asked, setAsked] = useSearchParams();
  const [filter, setFilter] = useState({ name: '', category: '' });
  const [pageNum, setPageNum] = useState(1);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [batch, setBatch] = useState(false);
  const categories = useDict('sys_process_category');
  const list = useQuery({
    ...queryOf(todoList, { query: { pageNum, pageSize: PAGE, ...filter } }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const rows = list.data?.records ?? [];
  const total = list.data?.total ?? 0;
  const openId = asked.get('taskId');
  const open = rows.find((row) => row.taskId === openId) ?? (narrow ? undefined : rows[0]);
  const choose = (row: FlowTaskRow | null) => setAsked(row ? { taskId: row.taskId } : {}, { replace: !narrow });
  const chosen = rows.filter((row) => ticked.includes(row.taskId));
  const done = async () => {
    choose(null);
    setTicked([]);
    await client.invalidateQueries();
  };
  const search = (
    <div className="task-search">
      <Input.Search
        aria-label="流程或任务名称"
        placeholder="按名称找"
        allowClear
        onSearch={(name) => (setFilter({ ...filter, name: name.trim() }), setPageNum(1))}
      />
      <Select
        aria-label="流程分类"
        placeholder="全部分类"
        allowClear
        options={categories.map(({ value, label }) => ({ value, label }))}
        onChange={(category: string | undefined) => (setFilter({ ...filter, category: category ?? '' }), setPageNum(1))}
      />
    </div>
  );
  if (narrow && open)
    return (
      <section className="admin-card task-page" aria-label="待办任务">
        <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => choose(null)}>
          待办任务
        </Button>
        <TaskDetail key={open.taskId} task={open} onDone={() => void done()} />
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
        {search}
        {list.isError ? <LoadFailed query={list} /> : null}
        {list.isPending ? <Skeleton active style={{ padding: 16 }} /> : null}
        {list.data && rows.length === 0 ? <Empty description={filter.name || filter.category ? '没有找到' : '没有待办，休息一下'} /> : null}
        <ul>
          {rows.map((row) => (
            <li key={row.taskId} className={row.taskId === open?.taskId ? 'chosen' : ''}>
              <Checkbox
                aria-label={`选择${row.procDefName}${row.taskName}`}
                checked={ticked.includes(row.taskId)}
                disabled={row.status === 'unclaimed' || (ticked.length >= BATCH_MAX && !ticked.includes(row.taskId))}
                onChange={({ target }) => setTicked(target.checked ? [...ticked, row.taskId] : ticked.filter((one) => one !== row.taskId))}
              />
              <button type="button" onClick={() => choose(row)} aria-current={row.taskId === open?.taskId}>
                <span className="task-list-top">
                  <span className="soft">
                    {row.procDefName}·{row.taskName}
                  </span>
                  <Due row={row} />
                </span>
                <strong>{row.status === 'unclaimed' ? `待签收：${row.procDefName}` : row.procDefName}</strong>
                <span className="soft">
                  {row.startUserName} {row.createTime.slice(5, 16)}，等了{row.duration}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {total > PAGE ? <Pagination simple current={pageNum} pageSize={PAGE} total={total} onChange={setPageNum} /> : null}
      </div>
      {narrow ? null : (
        <div className="admin-card task-open">
          {open ? <TaskDetail key={open.taskId} task={open} onDone={() => void done()} /> : <Empty description="没有选中的任务" />}
        </div>
      )}
      {batch ? <BatchDialog rows={chosen} onClose={() => setBatch(false)} onDone={() => void done()} /> : null}
    </section>
  );
}

function Due({ row }: { row: FlowTaskRow }) {
  const [now] = useState(() => Date.now());
  const { text, late } = dueText(row.dueDate, now);
  return text ? <span className={late ? 'late' : 'soft'}>{text}</span> : null;
}

/** Approves several tasks with one opinion; those that need input are listed with the reason and stay. */
function BatchDialog({ rows, onClose, onDone }: { rows: readonly FlowTaskRow[]; onClose: () => void; onDone: () => void }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries({ queryKey: [todoList.key] }));
  const [comment, setComment] = useState('');
  const [refused, setRefused] = useState<readonly { taskId: string; msg: string }[] | null>(null);
  const nameOf = (taskId: string) => rows.find((row) => row.taskId === taskId)?.procDefName ?? '';
  const send = async () => {
    let failed: readonly { taskId: string; msg: string }[] = [];
    const sent = await act(async () => {
      const results = await call(completeBatch, { body: { taskIds: rows.map((row) => Number(row.taskId)), comment } });
      failed = results.filter(({ ok }) => !ok);
    });
    if (!sent) return;
    if (failed.length > 0) return setRefused(failed);
    onClose();
    onDone();
  };
  const close = () => (refused ? (onClose(), onDone()) : onClose());
  return (
    <Modal
      open
      title={`通过选中的 ${rows.length} 件`}
      okText={refused ? '知道了' : '通过'}
      cancelText="取消"
      onCancel={close}
      onOk={refused ? close : send}
    >
      {refused ? (
        <>
          <p role="alert">下面 {refused.length} 件没有通过，其余的已通过：</p>
          <ul>
            {refused.map(({ taskId, msg }) => (
              <li key={taskId}>
                {nameOf(taskId)}：{msg}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className="soft">需要填写表单的任务不会一起通过，会留在待办里。</p>
          <Input.TextArea
            aria-label="意见"
            placeholder="意见（选填）"
            autoSize={{ minRows: 3 }}
            maxLength={COMMENT_MAX}
            showCount
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </>
      )}
    </Modal>
  );
}
