import { Button, Cascader, Checkbox, Radio, Select } from 'antd';
import type { FormOption, OptionValue } from '../../../contract/workflow/form-content.ts';
import { cascaderProps } from '../../../contract/workflow/form-value.ts';
import { useFieldOptions } from '../../form-renderer/use-filled-form.ts';
import { describedBy, flagAttribute, numberAttribute, textAttribute, widthOf, type ControlProps } from './control-props.ts';

/** Above this number the list is drawn in parts while scrolling. */
const VIRTUAL_FROM = 200;
/** antd accepts texts and numbers as values; booleans are replaced by their place in the list. */
const keyOf = (value: unknown): string | number => (typeof value === 'number' || typeof value === 'string' ? value : `:${String(value)}`);
const valueOf = (options: readonly FormOption[], key: unknown): OptionValue | undefined => options.find((one) => keyOf(one.value) === key)?.value;

export function Retry({ onClick }: { onClick: () => void }) {
  return (
    <Button type="link" danger onClick={onClick} style={{ padding: 0 }}>
      选项加载失败，点击重试
    </Button>
  );
}

const items = (options: readonly FormOption[]) =>
  options.map(({ label, value, disabled }) => ({ label, value: keyOf(value), disabled: disabled === true }));

export function SelectControl({ field, state, place }: ControlProps) {
  const { options, retry } = useFieldOptions(field);
  if (options.state === 'failed') return <Retry onClick={retry} />;
  const list = options.state === 'ready' ? options.options : [];
  const multiple = flagAttribute(field, 'multiple');
  const value = state.value;
  const shown = multiple
    ? Array.isArray(value)
      ? value.map(keyOf)
      : []
    : value === null || value === undefined || value === ''
      ? undefined
      : keyOf(value);
  return (
    <Select<unknown>
      id={state.id}
      value={shown}
      options={items(list)}
      placeholder={textAttribute(field, 'placeholder')}
      loading={options.state === 'loading'}
      allowClear={flagAttribute(field, 'clearable')}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      showSearch={flagAttribute(field, 'filterable') ? { optionFilterProp: 'label' } : false}
      virtual={list.length > VIRTUAL_FROM}
      style={{ width: '100%', ...widthOf(field) }}
      onChange={(next: unknown) =>
        state.change(multiple ? (next as unknown[]).map((key) => valueOf(list, key)) : next === undefined ? null : valueOf(list, next))
      }
      {...(place ? { 'aria-label': `第${place.row + 1}行 ${field.label}` } : {})}
      {...describedBy(state)}
    />
  );
}

interface Node {
  value: string | number;
  label: string;
  disabled: boolean;
  children?: Node[];
}
const nodes = (options: readonly FormOption[]): Node[] =>
  options.map(({ label, value, disabled, children }) => ({
    label,
    value: keyOf(value),
    disabled: disabled === true,
    ...(children ? { children: nodes(children) } : {}),
  }));

/** Returns the values along a path of keys. */
function pathOf(options: readonly FormOption[], keys: readonly unknown[]): unknown[] {
  const path: unknown[] = [];
  let level = options;
  for (const key of keys) {
    const node = level.find((one) => keyOf(one.value) === key);
    path.push(node?.value ?? key);
    level = node?.children ?? [];
  }
  return path;
}

export function CascaderControl({ field, state }: ControlProps) {
  const { options, retry } = useFieldOptions(field);
  if (options.state === 'failed') return <Retry onClick={retry} />;
  const list = options.state === 'ready' ? options.options : [];
  const { multiple, checkStrictly } = cascaderProps(field);
  const value = Array.isArray(state.value) ? (state.value as unknown[]) : [];
  const last = field['show-all-levels'] === false;
  const separator = textAttribute(field, 'separator') || '/';
  const shared = {
    id: state.id,
    options: nodes(list),
    placeholder: textAttribute(field, 'placeholder'),
    loading: options.state === 'loading',
    allowClear: flagAttribute(field, 'clearable'),
    showSearch: flagAttribute(field, 'filterable'),
    changeOnSelect: checkStrictly,
    displayRender: (labels: string[]) => (last ? (labels.at(-1) ?? '') : labels.join(` ${separator.trim()} `)),
    style: { width: '100%', ...widthOf(field) },
    ...describedBy(state),
  };
  if (!multiple)
    return <Cascader {...shared} value={value.map(keyOf)} onChange={(keys) => state.change(pathOf(list, (keys as unknown[] | undefined) ?? []))} />;
  const paths = value.filter((path): path is unknown[] => Array.isArray(path)).map((path) => path.map(keyOf));
  return (
    <Cascader
      {...shared}
      multiple
      showCheckedStrategy={Cascader.SHOW_CHILD}
      value={paths}
      onChange={(chosen) => state.change(((chosen as unknown[][] | undefined) ?? []).map((keys) => pathOf(list, keys)))}
    />
  );
}

export function RadioControl({ field, state, place }: ControlProps) {
  const { options, retry } = useFieldOptions(field);
  if (options.state === 'failed') return <Retry onClick={retry} />;
  const list = options.state === 'ready' ? options.options : [];
  const button = textAttribute(field, 'optionType') === 'button';
  return (
    <Radio.Group
      id={state.id}
      className={flagAttribute(field, 'border') && !button ? 'form-framed' : ''}
      value={keyOf(state.value)}
      {...(button ? { optionType: 'button' as const } : {})}
      onChange={(event) => state.change(valueOf(list, event.target.value))}
      options={items(list)}
      {...(place ? { 'aria-label': `第${place.row + 1}行 ${field.label}` } : { 'aria-label': field.label })}
    />
  );
}

export function CheckboxControl({ field, state }: ControlProps) {
  const { options, retry } = useFieldOptions(field);
  if (options.state === 'failed') return <Retry onClick={retry} />;
  const list = options.state === 'ready' ? options.options : [];
  const chosen = Array.isArray(state.value) ? (state.value as unknown[]) : [];
  const max = numberAttribute(field, 'max');
  const full = max !== undefined && max > 0 && chosen.length >= max;
  // Values keep the order of the options.
  const change = (values: readonly unknown[]) => state.change(list.map(({ value }) => value).filter((value) => values.includes(value)));
  if (textAttribute(field, 'optionType') === 'button')
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would draw its own frame
      <div role="group" aria-label={field.label} id={state.id} className="form-tags">
        {list.map(({ label, value, disabled }) => {
          const on = chosen.includes(value);
          const off = disabled === true || (full && !on);
          const toggle = () => !off && change(on ? chosen.filter((one) => one !== value) : [...chosen, value]);
          return (
            <button
              type="button"
              key={`${typeof value} ${String(value)}`}
              className={on ? 'form-tag on' : 'form-tag'}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native checkbox cannot look like a button
              role="checkbox"
              aria-checked={on}
              aria-disabled={off}
              onClick={toggle}
            >
              {label}
            </button>
          );
        })}
      </div>
    );
  return (
    <Checkbox.Group
      className={flagAttribute(field, 'border') ? 'form-framed' : ''}
      value={chosen.map(keyOf)}
      onChange={(keys) => change(keys.map((key) => valueOf(list, key)))}
      options={items(list).map((item) => ({ ...item, disabled: item.disabled || (full && !chosen.map(keyOf).includes(item.value)) }))}
      aria-label={field.label}
    />
  );
}
