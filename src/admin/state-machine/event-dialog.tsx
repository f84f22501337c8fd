import './state-machine.css';
import { useId, useState, type ReactNode } from 'react';
import { Alert, Checkbox, Input, Modal } from 'antd';
import type { Transition } from '../../../contract/state-machine.ts';
import { flushDocuments } from '../../document-editor/flush-documents.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

/** A letter to the people outside whom a decision tells. */
export interface Letter {
  readonly subject: string;
  readonly content: string;
}

interface Props {
  readonly event: Transition<string>;
  /** Name of the row in the title: 《桥上的灯》. */
  readonly name: string;
  /** Label of the reason; without one the dialog asks for a reason only when the event needs it. */
  readonly reasonLabel?: string;
  /** Writes the letter that goes out with the decision, from the reason. */
  readonly letter?: (reason: string) => Letter;
  /** Longest letter, characters. */
  readonly letterMax?: number;
  /** Further fields of the event. */
  readonly children?: ReactNode;
  /** False while those fields are not complete. */
  readonly ready?: boolean;
  /** `letter` is null when the user sends none, undefined when the event has none. */
  readonly onSend: (reason: string, letter: Letter | null | undefined) => Promise<unknown>;
  readonly onClose: () => void;
}

const MOST = 2000;

/** Asks before an event of a state machine: what happens next, the reason, and the letter. The text stays when the server rejects it. */
export function EventDialog({ event, name, reasonLabel, letter, letterMax = 5000, children, ready = true, onSend, onClose }: Props) {
  useRestoreFocus();
  const id = useId();
  const [reason, setReason] = useState('');
  const [written, setWritten] = useState<Letter | null>(null);
  const [sends, setSends] = useState(true);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const least = event.reason?.min ?? 0;
  const asks = event.reason !== undefined || reasonLabel !== undefined;
  const length = [...reason.trim()].length;
  const shown = letter ? (written ?? letter(reason.trim())) : undefined;
  const send = async () => {
    setBusy(true);
    setWrong('');
    try {
      await flushDocuments();
      await onSend(reason.trim(), letter ? (sends ? (shown ?? null) : null) : undefined);
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${event.label}${name}`}
      okText={event.label}
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ danger: event.danger ?? false, disabled: length < least || !ready }}
      onOk={() => void send()}
      onCancel={onClose}
      {...(letter ? { width: 640 } : {})}
    >
      {event.consequence ? <p style={{ marginTop: 0 }}>{event.consequence}</p> : null}
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <div className="event-fields">
        {children}
        {asks ? (
          <div>
            <label htmlFor={`${id}-reason`}>
              {reasonLabel ?? '理由'}
              {least > 0 ? (
                <span className="soft">
                  （至少{least}个字，现在{length}个字）
                </span>
              ) : null}
            </label>
            <Input.TextArea
              id={`${id}-reason`}
              value={reason}
              maxLength={MOST}
              autoSize={{ minRows: 3, maxRows: 10 }}
              onChange={({ target }) => setReason(target.value)}
            />
          </div>
        ) : null}
        {shown ? (
          <fieldset className="event-letter">
            <legend>
              <Checkbox checked={sends} onChange={({ target }) => setSends(target.checked)}>
                写信告知作者
              </Checkbox>
            </legend>
            {sends ? (
              <>
                <p className="soft">信件十分钟后送达，其间可以连同决定一起撤回。</p>
                <label htmlFor={`${id}-subject`}>标题</label>
                <Input
                  id={`${id}-subject`}
                  value={shown.subject}
                  maxLength={100}
                  onChange={({ target }) => setWritten({ ...shown, subject: target.value })}
                />
                <label htmlFor={`${id}-content`}>内容</label>
                <Input.TextArea
                  id={`${id}-content`}
                  value={shown.content}
                  maxLength={letterMax}
                  autoSize={{ minRows: 5, maxRows: 14 }}
                  onChange={({ target }) => setWritten({ ...shown, content: target.value })}
                />
              </>
            ) : null}
          </fieldset>
        ) : null}
      </div>
    </Modal>
  );
}
