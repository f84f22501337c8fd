import type { MergedItem } from '../../../../contract/teaching/attempt-journal.ts';
import { answerText } from '../../../../contract/textbook/answer/answer-text.ts';
import type { Answer, ShownQuestion } from '../../../../contract/textbook/question-kind.ts';

interface Props {
  readonly shown: ShownQuestion;
  readonly merged: MergedItem | undefined;
  readonly choose: (answer: Answer) => void;
}

/** Answers that another device wrote without knowing of this one: the student chooses. */
export function OtherAnswers({ shown, merged, choose }: Props) {
  if (!merged || merged.others.length === 0) return null;
  return (
    <aside className="attempt-others">
      <p>另一台设备上还有一份答案</p>
      {merged.others.map(({ answer, by, seq }) => (
        <p key={`${by} ${seq}`}>
          <span className="attempt-other-text">{answer === null ? '（空）' : answerText(shown, answer as Answer)}</span>
          <button type="button" className="button button-wash" onClick={() => choose(answer as Answer)}>
            用那份
          </button>
        </p>
      ))}
      <button type="button" className="button button-line" onClick={() => choose(merged.answer as Answer)}>
        用这份
      </button>
    </aside>
  );
}
