import { FORM_LIMITS, FormError, type FormOption, type OptionValue } from './form-content.ts';
import { isObject, isScalar, own, readBoolean, type Plain } from './form-plain.ts';

export interface OptionKeys {
  readonly label: string;
  readonly value: string;
  readonly children: string;
}

export const OPTION_KEYS: OptionKeys = { label: 'label', value: 'value', children: 'children' };

/** The names under which a field's data source keeps label, value and children. */
export function optionKeys(field: Plain): OptionKeys {
  const props = own(own(field, 'props'), 'props');
  const extension = own(field, 'shuzhou');
  const name = (key: keyof OptionKeys, ours: string): string => {
    const given = own(props, key) ?? own(extension, ours);
    return typeof given === 'string' && given !== '' ? given : OPTION_KEYS[key];
  };
  return { label: name('label', 'labelKey'), value: name('value', 'valueKey'), children: name('children', 'childrenKey') };
}

type Warn = (message: string) => void;

/** Reads a list of options. Entries without a usable value are left out, with a warning. */
export function readOptions(value: unknown, keys: OptionKeys, warn: Warn): FormOption[] {
  if (!Array.isArray(value)) return [];
  if (value.length > FORM_LIMITS.options) throw new FormError(`静态选项不能超过 ${FORM_LIMITS.options} 项，请改用动态数据`);
  return value.flatMap((one) => readOption(one, keys, warn) ?? []);
}

/** Reads a tree of options, for a cascader. */
export function readTree(value: unknown, keys: OptionKeys, warn: Warn): FormOption[] {
  let nodes = 0;
  const read = (list: unknown, depth: number): FormOption[] => {
    if (!Array.isArray(list)) return [];
    if (depth > FORM_LIMITS.treeDepth) throw new FormError(`级联选项不能超过 ${FORM_LIMITS.treeDepth} 级`);
    return list.flatMap((one) => {
      nodes += 1;
      if (nodes > FORM_LIMITS.treeNodes) throw new FormError(`级联选项不能超过 ${FORM_LIMITS.treeNodes} 项，请改用动态数据`);
      const option = readOption(one, keys, warn);
      if (!option) return [];
      const children = own(one, keys.children) ?? own(one, OPTION_KEYS.children);
      return [Array.isArray(children) && children.length > 0 ? { ...option, children: read(children, depth + 1) } : option];
    });
  };
  return read(value, 1);
}

function readOption(one: unknown, keys: OptionKeys, warn: Warn): FormOption | null {
  if (isScalar(one)) return { label: String(one), value: one };
  if (!isObject(one)) return null;
  const value = own(one, keys.value) ?? own(one, OPTION_KEYS.value);
  const label = own(one, keys.label) ?? own(one, OPTION_KEYS.label);
  if (!isScalar(value)) {
    warn(`选项「${isScalar(label) ? String(label) : ''}」没有可用的值，已去掉`);
    return null;
  }
  const text = isScalar(label) ? String(label) : String(value);
  if (text.length > FORM_LIMITS.optionLabel) warn(`选项名过长，已截到${FORM_LIMITS.optionLabel}个字符`);
  const { children: _, disabled, ...rest } = one;
  const off = readBoolean(disabled);
  return { ...rest, label: text.slice(0, FORM_LIMITS.optionLabel), value, ...(off === null ? {} : { disabled: off }) } as FormOption;
}

/** Returns a fetched list as plain options: at most 500 entries, or a tree of at most 2 000 nodes, with the labels cut to their length. */
export function mapOptions(value: unknown, keys: OptionKeys, tree: boolean): FormOption[] {
  let left: number = tree ? FORM_LIMITS.treeNodes : FORM_LIMITS.options;
  const map = (list: unknown, depth: number): FormOption[] => {
    if (!Array.isArray(list) || depth > FORM_LIMITS.treeDepth) return [];
    const options: FormOption[] = [];
    for (const one of list) {
      if (left <= 0) break;
      const option = readOption(one, keys, () => undefined);
      if (!option) continue;
      left -= 1;
      const children = tree ? map(own(one, keys.children), depth + 1) : [];
      options.push({
        label: option.label,
        value: option.value,
        ...(option.disabled === undefined ? {} : { disabled: option.disabled }),
        ...(children.length > 0 ? { children } : {}),
      });
    }
    return options;
  };
  return map(value, 1);
}

/** Returns the option with this value. */
export const findOption = (options: readonly FormOption[], value: unknown): FormOption | undefined => options.find((one) => one.value === value);

/** Returns the nodes along a path of values, or null when the tree does not contain the path. */
export function findPath(options: readonly FormOption[], path: readonly unknown[]): FormOption[] | null {
  const nodes: FormOption[] = [];
  let level: readonly FormOption[] = options;
  for (const value of path) {
    const node = findOption(level, value);
    if (!node) return null;
    nodes.push(node);
    level = node.children ?? [];
  }
  return nodes;
}

export const isOptionValue = (value: unknown): value is OptionValue => isScalar(value);
