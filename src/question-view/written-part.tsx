import { useId, useState } from 'react';
import type { ShownPart } from '../../contract/textbook/question-kind.ts';
import type { PartProps } from './part-props.ts';
import { Stem } from './stem.tsx';

type Short = Extract<ShownPart, { kind: 'short' }>;

export function ShortPart({ shown, answer, onChange, disabled }: PartProps<Short, string, null>) {
  const id = useId();
  const [composing, setComposing] = useState<string | null>(null);
  const text = composing ?? answer ?? '';
  const save = (value: string): void => onChange(value === '' ? null : value);
  return (
    <div className="question-short">
      <span className="question-kind">简答</span>
      <Stem html={shown.stem} />
      <label htmlFor={id} className="question-hidden">
        您的回答
      </label>
      <textarea
        id={id}
        rows={6}
        value={text}
        disabled={disabled}
        maxLength={shown.maxLength}
        onCompositionStart={(event) => setComposing(event.currentTarget.value)}
        onCompositionEnd={(event) => {
          setComposing(null);
          save(event.currentTarget.value);
        }}
        onChange={(event) => (composing === null ? save(event.target.value) : setComposing(event.target.value))}
      />
      <p className="question-note">
        {[...text].length} / {shown.maxLength}字
      </p>
    </div>
  );
}
