import { useState } from 'react';
import { Alert, Form, Input, Modal } from 'antd';
import { errorMessage } from '../ui/error-message.ts';
import { CommonReasons } from './common-reasons.tsx';

interface Props {
  readonly title: string;
  /** Shortest reason in characters; 0 when none is needed. */
  readonly least: number;
  readonly verb: string;
  readonly label: string;
  readonly onSend: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

const takeFocus = (input: { focus: () => void } | null): void => input?.focus();

/** Asks for the reason of a decision. */
export function RejectDialog({ title, least, verb, label, onSend, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const send = async () => {
    setBusy(true);
    setWrong('');
    try {
      await onSend(reason.trim());
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      okText={verb}
      cancelText="取消"
      okButtonProps={{ danger: true, loading: busy, disabled: [...reason.trim()].length < least }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <Form layout="vertical">
        <Form.Item label={label} htmlFor="reject-reason">
          <Input.TextArea
            id="reject-reason"
            ref={takeFocus}
            value={reason}
            maxLength={200}
            showCount
            rows={3}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
      <CommonReasons onChoose={setReason} />
    </Modal>
  );
}
