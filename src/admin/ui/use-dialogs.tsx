import { useMemo } from 'react';
import { App, Input } from 'antd';
import { DIALOG, messageFor, type FailureMessage } from '../../api/failure-table.ts';

type Kind = 'info' | 'success' | 'warning' | 'error';

export interface Dialogs {
  /** Shows a message that disappears automatically. */
  message(words: string, kind?: Kind): void;
  /** Resolves when the user closes it. */
  alert(words: string, kind?: Kind): Promise<void>;
  notify(words: string, kind?: Kind): void;
  /** Resolves to true when the user confirms. */
  confirm(words: string): Promise<boolean>;
  /** Resolves to the input, or null when the user cancels. */
  prompt(words: string, before?: string): Promise<string | null>;
  /** Shows an entry of the table of failures or successes. */
  say(messageText: FailureMessage, kind?: Kind): void;
  /** Shows why a call failed; an ended session has a separate dialog. */
  sayFailure(error: unknown): void;
}

/** The application's dialogs, with the same titles and buttons. */
export function useDialogs(): Dialogs {
  const { message, modal, notification } = App.useApp();
  return useMemo(() => {
    const say = (messageText: FailureMessage, kind: Kind = 'error'): void => {
      const duration = messageText.seconds === undefined ? {} : { duration: messageText.seconds };
      if (messageText.channel === 'dialog')
        void modal[kind]({ title: messageText.title ?? DIALOG.title, content: messageText.words, okText: messageText.button ?? DIALOG.confirm });
      else if (messageText.channel === 'notification')
        notification[kind]({ title: messageText.title, description: messageText.words || undefined, ...duration });
      else void message.open({ type: kind, content: messageText.words, ...duration });
    };
    return {
      message: (words, kind = 'info') => void message.open({ type: kind, content: words }),
      alert: (words, kind = 'info') =>
        new Promise((resolve) => void modal[kind]({ title: DIALOG.title, content: words, okText: DIALOG.confirm, afterClose: resolve })),
      notify: (words, kind = 'info') => notification[kind]({ title: DIALOG.title, description: words }),
      confirm: (words) =>
        new Promise((resolve) => {
          const done = (agreed: boolean) => () => resolve(agreed);
          void modal.confirm({
            title: DIALOG.title,
            content: words,
            okText: DIALOG.confirm,
            cancelText: DIALOG.cancel,
            onOk: done(true),
            onCancel: done(false),
          });
        }),
      prompt: (words, before = '') =>
        new Promise((resolve) => {
          let typed = before;
          void modal.confirm({
            title: DIALOG.title,
            content: (
              <label>
                {words}
                <Input defaultValue={before} onChange={(event) => (typed = event.target.value)} />
              </label>
            ),
            okText: DIALOG.confirm,
            cancelText: DIALOG.cancel,
            onOk: () => resolve(typed),
            onCancel: () => resolve(null),
          });
        }),
      say,
      sayFailure: (error) => {
        const messageText = messageFor(error);
        if (messageText) say(messageText);
      },
    };
  }, [message, modal, notification]);
}
