import { useState } from 'react';
import Cascader from 'antd-mobile/es/components/cascader';
import CheckList from 'antd-mobile/es/components/check-list';
import Picker from 'antd-mobile/es/components/picker';
import Popup from 'antd-mobile/es/components/popup';
import SearchBar from 'antd-mobile/es/components/search-bar';
import Selector from 'antd-mobile/es/components/selector';
import type { FormField, FormOption } from '../../../contract/workflow/form-content.ts';
import { displayText } from '../../../contract/workflow/form-display.ts';
import { kindOf } from '../../../contract/workflow/form-keys.ts';
import { isEmpty } from '../../../contract/workflow/form-plain.ts';
import { cascaderProps } from '../../../contract/workflow/form-value.ts';
import { useFieldOptions } from '../use-filled-form.ts';
import type { MobileControlProps } from './mobile-control-props.ts';
import { inOptionOrder, keyOf, valueOf } from './option-keys.ts';

/** More options are chosen in a list that opens. */
const SELECTOR_OPTIONS = 8;

export function Opener({ id, text, placeholder, onOpen }: { id: string; text: string; placeholder: string; onOpen: () => void }) {
  return (
    <button type="button" id={id} className={text === '' ? 'mf-opener empty' : 'mf-opener'} onClick={onOpen}>
      {text === '' ? placeholder : text}
    </button>
  );
}

/** The options of a field, and what is shown instead of the control while there are none. */
function useOptions(field: FormField): { options: readonly FormOption[]; instead: React.ReactNode } {
  const { options, retry } = useFieldOptions(field);
  if (options.state === 'ready') return { options: options.options, instead: null };
  const instead =
    options.state === 'loading' ? (
      <span className="mf-soft">选项加载中…</span>
    ) : (
      <button type="button" className="mf-retry" onClick={retry}>
        选项加载失败，点击重试
      </button>
    );
  return { options: [], instead };
}

const hint = (field: FormField): string =>
  typeof field['placeholder'] === 'string' && field['placeholder'] !== '' ? field['placeholder'] : `请选择${field.label}`;
const shownText = (field: FormField, value: unknown, options: readonly FormOption[]): string =>
  isEmpty(value) ? '' : displayText(field, value, options);

export function MobileSelect({ field, state }: MobileControlProps) {
  const { options, instead } = useOptions(field);
  const [open, setOpen] = useState(false);
  if (instead) return instead;
  if (field['multiple'] === true || field['filterable'] === true)
    return (
      <ListChoice field={field} options={options} value={state.value} id={state.id} several={field['multiple'] === true} onChange={state.change} />
    );
  return (
    <>
      <Opener id={state.id} text={shownText(field, state.value, options)} placeholder={hint(field)} onOpen={() => setOpen(true)} />
      <Picker
        destroyOnClose
        visible={open}
        title={field.label}
        columns={[options.filter(({ disabled }) => disabled !== true).map(({ label, value }) => ({ label, value: keyOf(value) }))]}
        value={isEmpty(state.value) ? [] : [keyOf(state.value)]}
        onClose={() => setOpen(false)}
        onConfirm={([key]) => state.change(key === null || key === undefined ? null : valueOf(options, key))}
      />
    </>
  );
}

interface ListChoiceProps {
  readonly field: FormField;
  readonly options: readonly FormOption[];
  readonly value: unknown;
  readonly id: string;
  readonly several: boolean;
  readonly onChange: (value: unknown) => void;
}

/** A list with a search box that opens from below. */
function ListChoice({ field, options, value, id, several, onChange }: ListChoiceProps) {
  const [open, setOpen] = useState(false);
  const [term, setTerm] = useState('');
  const chosen = several ? (Array.isArray(value) ? (value as unknown[]) : []) : isEmpty(value) ? [] : [value];
  const max = kindOf(field) === 'checkbox' && typeof field['max'] === 'number' && field['max'] > 0 ? field['max'] : Infinity;
  const change = (keys: readonly unknown[]) => {
    const values = keys.map((key) => valueOf(options, key));
    if (!several) {
      onChange(values[0] ?? null);
      setOpen(false);
    } else if (values.length <= max) onChange(inOptionOrder(options, values));
  };
  return (
    <>
      <Opener id={id} text={shownText(field, value, options)} placeholder={hint(field)} onOpen={() => setOpen(true)} />
      <Popup visible={open} onMaskClick={() => setOpen(false)} onClose={() => setOpen(false)} bodyClassName="mf-popup" destroyOnClose>
        <header>
          <strong>{field.label}</strong>
          <button type="button" onClick={() => setOpen(false)}>
            完成
          </button>
        </header>
        <SearchBar placeholder="搜索" value={term} onChange={setTerm} />
        <div className="mf-popup-list">
          <CheckList multiple={several} value={chosen.map(keyOf)} onChange={change}>
            {options
              .filter(({ label }) => label.includes(term.trim()))
              .map(({ label, value: one, disabled }) => (
                <CheckList.Item key={keyOf(one)} value={keyOf(one)} disabled={disabled === true}>
                  {label}
                </CheckList.Item>
              ))}
          </CheckList>
        </div>
      </Popup>
    </>
  );
}

