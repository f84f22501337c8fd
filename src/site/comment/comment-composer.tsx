import { useId, useState } from 'react';
import { COMMENT_MAX } from '../../../contract/comment/comment-limits.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { useVisitor } from './use-visitor.ts';

interface Props {
  /** Names the draft on this device. */
  readonly draft: string;
  readonly label: string;
  readonly before?: { readonly content: string; readonly spoiler: boolean };
  readonly verb: string;
  /** The user has just asked to write here: the focus goes to the text. */
  readonly opened?: boolean;
  readonly onSend: (content: string, spoiler: boolean) => Promise<void>;
  readonly onCancel?: () => void;
}

const takeFocus = (element: HTMLTextAreaElement | null): void => element?.focus();
const EMPTY = { content: '', spoiler: false };
const NEAR_END = 50;

/** Where a comment is written. Unsent text stays on the device when sending fails, the page is left or the session ends. */
export function CommentComposer({ draft, label, before = EMPTY, verb, opened = false, onSend, onCancel }: Props) {
  const { signedIn, signIn } = useVisitor();
  const { values, change, saved } = useStoredForm(draft, before);
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const length = [...values.content.trim()].length;
  const send = async () => {
    if (!signedIn) return signIn();
    setBusy(true);
    setWrong('');
    try {
      await onSend(values.content.trim(), values.spoiler);
      saved();
      change(before);
    } catch (error) {
      setWrong((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const left = COMMENT_MAX - length;
  return (
    <form
      className="comment-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        placeholder={signedIn ? label : '登录后写评论，写下的文字会留着'}
        value={values.content}
        ref={opened ? takeFocus : null}
        aria-invalid={wrong !== ''}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={(event) => change({ content: event.target.value })}
      />
      {wrong ? (
        <p className="comment-wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      ) : null}
      <div className="comment-send">
        <label className="comment-spoiler-choice">
          <input type="checkbox" checked={values.spoiler} onChange={(event) => change({ spoiler: event.target.checked })} />
          含剧透
        </label>
        {left < NEAR_END ? <span className={left < 0 ? 'comment-wrong' : 'meta'}>还可以写 {left} 字</span> : null}
        <span className="grow" />
        {onCancel ? (
          <button type="button" className="button button-line" onClick={onCancel}>
            取消
          </button>
        ) : null}
        <button type="submit" className="button button-fill" disabled={busy || (signedIn && (length === 0 || left < 0))}>
          {busy ? '正在发送' : signedIn ? verb : '登录后评论'}
        </button>
      </div>
    </form>
  );
}
