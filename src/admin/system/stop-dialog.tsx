import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Input, List, Modal, Radio, Select, Skeleton } from 'antd';
import { changeUserStatus, handOverWork, heldWork, successorChoices, type StaffUser } from '../../../contract/system/user.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import type { Tools } from '../crud/resource.ts';
import { errorMessage } from '../ui/error-message.ts';

interface Props {
  readonly user: Pick<StaffUser, 'userId' | 'nickName'>;
  /** Whether the account is stopped with the handover, or only its work is handed over. */
  readonly stops: boolean;
  readonly tools: Tools;
  readonly onClose: () => void;
}

/** Shows what a user holds, and asks who takes it over, before the account is stopped. */
export function StopDialog({ user, stops, tools, onClose }: Props) {
  const [way, setWay] = useState<'person' | 'leave'>('person');
  const [successorId, setSuccessorId] = useState<number | null>(null);
  const [leave, setLeave] = useState(false);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const held = useQuery({ ...queryOf(heldWork, { params: { userId: user.userId } }), staleTime: 0, gcTime: 0 });
  const people = useQuery({ ...queryOf(successorChoices, { query: { name: typed } }), placeholderData: (before) => before });
  const items = held.data ?? [];
  const ready = held.isSuccess && (items.length === 0 ? stops : way === 'leave' || successorId !== null);
  const finish = async () => {
    setBusy(true);
    const choice = items.length === 0 ? {} : way === 'leave' ? { leave: true, reason } : { successorId, leave, reason };
    const done = await tools.act(
      () =>
        stops
          ? call(changeUserStatus, { body: { userId: user.userId, status: '1', ...choice } })
          : call(handOverWork, { body: { userId: user.userId, ...choice } }),
      stops ? '已停用' : '已交接',
    );
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Modal
      open
      title={stops ? `停用「${user.nickName}」？` : `交接「${user.nickName}」的工作`}
      okText={stops ? '停用' : '交接'}
      cancelText="取消"
      okButtonProps={{ danger: stops, disabled: !ready, loading: busy }}
      onOk={() => void finish()}
      onCancel={onClose}
    >
      {stops ? <p>停用后，此人会立即在所有设备上退出登录，不能再登录；他的内容不受影响。</p> : null}
      {held.isPending ? <Skeleton active /> : null}
      {held.isError ? <Alert type="error" title={errorMessage(held.error)} /> : null}
      {held.isSuccess && items.length === 0 ? <p>此人手上没有未完成的工作。</p> : null}
      {items.length > 0 ? (
        <>
          <p>此人手上还有 {items.length} 项工作，请选择怎样交接：</p>
          <List
            size="small"
            bordered
            style={{ maxHeight: 220, overflow: 'auto', marginBottom: 12 }}
            dataSource={items}
            rowKey={({ key, id }) => `${key}-${id}`}
            renderItem={({ label, title, note }) => (
              <List.Item>
                <span>
                  {label}：{title}
                  <span className="soft"> {note}</span>
                </span>
              </List.Item>
            )}
          />
          <Form layout="vertical" component="div">
            <Radio.Group
              value={way}
              onChange={({ target }) => setWay(target.value as 'person' | 'leave')}
              options={[
                { value: 'person', label: '交给一个人' },
                { value: 'leave', label: '留给各业务重新指派' },
              ]}
              style={{ marginBottom: 12 }}
            />
            {way === 'person' ? (
              <>
                <Form.Item label="接手的人" htmlFor="successor" required>
                  <Select
                    id="successor"
                    placeholder="输入姓名查找"
                    showSearch={{ filterOption: false, onSearch: setTyped }}
                    value={successorId}
                    options={(people.data ?? [])
                      .filter(({ userId }) => userId !== user.userId)
                      .map((one) => ({ value: one.userId, label: one.deptName ? `${one.nickName}（${one.deptName}）` : one.nickName }))}
                    notFoundContent={people.isFetching ? '正在查找…' : '没有找到这个人'}
                    onChange={setSuccessorId}
                  />
                </Form.Item>
                <Checkbox checked={leave} onChange={({ target }) => setLeave(target.checked)}>
                  接不了的留给各业务重新指派
                </Checkbox>
              </>
            ) : null}
            <Form.Item label="原因" htmlFor="handover-reason" style={{ marginTop: 12 }}>
              <Input
                id="handover-reason"
                maxLength={200}
                value={reason}
                placeholder="例如 离职，会写进每一项的记录"
                onChange={({ target }) => setReason(target.value)}
              />
            </Form.Item>
          </Form>
        </>
      ) : null}
    </Modal>
  );
}
