import { useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { TEACHING } from '../../../contract/teaching/teaching-limits.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Wrong } from './join-sheet.tsx';

interface Props {
  readonly title: string;
  readonly note: string;
  readonly send: (reason: string) => Promise<unknown>;
  readonly close: () => void;
  /** More fields above the reason. */
  readonly children?: ReactNode;
}

/** Asks for the reason of a step; the message of the server stays here when it is rejected. */
export function ReasonSheet({ title, note, send, close, children }: Props) {
  const [reason, setReason] = useState('');
  const work = useMutation({ mutationFn: () => send(reason.trim()), onSuccess: close });
  return (
    <Sheet
      title={title}
      close={close}
      foot={
        <button type="submit" form="teach-reason" className="button button-fill button-tall button-wide" disabled={work.isPending}>
          {work.isPending ? '正在提交…' : title}
        </button>
      }
    >
      <form
        id="teach-reason"
        className="teach-form"
        onSubmit={(event) => {
          event.preventDefault();
          work.mutate();
        }}
      >
        {note ? <p className="meta">{note}</p> : null}
        {children}
        <label>
          原因
          <textarea rows={3} value={reason} required maxLength={TEACHING.reason} onChange={(event) => setReason(event.target.value)} />
        </label>
        <Wrong error={work.error} />
      </form>
    </Sheet>
  );
}
