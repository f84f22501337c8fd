import type { ReactNode } from 'react';
import { isUpload } from '../../contract/textbook/upload-answer.ts';
import type { Answer, Judged, KeyPart, PartAnswer, QuestionKey, ShownPart, ShownQuestion } from '../../contract/textbook/question-kind.ts';
import { ChoicePart, JudgePart } from './choice-part.tsx';
import { FillPart } from './fill-part.tsx';
import { MatchPart } from './match-part.tsx';
import { OrderPart } from './order-part.tsx';
import type { AnswerFileAccess, PartProps } from './part-props.ts';
import { Explanation, Verdict } from './question-result.tsx';
import { Stem } from './stem.tsx';
import { UploadPart } from './upload-part.tsx';
import { useWideFormulas } from './use-wide-formulas.ts';
import { ShortPart } from './written-part.tsx';
import './formula.css';
import './question-view.css';

interface QuestionViewProps {
  readonly shown: ShownQuestion;
  readonly answer: Answer;
  readonly onChange: (answer: Answer) => void;
  readonly disabled?: boolean;
  /** The seed of the display order; '' keeps the order of the question. */
  readonly order: string;
  /** Shows right and wrong. */
  readonly judged?: Judged | null;
  /** Shows the key and the explanation. */
  readonly keyPart?: QuestionKey | null;
  /** Without it, answers by upload cannot be given. */
  readonly access?: AnswerFileAccess;
}

/** One question as a student sees it, of any kind: by tap, by keyboard and with select boxes. */
export function QuestionView({ shown, answer, onChange, disabled = false, order, judged = null, keyPart = null, access }: QuestionViewProps) {
  const box = useWideFormulas();
  if (shown.kind !== 'passage') {
    return (
      <PartView
        shown={shown}
        answer={answer}
        onChange={onChange}
        disabled={disabled}
        order={order}
        judged={judged}
        keyPart={keyPart?.kind === 'passage' ? null : keyPart}
        access={access}
      />
    );
  }
  const given: Readonly<Record<string, PartAnswer>> = isParts(answer) ? answer : {};
  const key = keyPart?.kind === 'passage' ? keyPart : null;
  return (
    <div ref={box} className="question">
      <Stem html={shown.stem} plays={shown.plays} />
      {judged ? <Verdict judged={judged} /> : null}
      <ol className="question-parts">
        {shown.parts.map((part, at) => (
          <li key={part.id} aria-label={`第${at + 1}小题`}>
            <PartView
              shown={part}
              answer={given[part.id] ?? null}
              onChange={(value) => onChange({ ...given, [part.id]: value })}
              disabled={disabled}
              order={order}
              judged={judged && partOf(judged, part.id)}
              keyPart={key?.parts[part.id] ?? null}
              access={access}
            />
          </li>
        ))}
      </ol>
      {key?.transcript ? (
        <details className="question-transcript">
          <summary>听力文稿</summary>
          <div className="question-html" dangerouslySetInnerHTML={{ __html: key.transcript }} />
        </details>
      ) : null}
      {key ? <Explanation html={key.explanation} /> : null}
    </div>
  );
}

const isParts = (answer: Answer): answer is Readonly<Record<string, PartAnswer>> =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer);

/** The result of one part of a passage. */
function partOf(judged: Judged, id: string): Judged | null {
  const result = judged.parts[id];
  if (!result) return null;
  const parts = Object.fromEntries(
    Object.entries(judged.parts).flatMap(([name, one]) => (name.startsWith(`${id}/`) ? [[name.slice(id.length + 1), one] as const] : [])),
  );
  return { verdict: result.share === 10_000 ? 'right' : result.share > 0 ? 'part' : 'wrong', score: 0, parts };
}

interface AnyPart extends Omit<PartProps<ShownPart, PartAnswer, KeyPart>, 'answer'> {
  readonly answer: Answer;
}

interface OnePart extends AnyPart {
  readonly access: AnswerFileAccess | undefined;
}

function PartView({ access, ...part }: OnePart) {
  const box = useWideFormulas();
  return (
    <div ref={box} className="question">
      {bodyOf(part, access)}
      {part.judged ? <Verdict judged={part.judged} /> : null}
      {part.keyPart ? <Explanation html={part.keyPart.explanation} /> : null}
    </div>
  );
}

const textsOf = (answer: Answer): Readonly<Record<string, string>> | null =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) && !('photos' in answer)
    ? (answer as Readonly<Record<string, string>>)
    : null;
const listOf = (answer: Answer): readonly string[] | null => (Array.isArray(answer) ? (answer as readonly string[]) : null);
const textOf = (answer: Answer): string | null => (typeof answer === 'string' ? answer : null);

function bodyOf({ shown, answer, keyPart, ...props }: AnyPart, access: AnswerFileAccess | undefined): ReactNode {
  const key = <K extends KeyPart['kind']>(kind: K): Extract<KeyPart, { kind: K }> | null =>
    keyPart?.kind === kind ? (keyPart as Extract<KeyPart, { kind: K }>) : null;
  switch (shown.kind) {
    case 'single':
    case 'multi':
      return (
        <ChoicePart
          {...props}
          shown={shown}
          answer={shown.kind === 'single' ? textOf(answer) : listOf(answer)}
          keyPart={key('single') ?? key('multi')}
        />
      );
    case 'judge':
      return <JudgePart {...props} shown={shown} answer={typeof answer === 'boolean' ? answer : null} keyPart={key('judge')} />;
    case 'fill':
      return <FillPart {...props} shown={shown} answer={textsOf(answer)} keyPart={key('fill')} />;
    case 'match':
      return <MatchPart {...props} shown={shown} answer={textsOf(answer)} keyPart={key('match')} />;
    case 'order':
      return <OrderPart {...props} shown={shown} answer={listOf(answer)} keyPart={key('order')} />;
    case 'short':
      return <ShortPart {...props} shown={shown} answer={textOf(answer)} keyPart={null} />;
    case 'upload':
      return <UploadPart {...props} shown={shown} answer={isUpload(answer) ? answer : null} keyPart={null} access={access} />;
    case 'text':
      return <Stem html={shown.stem} />;
  }
}
