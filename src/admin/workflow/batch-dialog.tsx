import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { listTodos, type TodoItem } from '../../../contract/inbox/todo.ts';
import { completeBatch } from '../../../contract/workflow/flow-task.ts';
import { call } from '../../api/call.ts';
import { useActs } from '../crud/use-resource.tsx';
import { allOf } from '../../api/all-of.ts';

const COMMENT_MAX = 500;

/** Approves several tasks with one opinion; those that need input are listed with the reason and stay. */
export function BatchDialog({ rows, onClose, onDone }: { rows: readonly TodoItem[]; onClose: () => void; onDone: () => void }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries(allOf(listTodos)));
  const [comment, setComment] = useState('');
  const [refused, setRefused] = useState<readonly { taskId: string; msg: string }[] | null>(null);
  const nameOf = (taskId: string) => rows.find((row) => row.itemId === Number(taskId))?.title ?? '';
  const send = async () => {
    let failed: readonly { taskId: string; msg: string }[] = [];
    const sent = await act(async () => {
      const results = await call(completeBatch, { body: { taskIds: rows.map((row) => row.itemId), comment } });
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
