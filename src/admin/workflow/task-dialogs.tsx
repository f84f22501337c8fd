import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Radio, Segmented, Skeleton } from 'antd';
import {
  addSign,
  assignTask,
  copyTask,
  delegateTask,
  rejectTask,
  returnList,
  returnTask,
  type FlowTaskRow,
} from '../../../contract/workflow/flow-task.ts';
import { stopProcess } from '../../../contract/workflow/flow-instance.ts';
import { call } from '../../api/call.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import type { useActs } from '../crud/use-resource.tsx';
import { queryOf } from '../../api/query-client.ts';
import { PeopleSelect } from './people-select.tsx';

export type DialogKind = 'return' | 'reject' | 'delegate' | 'assign' | 'addSign' | 'copy' | 'stop';

const TITLES: Readonly<Record<DialogKind, string>> = {
  return: '退回到哪一步',
  reject: '驳回给发起人',
  delegate: '委派给谁',
  assign: '转办给谁',
  addSign: '加签',
  copy: '抄送给谁',
  stop: '取消申请',
};
const NOTES: Readonly<Record<DialogKind, string>> = {
  return: '那一步的所有办理人重新办理，已有的意见都保留。',
  reject: '由发起人修改后重新提交，已有的意见都保留。',
  delegate: '对方办完后，任务回到您这里，由您决定通过还是退回。',
  assign: '由对方办理，您不再负责这件事。',
  addSign: '加签的人办完后，流程才继续。',
  copy: '对方只能查看，不影响流程。',
  stop: '流程立即结束，不能恢复；需要时可以重新发起。',
};
const COMMENT_MAX = 500;

interface Props {
  readonly kind: DialogKind;
  readonly task: FlowTaskRow;
  readonly act: ReturnType<typeof useActs>['act'];
  readonly onClose: () => void;
  /** Called after the action: the task is not with this user any more. */
  readonly onDone: () => void;
}

/** The dialogs of a task: each says what follows, and asks only for what the action needs. */
export function TaskDialog({ kind, task, act, onClose, onDone }: Props) {
  const taskId = Number(task.taskId);
  const [comment, setComment] = useState('');
  const [people, setPeople] = useState<number[]>([]);
  const [place, setPlace] = useState<'before' | 'after'>('before');
  const [target, setTarget] = useState('');
  const [tried, setTried] = useState(false);
  const asksPeople = kind === 'delegate' || kind === 'assign' || kind === 'addSign' || kind === 'copy';
  const asksReason = kind === 'return' || kind === 'reject';
  const problem =
    asksPeople && people.length === 0
      ? '请选择人员'
      : kind === 'return' && target === ''
        ? '请选择退回的节点'
        : asksReason && comment.trim() === ''
          ? '请填写意见'
          : '';

  const send = async () => {
    setTried(true);
    if (problem) return;
    const [first = 0] = people;
    const run: Readonly<Record<DialogKind, () => Promise<unknown>>> = {
      return: () => call(returnTask, { body: { taskId, comment, targetKey: target } }),
      reject: () => call(rejectTask, { body: { taskId, comment } }),
      delegate: () => call(delegateTask, { body: { taskId, comment, assignee: first } }),
      assign: () => call(assignTask, { body: { taskId, comment, assignee: first } }),
      addSign: () => call(addSign, { body: { taskId, comment, userIds: people, place } }),
      copy: () => call(copyTask, { body: { taskId, comment, userIds: people } }),
      stop: () => call(stopProcess, { body: { instanceId: Number(task.procInsId), comment } }),
    };
    if (await act(run[kind], '操作成功')) {
      onClose();
      onDone();
    }
  };

  return (
    <Modal
      open
      title={TITLES[kind]}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ danger: kind === 'reject' || kind === 'stop' }}
      onCancel={onClose}
      onOk={send}
    >
      <p className="soft">{NOTES[kind]}</p>
      <Form layout="vertical" component="div">
        {kind === 'return' ? <Targets taskId={taskId} value={target} onChange={setTarget} /> : null}
        {kind === 'addSign' ? (
          <Form.Item label="位置">
            <Segmented
              value={place}
              options={[
                { value: 'before', label: '在我之前' },
                { value: 'after', label: '在我之后' },
              ]}
              onChange={(next) => setPlace(next as 'before')}
            />
          </Form.Item>
        ) : null}
        {asksPeople ? (
          <Form.Item label="人员" htmlFor="task-people" required>
            <PeopleSelect id="task-people" label="人员" many={kind === 'addSign' || kind === 'copy'} value={people} onChange={setPeople} />
          </Form.Item>
        ) : null}
        <Form.Item label="意见" htmlFor="task-reason" required={asksReason}>
          <Input.TextArea
            id="task-reason"
            autoSize={{ minRows: 3 }}
            maxLength={COMMENT_MAX}
            showCount
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </Form.Item>
        {tried && problem ? (
          <p role="alert" className="late">
            {problem}
          </p>
        ) : null}
      </Form>
    </Modal>
  );
}

function Targets({ taskId, value, onChange }: { taskId: number; value: string; onChange: (id: string) => void }) {
  const list = useQuery({ ...queryOf(returnList, { body: { taskId } }), staleTime: 0 });
  if (list.isError) return <LoadFailed query={list} />;
  if (!list.data) return <Skeleton active />;
  if (list.data.length === 0) return <p role="alert">前面没有可以退回的节点，可以驳回给发起人。</p>;
  return (
    <Form.Item label="节点" required>
      <Radio.Group
        vertical
        value={value}
        options={list.data.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(event) => onChange(event.target.value as string)}
      />
    </Form.Item>
  );
}
