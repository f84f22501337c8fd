import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { displayOrder } from '../../contract/textbook/display-order.ts';
import type { BlankKey, KeyPart, ShownBlank, ShownPart } from '../../contract/textbook/question-kind.ts';
import { PartMark } from './question-result.tsx';
import type { PartProps } from './part-props.ts';
import { plainText } from './stem.tsx';

type Fill = Extract<ShownPart, { kind: 'fill' }>;
type Texts = Readonly<Record<string, string>>;

const MODES = { text: 'text', number: 'text', pinyin: 'text', choice: 'none' } as const;
const PLACES = /\[\[([0-9a-zA-Z]{1,16})\]\]/g;

/** What is printed as the answer: the keys that are not hidden. */
export function printedKey(key: BlankKey, blank: ShownBlank | undefined): string {
  if (key.value !== undefined) return key.tolerance ? `${key.value}±${key.tolerance}${key.relative ? '（相对）' : ''}` : key.value;
  if (key.from !== undefined || key.to !== undefined) return `${key.from ?? ''}～${key.to ?? ''}`;
  if (blank?.type === 'choice') return plainText(blank.choices?.find(({ id }) => id === key.text)?.html ?? '');
  return key.text ?? '';
}

/** Blanks inside the stem. The stem is HTML, so each blank is drawn into the place that is marked for it. */
export function FillPart({ shown, answer, onChange, disabled, order, judged, keyPart }: PartProps<Fill, Texts, Extract<KeyPart, { kind: 'fill' }>>) {
  const [box, setBox] = useState<Element | null>(null);
  const html = useMemo(() => shown.stem.replace(PLACES, (_all, id: string) => `<span data-blank="${id}"></span>`), [shown.stem]);
  const places = useMemo(
    () => new Map([...(box?.querySelectorAll('[data-blank]') ?? [])].map((place) => [place.getAttribute('data-blank'), place])),
    [box],
  );
  const change = (id: string, text: string): void => {
    const next = { ...answer, [id]: text };
    onChange(Object.values(next).some((one) => one !== '') ? next : null);
  };
  return (
    <div className="question-fill">
      <span className="question-kind">填空</span>
      <div key={html} ref={setBox} className="question-html question-stem" dangerouslySetInnerHTML={{ __html: html }} />
      {shown.blanks.map((blank, at) => {
        const place = places.get(blank.id);
        const result = judged?.parts[blank.id];
        const keys = keyPart?.blanks.find(({ id }) => id === blank.id)?.keys.filter(({ hidden }) => !hidden) ?? [];
        const field = (
          <span className="question-blank">
            <Blank
              blank={blank}
              name={`第${at + 1}空`}
              value={answer?.[blank.id] ?? ''}
              change={(text) => change(blank.id, text)}
              disabled={disabled}
              order={order}
            />
            {result ? <PartMark share={result.share} hint={result.hint} /> : null}
            {keys.length > 0 ? <span className="question-key">答案：{keys.map((key) => printedKey(key, blank)).join(' / ')}</span> : null}
          </span>
        );
        return place ? createPortal(field, place, blank.id) : null;
      })}
    </div>
  );
}

interface BlankProps {
  readonly blank: ShownBlank;
  readonly name: string;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly disabled: boolean;
  readonly order: string;
}

function Blank({ blank, name, value, change, disabled, order }: BlankProps) {
  /** Text of an input method that is not finished: shown, but not an answer yet. */
  const [composing, setComposing] = useState<string | null>(null);
  if (blank.type === 'choice') {
    const choices = order === '' ? (blank.choices ?? []) : displayOrder(blank.choices ?? [], order);
    return (
      <select aria-label={name} value={value} disabled={disabled} onChange={(event) => change(event.target.value)}>
        <option value="">请选择</option>
        {choices.map(({ id, html }) => (
          <option key={id} value={id}>
            {plainText(html)}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      aria-label={name}
      value={composing ?? value}
      disabled={disabled}
      inputMode={MODES[blank.type]}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={1000}
      size={Math.min(24, Math.max(6, (composing ?? value).length + 2))}
      placeholder={blank.type === 'pinyin' ? 'lǜ 或 lv4' : ''}
      onCompositionStart={(event) => setComposing(event.currentTarget.value)}
      onCompositionEnd={(event) => {
        setComposing(null);
        change(event.currentTarget.value);
      }}
      onChange={(event) => (composing === null ? change(event.target.value) : setComposing(event.target.value))}
    />
  );
}
