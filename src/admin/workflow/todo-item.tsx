import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Descriptions, Empty, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { Link } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import { followUpTodo, type TodoItem } from '../../../contract/inbox/todo.ts';
import { todoList } from '../../../contract/workflow/flow-task.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { TaskDetail } from './task-detail.tsx';

/** The chosen item: a flow task is done here, anything else on the page of its area. */
export function OpenTodo({ item, onDone }: { item: TodoItem; onDone: () => void }) {
  return (
    <>
      <FollowUp item={item} />
      {item.source === 'flow' ? <FlowTodo taskId={item.itemId} onDone={onDone} /> : <OtherTodo item={item} />}
    </>
  );
}

/** One flow task by its id. */
export function FlowTodo({ taskId, onDone }: { taskId: number; onDone: () => void }) {
  const found = useQuery({ ...queryOf(todoList, { query: { taskId } }), staleTime: 0 });
  if (found.isError) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} style={{ padding: 16 }} />;
  const [task] = found.data.records;
  return task ? <TaskDetail key={task.taskId} task={task} onDone={onDone} /> : <Empty description="这个任务已经办完了" />;
}

function OtherTodo({ item }: { item: TodoItem }) {
  return (
    <article className="todo-other" aria-label={item.title}>
      <h2>{item.title}</h2>
      <Descriptions
        column={1}
        items={[
          { key: 'note', label: '要办的事', children: item.note },
          { key: 'askedBy', label: '谁提的', children: item.askedBy || '—' },
          { key: 'since', label: '从什么时候等', children: item.since.slice(0, 16) },
          ...(item.due ? [{ key: 'due', label: '期限', children: deadlineText(item.due) }] : []),
        ]}
      />
      <Link to={item.link}>
        <Button type="primary" tabIndex={-1}>
          去办理
        </Button>
      </Link>
    </article>
  );
}

/** The user's own reminder date, from tomorrow on. */
function FollowUp({ item }: { item: TodoItem }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries());
  const set = (date: string | null) =>
    act(
      () => call(followUpTodo, { body: { source: item.source, itemId: item.itemId, date } }),
      date ? '到时候会列在“今天或更早”的跟进里' : '已取消跟进日期',
    );
  return (
    <div className="todo-follow">
      <label htmlFor="todo-follow-up" className="soft">
        跟进日期
      </label>
      <DatePicker
        id="todo-follow-up"
        size="small"
        placeholder="不设"
        value={item.followUp ? dayjs(item.followUp.slice(0, 10)) : null}
        disabledDate={(day) => !day.isAfter(dayjs(), 'day')}
        onChange={(day) => void set(day ? day.format('YYYY-MM-DD') : null)}
      />
    </div>
  );
}
