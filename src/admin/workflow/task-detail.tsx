import { useCallback, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, Form, Input, Skeleton } from 'antd';
import type { FlowRecordRow, FlowTaskRow } from '../../../contract/workflow/flow-task.ts';
import {
  claimTask,
  completeTask,
  flowRecord,
  flowTaskForm,
  flowXmlAndNode,
  nextFlowNode,
  resolveTask,
  unClaimTask,
} from '../../../contract/workflow/flow-task.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { useSending } from '../form-renderer/use-sending.ts';
import { FlowForm, type FormSubmit } from './flow-form.tsx';
import { FlowHistory } from './flow-history.tsx';
import type { NodeMark } from './modeller/diagram-types.ts';
import { PeopleSelect } from './people-select.tsx';
import { ProcessDiagram } from './process-diagram.tsx';
import { TaskDialog, type DialogKind } from './task-dialogs.tsx';
import { Tabs } from '../ui/tabs.tsx';

const COMMENT_MAX = 500;
const MORE: readonly (readonly [DialogKind, string])[] = [
  ['delegate', '委派'],
  ['assign', '转办'],
  ['addSign', '加签'],
  ['copy', '抄送'],
];

/** Returns what the diagram shows: nodes that were passed, and where the process is now, with people and times. */
export function marksOf(nodes: readonly { key: string; completed: boolean }[], records: readonly FlowRecordRow[]): NodeMark[] {
  return nodes.map(({ key, completed }) => {
    const last = records.find((row) => row.taskDefKey === key);
    const returned = last?.status === 'returned' || last?.status === 'rejected';
    const label = last ? `${last.assigneeName || last.candidate} ${(last.finishTime ?? last.createTime).slice(5, 16)}`.trim() : '';
    return { key, state: returned ? 'returned' : completed ? 'done' : 'now', ...(label ? { label } : {}) };
  });
}

/** One task with everything to decide it: the form, the record, the diagram, the opinion and the buttons. */
export function TaskDetail({ task, onDone }: { task: FlowTaskRow; onDone: () => void }) {
  const client = useQueryClient();
  const taskId = Number(task.taskId);
  const [comment, setComment] = useState('');
  const [dialog, setDialog] = useState<DialogKind | null>(null);
  const [people, setPeople] = useState<number[]>([]);
  const { busy, once } = useSending();
  const form = useQuery({ ...queryOf(flowTaskForm, { query: { taskId } }), staleTime: 0 });
  const record = useQuery({ ...queryOf(flowRecord, { query: { procInsId: Number(task.procInsId), deployId: task.deployId } }), staleTime: 0 });
  const diagram = useQuery(queryOf(flowXmlAndNode, { query: { procInsId: task.procInsId, deployId: task.deployId } }));
  const next = useQuery({ ...queryOf(nextFlowNode, { body: { taskId } }), staleTime: 0 });
  const { act } = useActs(() => client.invalidateQueries());
  const rows = record.data?.flowList ?? NO_ROWS;
  const marks = useMemo(() => marksOf(diagram.data?.nodeData ?? [], rows), [diagram.data, rows]);
  const choosing = next.data?.dataType === 'dynamic';
  const delegated = task.status === 'delegated' || task.ownerName !== '';
  const [submitForm, setSubmitForm] = useState<FormSubmit | null>(null);

  // A function in React's state has to be wrapped.
  const storeSubmit = useCallback((submit: FormSubmit) => setSubmitForm(() => submit), []);

  const approve = () =>
    once(async (send) => {
      const values = submitForm ? await submitForm() : {};
      if (values === null) return;
      send();
      const chosen = choosing && next.data ? { [next.data.vars]: people.join(',') } : {};
      const body = { taskId, comment, variables: { ...values, ...chosen } };
      if (await act(() => call(delegated ? resolveTask : completeTask, { body }), delegated ? '已交还' : '已通过')) onDone();
    });
  const ask = (kind: DialogKind) => () => setDialog(kind);

  if (form.isError) return <LoadFailed query={form} />;
  return (
    <article className="task-detail" aria-label={`${task.procDefName}：${task.taskName}`}>
      <header className="task-detail-head">
        <h2>{task.title || task.procDefName}</h2>
        <span className="soft">
          {task.procDefName}·{task.taskName}，{task.startUserName} 发起，{task.createTime.slice(5, 16)} 到您这里
        </span>
        {task.dueDate ? <span className="late">{task.dueDate.slice(5, 16)} 到期</span> : null}
      </header>
      <Tabs
        className="task-detail-tabs"
        items={[
          {
            key: 'form',
            label: '办理',
            children: form.data ? (
              <>
                <FlowForm content={form.data.formJson} taskId={taskId} onReady={storeSubmit} />
                <Form layout="vertical" component="div" className="task-detail-opinion">
                  {choosing && next.data ? (
                    <Form.Item label={`「${next.data.name}」由谁办理`} htmlFor="next-people" required>
                      <PeopleSelect id="next-people" label="下一步办理人" many={next.data.type !== 'assignee'} value={people} onChange={setPeople} />
                    </Form.Item>
                  ) : null}
                  <Form.Item label="意见" htmlFor="task-opinion">
                    <Input.TextArea
                      id="task-opinion"
                      autoSize={{ minRows: 3 }}
                      maxLength={COMMENT_MAX}
                      showCount
                      value={comment}
                      onChange={(event) => setComment(event.target.value)}
                    />
                  </Form.Item>
                </Form>
              </>
            ) : (
              <Skeleton active paragraph={{ rows: 8 }} />
            ),
          },
          {
            key: 'record',
            label: `流转记录 ${rows.length}`,
            children: record.isError ? <LoadFailed query={record} /> : <FlowHistory rows={rows} />,
          },
          {
            key: 'diagram',
            label: '流程图',
            children: diagram.isError ? (
              <LoadFailed query={diagram} />
            ) : diagram.data ? (
              <ProcessDiagram xml={diagram.data.xmlData} marks={marks} title={`${task.procDefName}的流程图`} />
            ) : (
              <Skeleton active />
            ),
          },
        ]}
      />
      <footer className="task-detail-bar">
        {task.status === 'unclaimed' ? (
          <>
            <span className="soft">签收后由您办理</span>
            <Button type="primary" onClick={() => void act(() => call(claimTask, { body: { taskId } }), '已签收')}>
              签收
            </Button>
          </>
        ) : (
          <>
            <Dropdown
              menu={{
                items: [...MORE.map(([key, label]) => ({ key, label })), ...(task.candidate ? [{ key: 'unClaim', label: '取消签收' }] : [])],
                onClick: ({ key }) =>
                  key === 'unClaim' ? void act(() => call(unClaimTask, { body: { taskId } }), '已取消签收') : setDialog(key as DialogKind),
              }}
            >
              <Button>更多</Button>
            </Dropdown>
            <span className="grow" />
            {delegated ? null : (
              <>
                <Button danger onClick={ask('reject')}>
                  驳回
                </Button>
                <Button onClick={ask('return')}>退回</Button>
              </>
            )}
            <Button type="primary" loading={busy} disabled={!form.data || (choosing && people.length === 0)} onClick={() => void approve()}>
              {delegated ? '办完，交还' : next.data ? `通过，送${next.data.name}` : '通过'}
            </Button>
          </>
        )}
      </footer>
      {dialog ? <TaskDialog kind={dialog} task={task} act={act} onClose={() => setDialog(null)} onDone={onDone} /> : null}
    </article>
  );
}

const NO_ROWS: readonly FlowRecordRow[] = [];
