import { lazy, Suspense, useId, useState } from 'react';
import { Input, InputNumber, Select, Slider, Switch } from 'antd';
import type { FormField } from '../../../../../contract/workflow/form-content.ts';
import { useStore } from '../designer.store.ts';
import { rawDefault, rawText } from '../raw-value.ts';
import { Line } from './plain-line.tsx';

const ColourInput = lazy(async () => ({ default: (await import('./colour-input.tsx')).ColourInput }));
const CascaderDefault = lazy(async () => ({ default: (await import('./rare-defaults.tsx')).CascaderDefault }));
const RateDefault = lazy(async () => ({ default: (await import('./rare-defaults.tsx')).RateDefault }));

/** The control itself for kinds whose value is easier to choose than to type. */
function Control({ field, onChange, id }: { field: FormField; onChange: (value: unknown) => void; id: string }) {
  const { defaultValue: value } = field;
  const options = (field.options ?? []).map((one) => ({ value: one.value as string, label: one.label }));
  switch (field.tagIcon) {
    case 'select':
    case 'radio':
    case 'checkbox': {
      const many = field.tagIcon === 'checkbox' || field['multiple'] === true;
      return (
        <Select
          id={id}
          size="small"
          style={{ width: '100%' }}
          allowClear
          placeholder="没有默认值"
          {...(many ? { mode: 'multiple' as const, value: Array.isArray(value) ? value : [] } : { value: value === '' ? null : value })}
          options={options}
          onChange={(next: unknown) => onChange(many ? (next ?? []) : next)}
        />
      );
    }
    case 'cascader':
      return (
        <Suspense fallback={null}>
          <CascaderDefault field={field} onChange={onChange} id={id} />
        </Suspense>
      );
    case 'switch':
      return (
        <Switch
          id={id}
          size="small"
          checked={value === field['active-value']}
          onChange={(on) => onChange(on ? field['active-value'] : field['inactive-value'])}
        />
      );
    case 'rate':
      return (
        <Suspense fallback={null}>
          <RateDefault field={field} onChange={onChange} />
        </Suspense>
      );
    case 'slider': {
      const limits = { min: Number(field['min'] ?? 0), max: Number(field['max'] ?? 100), step: Number(field['step'] ?? 1) };
      return Array.isArray(value) ? (
        <Slider {...limits} range value={value as number[]} onChange={onChange} />
      ) : (
        <Slider {...limits} value={typeof value === 'number' ? value : limits.min} onChange={onChange} ariaLabelForHandle="默认值" />
      );
    }
    case 'number':
      return (
        <InputNumber
          id={id}
          size="small"
          style={{ width: '100%' }}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    case 'color':
      return (
        <Suspense fallback={null}>
          <ColourInput value={value} onChange={onChange} />
        </Suspense>
      );
    default:
      return null;
  }
}

const TYPED = new Set(['input', 'textarea', 'password', 'number']);

/** The default value: the control, and the raw value as text. */
export function DefaultLine({ field, label }: { field: FormField; label: string }) {
  const store = useStore();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const set = (value: unknown): void => store.edit([field.formId], 'defaultValue', value);
  const empty = Array.isArray(field.defaultValue) ? [] : undefined;
  const leave = (): void => {
    if (typed !== null) {
      const text = field.tagIcon === 'input' || field.tagIcon === 'textarea' || field.tagIcon === 'password';
      const isRange = field.tagIcon === 'time-range' || field.tagIcon === 'date-range';
      set(text ? typed || undefined : typed === '' ? empty : rawDefault(typed, isRange ? [] : field.defaultValue));
    }
    setTyped(null);
  };
  return (
    <Line label={label} htmlFor={TYPED.has(field.tagIcon) ? `${id}-raw` : id}>
      {TYPED.has(field.tagIcon) ? null : <Control field={field} onChange={set} id={id} />}
      <Input
        id={`${id}-raw`}
        size="small"
        className="code"
        aria-label={`${label}的原始值`}
        placeholder="没有默认值"
        value={typed ?? rawText(field.defaultValue)}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={leave}
        onBlur={leave}
      />
    </Line>
  );
}
