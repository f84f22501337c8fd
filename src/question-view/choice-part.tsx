import { useId } from 'react';
import { displayOrder, letterOf } from '../../contract/textbook/display-order.ts';
import type { KeyPart, ShownPart } from '../../contract/textbook/question-kind.ts';
import { Mark } from './question-result.tsx';
import type { PartProps } from './part-props.ts';
import { Html, Stem } from './stem.tsx';

type Options = Extract<ShownPart, { kind: 'single' | 'multi' }>;
type OptionsKey = Extract<KeyPart, { kind: 'single' | 'multi' }>;
type Chosen = string | readonly string[];

const isChosen = (answer: Chosen | null, id: string): boolean => (typeof answer === 'string' ? answer === id : (answer ?? []).includes(id));

/** Options with native radio buttons or check boxes, so that arrows, space and screen readers work as everywhere. */
export function ChoicePart({ shown, answer, onChange, disabled, order, judged, keyPart }: PartProps<Options, Chosen, OptionsKey>) {
  const name = useId();
  const options = order === '' ? shown.options : displayOrder(shown.options, order);
  const several = shown.kind === 'multi';
  const choose = (id: string): void => {
    if (!several) return onChange(id);
    const before = Array.isArray(answer) ? answer : [];
    const next = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
    return onChange(next.length === 0 ? null : next);
  };
  return (
    <fieldset className="question-options" disabled={disabled}>
      <legend>
        <span className="question-kind">{several ? '多选' : '单选'}</span>
        <Stem html={shown.stem} />
      </legend>
      {options.map((option, at) => {
        const chosen = isChosen(answer, option.id);
        const right = keyPart?.right.includes(option.id) ?? false;
        const feedback = chosen ? keyPart?.feedback?.[option.id] : '';
        return (
          <label key={option.id} className={`question-option${chosen ? ' question-chosen' : ''}`}>
            <input type={several ? 'checkbox' : 'radio'} name={name} checked={chosen} onChange={() => choose(option.id)} />
            <span className="question-letter">{letterOf(at)}</span>
            <span className="question-option-text">
              <Html html={option.html} />
              {keyPart && right ? <Mark right word="正确答案" /> : null}
              {keyPart && chosen && !right ? <Mark right={false} word="选错了" /> : null}
              {!keyPart && judged && chosen && !several ? <Mark right={judged.verdict === 'right'} /> : null}
              {feedback ? <span className="question-html question-note" dangerouslySetInnerHTML={{ __html: feedback }} /> : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

type Judge = Extract<ShownPart, { kind: 'judge' }>;

export function JudgePart({ shown, answer, onChange, disabled, judged, keyPart }: PartProps<Judge, boolean, Extract<KeyPart, { kind: 'judge' }>>) {
  const name = useId();
  return (
    <fieldset className="question-options" disabled={disabled}>
      <legend>
        <span className="question-kind">判断</span>
        <Stem html={shown.stem} />
      </legend>
      {[true, false].map((value) => (
        <label key={String(value)} className={`question-option${answer === value ? ' question-chosen' : ''}`}>
          <input type="radio" name={name} checked={answer === value} onChange={() => onChange(value)} />
          <span className="question-option-text">
            {value ? '正确' : '错误'}
            {keyPart && keyPart.right === value ? <Mark right word="答案" /> : null}
            {judged && answer === value && (!keyPart || keyPart.right !== value) ? (
              <Mark right={judged.verdict === 'right'} word={judged.verdict === 'right' ? '判断对了' : '判断错了'} />
            ) : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
