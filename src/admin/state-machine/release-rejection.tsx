import { useId, useState } from 'react';
import { Alert, Input, Modal } from 'antd';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

interface Props {
  readonly title: string;
  readonly onSend: (note: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the reason why submitted content is sent back; its submitter reads it. */
export function ReleaseRejection({ title, onSend, onClose }: Props) {
  useRestoreFocus();
  const id = useId();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const send = async () => {
    setBusy(true);
    setWrong('');
    try {
      await onSend(note.trim());
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      okText="退回修改"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ danger: true, disabled: note.trim() === '' }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <label htmlFor={id}>退回的原因（提交人会看到）</label>
      <Input.TextArea id={id} value={note} maxLength={500} showCount autoSize={{ minRows: 3 }} onChange={({ target }) => setNote(target.value)} />
    </Modal>
  );
}
