import { lazy, Suspense, useId, type ReactNode } from 'react';
import { Button, Input, Select } from 'antd';
import { rawText, rawValue } from '../raw-value.ts';
import { Line, PlainLine, type LineProps } from './plain-line.tsx';
import type { RowEditor } from './property-rows.ts';

const ColourInput = lazy(async () => ({ default: (await import('./colour-input.tsx')).ColourInput }));

interface Props extends LineProps<Exclude<RowEditor, { kind: 'own' }>> {
  readonly onIcon?: () => void;
}

/** A line with one of the plain editors. */
export function PropertyLine({ onIcon, ...props }: Props) {
  const { label, editor, value, mixed = false, id, problem = null, onChange } = props;
  const own = useId();
  const control = id ?? own;
  const hint = mixed ? '多个值' : 'hint' in editor ? editor.hint : undefined;
  if (editor.kind === 'text' || editor.kind === 'number' || editor.kind === 'switch' || editor.kind === 'segments')
    return <PlainLine {...props} editor={editor} />;
  const inside = (): ReactNode => {
    switch (editor.kind) {
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
