import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { letterMachine } from '../../../contract/manuscript/letter.machine.ts';
import { letterFile } from '../../../contract/manuscript/press-document.ts';
import { withdrawLetter, type ManuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { call } from '../../api/call.ts';
import { errorMessage } from '../ui/error-message.ts';
import { FileButton } from '../ui/file-button.tsx';

/** The letters to the author; one that has not been sent is withdrawn here together with its decision. */
export function DecisionLetters({
  one,
  waiting = false,
}: {
  one: ManuscriptDetail;
  /** Only those that can still be withdrawn. */ waiting?: boolean;
}) {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const letters = waiting ? one.letters.filter(({ withdrawable }) => withdrawable) : one.letters;
  if (letters.length === 0) return null;
  const withdraw = async (letterId: number) => {
    try {
      await call(withdrawLetter, { params: { letterId } });
      void message.success('决定和信件都已撤回');
      await client.invalidateQueries();
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  return (
    <section className="manuscript-part" aria-label="给作者的信">
      <h2>给作者的信</h2>
      <ul className="part-list">
        {letters.map((letter) => (
          <li key={letter.letterId}>
            <details className="grow">
              <summary>{letter.subject}</summary>
              <blockquote className="transition-note">{letter.content}</blockquote>
            </details>
            <span className="soft">
              {letterMachine.states[letter.status].label}
              {letter.status === 'waiting' ? `，${letter.sendAt.slice(11, 16)} 送出` : ''}
            </span>
            {waiting ? null : <FileButton size="small" endpoint={letterFile} params={{ letterId: letter.letterId }} label="下载通知" />}
            {letter.withdrawable ? (
              <Button
                size="small"
                onClick={() =>
                  void modal.confirm({
                    title: '撤回决定和信件？',
                    content: '稿件回到作决定之前的环节，作者不会收到这封信。',
                    okText: '撤回',
                    cancelText: '取消',
                    onOk: () => withdraw(letter.letterId),
                  })
                }
              >
                撤回
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