export function MobileRadio({ field, state }: MobileControlProps) {
  const { options, instead } = useOptions(field);
  if (instead) return instead;
  if (options.length > SELECTOR_OPTIONS)
    return <ListChoice field={field} options={options} value={state.value} id={state.id} several={false} onChange={state.change} />;
  return (
    <Selector<string | number>
      options={options.map(({ label, value, disabled }) => ({ label, value: keyOf(value), disabled: disabled === true }))}
      value={isEmpty(state.value) ? [] : [keyOf(state.value)]}
      onChange={([key]) => state.change(key === undefined ? null : valueOf(options, key))}
    />
  );
}

export function MobileCheckbox({ field, state }: MobileControlProps) {
  const { options, instead } = useOptions(field);
  if (instead) return instead;
  const chosen = Array.isArray(state.value) ? (state.value as unknown[]) : [];
  const max = typeof field['max'] === 'number' && field['max'] > 0 ? field['max'] : Infinity;
  if (options.length > SELECTOR_OPTIONS)
    return <ListChoice field={field} options={options} value={chosen} id={state.id} several onChange={state.change} />;
  return (
    <Selector<string | number>
      multiple
      options={options.map(({ label, value, disabled }) => ({
        label,
        value: keyOf(value),
        disabled: disabled === true || (chosen.length >= max && !chosen.includes(value)),
      }))}
      value={chosen.map(keyOf)}
      onChange={(keys) =>
        state.change(
          inOptionOrder(
            options,
            keys.map((key) => valueOf(options, key)),
          ),
        )
      }
    />
  );
}

interface Node {
  label: string;
  value: string;
  disabled: boolean;
  children?: Node[];
}
/** Keys of a cascader are texts: the place of each node in its level. */
const nodes = (options: readonly FormOption[]): Node[] =>
  options.map(({ label, disabled, children }, at) => ({
    label,
    value: String(at),
    disabled: disabled === true,
    ...(children ? { children: nodes(children) } : {}),
  }));

function pathOf(options: readonly FormOption[], keys: readonly unknown[]): unknown[] {
  const path: unknown[] = [];
  let level = options;
  for (const key of keys) {
    const node = level[Number(key)];
    if (!node) break;
    path.push(node.value);
    level = node.children ?? [];
  }
  return path;
}

function keysOf(options: readonly FormOption[], path: readonly unknown[]): string[] {
  const keys: string[] = [];
  let level = options;
  for (const value of path) {
    const at = level.findIndex((one) => one.value === value);
    if (at === -1) break;
    keys.push(String(at));
    level = level[at]?.children ?? [];
  }
  return keys;
}

export function MobileCascader({ field, state }: MobileControlProps) {
  const { options, instead } = useOptions(field);
  const [open, setOpen] = useState(false);
  if (instead) return instead;
  const { multiple } = cascaderProps(field);
  const value = Array.isArray(state.value) ? (state.value as unknown[]) : [];
  const paths = multiple ? value.filter((path): path is unknown[] => Array.isArray(path)) : [];
  const confirm = (keys: readonly unknown[]) => {
    const path = pathOf(options, keys);
    if (path.length === 0) return;
    if (!multiple) return state.change(path);
    if (!paths.some((one) => JSON.stringify(one) === JSON.stringify(path))) state.change([...paths, path]);
  };
  return (
    <>
      {paths.map((path) => (
        <div key={JSON.stringify(path)} className="mf-chosen">
          <span>{displayText(field, [path], options)}</span>
          <button
            type="button"
            aria-label={`移除${displayText(field, [path], options)}`}
            onClick={() => state.change(paths.filter((one) => one !== path))}
          >
            移除
          </button>
        </div>
      ))}
      <Opener
        id={state.id}
        text={multiple ? '' : shownText(field, value, options)}
        placeholder={multiple ? `添加${field.label}` : hint(field)}
        onOpen={() => setOpen(true)}
      />
      <Cascader
        destroyOnClose
        visible={open}
        title={field.label}
        options={nodes(options)}
        value={multiple ? [] : keysOf(options, value)}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
      />
    </>
  );
}
