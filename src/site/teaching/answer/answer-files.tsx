import { useSnapshot } from 'valtio/react';
import { answerFile } from '../../../../contract/teaching/attempt.ts';
import type { Answer } from '../../../../contract/textbook/question-kind.ts';
import { filesOfAnswer } from '../../../../contract/textbook/upload-answer.ts';
import { receiveFile } from '../../../api/receive-file.ts';
import { answerBlob, answerFilePath } from '../../../attempts/answer-files.ts';
import { AnswerFileView } from '../../../question-view/answer-file-view.tsx';
import { session } from '../../../session/session.store.ts';
import { toastError } from '../../frame/dialogs.ts';

/** Photos that can be turned, recordings at several speeds, and files to save. */
export function AnswerFiles({ attemptKey, answer }: { attemptKey: string; answer: Answer | null }) {
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : 0;
  const files = filesOfAnswer(answer);
  if (files.length === 0) return null;
  return (
    <div className="answer-files">
      {files.map(({ ref, kind }, at) =>
        kind === 'file' ? (
          <button
            key={ref}
            type="button"
            className="button button-line"
            onClick={() => void receiveFile({ method: answerFile.method, path: answerFilePath(attemptKey, ref) }).catch(toastError)}
          >
            下载第{at + 1}个文件
          </button>
        ) : (
          <AnswerFileView key={ref} kind={kind} no={at + 1} load={() => answerBlob(userId, attemptKey, ref)} />
        ),
      )}
    </div>
  );
}
