import type { Judged } from '../../contract/textbook/question-kind.ts';
import { BLANK_HINTS } from '../../contract/textbook/blank-hints.ts';

const VERDICTS: Readonly<Record<Judged['verdict'], readonly [sign: string, word: string]>> = {
  right: ['✓', '答对了'],
  part: ['◐', '部分正确'],
  wrong: ['✗', '答错了'],
  empty: ['–', '未作答'],
  manual: ['…', '待老师批改'],
};

/** Right or wrong by sign and word, never by colour alone. */
export function Verdict({ judged: { verdict } }: { judged: Judged }) {
  const [sign, word] = VERDICTS[verdict];
  return (
    <output className={`question-verdict question-${verdict}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </output>
  );
}

/** The result of an option, a blank, a pair or a place. */
export function Mark({ right, word }: { right: boolean; word?: string }) {
  return (
    <span className={`question-mark question-${right ? 'right' : 'wrong'}`}>
      <span aria-hidden="true">{right ? '✓' : '✗'}</span> {word ?? (right ? '正确' : '错误')}
    </span>
  );
}

/** Sign and word of a share of a part, with the hint. */
export function PartMark({ share, hint }: { share: number; hint: string }) {
  const help = hint in BLANK_HINTS ? BLANK_HINTS[hint as keyof typeof BLANK_HINTS] : '';
  const word = share === 10_000 ? '正确' : share > 0 ? `得${share / 100}%` : '错误';
  return <Mark right={share > 0} word={help ? `${word}，${help}` : word} />;
}

export function Explanation({ html }: { html: string }) {
  if (html === '') return null;
  return (
    <div className="question-explanation">
      <strong>解析</strong>
      <div className="question-html" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
