import { useState } from 'react';
import { Input, Modal } from 'antd';
import type { AnyCrud } from '../../../contract/crud.ts';
import type { releaseMachine, ReleaseEvent, ReleaseState } from '../../../contract/release.ts';
import type { RowAction, Tools } from '../crud/resource.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { machineEvents } from './machine-events.ts';

interface Released {
  readonly machine: ReturnType<typeof releaseMachine>;
  readonly state: ReleaseState;
  /** Name of the row, in title marks. */
  readonly name: string;
  readonly tools: Tools;
  readonly fire: (event: ReleaseEvent) => Promise<unknown>;
  /** Opens the dialog that asks for the reason. */
  readonly reject: () => void;
}

/** The steps of SM24 that the state of a row allows, as row actions. */
export const releaseActions = <C extends AnyCrud>({ machine, state, name, tools, fire, reject }: Released): RowAction<C>[] =>
  machineEvents<ReleaseState, ReleaseEvent>(machine, state, () => true).map(({ event, label, permission, consequence, danger }) => ({
    key: event,
    label,
    ...(permission ? { permission } : {}),
    ...(danger ? { danger } : {}),
    run: () =>
      event === 'reject'
        ? reject()
        : tools.ask({ title: `${label}${name}？`, content: consequence, verb: label, danger: danger ?? false }, () => fire(event), `已${label}`),
  }));

interface RejectionProps {
  readonly name: string;
  readonly tools: Tools;
  readonly fire: (note: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks why content is returned to its writer. */
export function Rejection({ name, tools, fire, onClose }: RejectionProps) {
  useRestoreFocus();
  const [note, setNote] = useState('');
  const send = async () => {
    if (await tools.act(() => fire(note.trim()), '已退回修改')) onClose();
  };
  return (
    <Modal
      open
      title={`退回${name}`}
      okText="退回修改"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: note.trim() === '' }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <label htmlFor="reject-note">退回的原因（提交人会看到）</label>
      <Input.TextArea
        id="reject-note"
        value={note}
        maxLength={500}
        showCount
        autoSize={{ minRows: 3 }}
        onChange={(event) => setNote(event.target.value)}
      />
    </Modal>
  );
}
