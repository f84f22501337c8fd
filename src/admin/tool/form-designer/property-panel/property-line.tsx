import { lazy, Suspense, useId, type ReactNode } from 'react';
import { Button, Input, InputNumber, Segmented, Select, Switch } from 'antd';
import { rawText, rawValue } from '../raw-value.ts';
import type { RowEditor } from './property-rows.ts';

const ColourInput = lazy(async () => ({ default: (await import('./colour-input.tsx')).ColourInput }));

interface Props {
  readonly label: string;
  readonly editor: Exclude<RowEditor, { kind: 'own' }>;
  readonly value: unknown;
  /** The selected fields have different values. */
  readonly mixed?: boolean;
  readonly id?: string;
  readonly problem?: string | null;
  readonly onChange: (value: unknown) => void;
  readonly onIcon?: () => void;
}

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

/** A line with one of the plain editors. */
export function PropertyLine({ label, editor, value, mixed = false, id, problem = null, onChange, onIcon }: Props) {
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
      case 'choice':
        return (
          <Select
            id={control}
            size="small"
            style={{ width: '100%' }}
            value={mixed ? null : (value as string)}
            {...(hint ? { placeholder: hint } : {})}
            options={editor.choices.map((one) => ({ ...one }))}
            onChange={(next: unknown) => onChange(next)}
          />
        );
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
      case 'raw':
        return (
          <Input id={control} size="small" className="code" value={rawText(value)} onChange={(event) => onChange(rawValue(event.target.value))} />
        );
      case 'colour':
        return (
          <Suspense fallback={null}>
            <ColourInput value={value} onChange={onChange} />
          </Suspense>
        );
      case 'icon':
        return (
          <span className="fd-icon-input">
            <Input id={control} size="small" className="code" value={rawText(value)} allowClear onChange={(event) => onChange(event.target.value)} />
            <Button size="small" onClick={() => onIcon?.()}>
              选择
            </Button>
          </span>
        );
    }
  };
  return (
    <Line label={label} htmlFor={control} problem={problem}>
      {inside()}
    </Line>
  );
}
