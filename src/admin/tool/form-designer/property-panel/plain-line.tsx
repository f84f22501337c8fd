import { useId, type ReactNode } from 'react';
import { Input, InputNumber, Segmented, Switch } from 'antd';
import { rawText } from '../raw-value.ts';
import type { RowEditor } from './property-rows.ts';

/** A title with its control; the control is wide, or below the title. */
export function Line({
  label,
  htmlFor,
  problem,
  wide,
  children,
}: {
  label: string;
  htmlFor?: string;
  problem?: string | null;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={wide ? 'fd-prop wide' : 'fd-prop'}>
      <label {...(htmlFor ? { htmlFor } : {})}>{label}</label>
      <div className="fd-prop-control">
        {children}
        {problem ? (
          <span className="fd-problem" role="alert">
            {problem}
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** Editors that the settings of the form use too. */
export type PlainEditor = Extract<RowEditor, { kind: 'text' | 'number' | 'switch' | 'segments' }>;

export interface LineProps<E> {
  readonly label: string;
  readonly editor: E;
  readonly value: unknown;
  /** The selected fields have different values. */
  readonly mixed?: boolean;
  readonly id?: string;
  readonly problem?: string | null;
  readonly onChange: (value: unknown) => void;
}

/** A line with a text, a number, a switch or a few choices. */
export function PlainLine({ label, editor, value, mixed = false, id, problem = null, onChange }: LineProps<PlainEditor>) {
  const own = useId();
  const control = id ?? own;
  const hint = mixed ? '多个值' : 'hint' in editor ? editor.hint : undefined;
  const state = problem ? ({ status: 'error' } as const) : {};
  const inside = (): ReactNode => {
    switch (editor.kind) {
      case 'text':
        return (
          <Input
            {...state}
            id={control}
            size="small"
            value={typeof value === 'string' ? value : rawText(value)}
            maxLength={editor.max ?? 100}
            {...(hint ? { placeholder: hint } : {})}
            {...(editor.mono ? { className: 'code' } : {})}
            onChange={(event) => onChange(event.target.value)}
          />
        );
      case 'number':
        return (
          <InputNumber
            {...state}
            id={control}
            size="small"
            style={{ width: '100%' }}
            value={typeof value === 'number' ? value : null}
            {...(editor.min === undefined ? {} : { min: editor.min })}
            {...(editor.max === undefined ? {} : { max: editor.max })}
            {...(editor.whole ? { precision: 0 } : {})}
            {...(hint ? { placeholder: hint } : {})}
            onChange={(next) => onChange(typeof next === 'number' ? next : null)}
          />
        );
      case 'switch':
        return <Switch id={control} size="small" checked={value === true} onChange={onChange} />;
      case 'segments':
        return (
          <Segmented
            id={control}
            aria-label={label}
            size="small"
            block
            value={mixed ? '' : (value as string)}
            options={editor.choices.map((one) => ({ label: one.label, value: one.value as string }))}
            onChange={(next) => onChange(next)}
          />
        );
    }
  };
  return (
    <Line label={label} htmlFor={control} problem={problem}>
      {inside()}
    </Line>
  );
}
