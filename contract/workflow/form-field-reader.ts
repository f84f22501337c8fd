import { FORM_LIMITS, FormError, nameProblem, nameTaken, type FieldLayout, type FieldPattern, type FormField } from './form-content.ts';
import { readExtension } from './form-extension.ts';
import {
  BOOLEAN_ATTRIBUTES,
  COMMON_CONFIG,
  entryOf,
  hasListValue,
  isScriptAddress,
  isUnsafeKey,
  isUploadKind,
  KIND_CONFIG,
  kindOf,
  NUMBER_ATTRIBUTES,
  OBJECT_ATTRIBUTES,
  RESERVED_KEYS,
  SLOT_KEYS,
} from './form-keys.ts';
import { optionKeys, readOptions, readTree } from './form-option.ts';
import { documentOf } from './form-palette.ts';
import { isObject, isScalar, own, readBoolean, readNumber, type Plain } from './form-plain.ts';
import { canonicalRegex } from './form-regex.ts';

/** State of reading one form. */
export interface Reading {
  /** Repairs names and drops patterns that cannot be read. A form that is filled in is read without: its names are variables of the process. */
  readonly repair: boolean;
  warn(formId: number | null, message: string): void;
  /** Returns the id of a field: the given one when it is free, otherwise the next. */
  takeId(given: unknown): { id: number; given: boolean };
  readonly now: number;
  readonly gutter: number;
}

/** Names in use in one scope, with the title of their field. */
export type Names = Map<string, string>;

type Places = { config: Plain; slot: Plain; item: Plain; vModel: unknown; rest: Record<string, unknown> };

/** Sorts the keys of an item of either flavour into configuration, slots and attributes. */
function places(raw: Plain): Places {
  const rest: Record<string, unknown> = {};
  if (isObject(raw['__config__'])) {
    const { __config__: config, __slot__: slot, __vModel__: vModel, ...item } = raw;
    return { config: config as Plain, slot: isObject(slot) ? slot : {}, item, vModel, rest };
  }
  const config: Record<string, unknown> = {};
  const slot: Record<string, unknown> = {};
  const item: Record<string, unknown> = {};
  const cascader = raw['tag'] === 'el-cascader';
  const column = raw['layout'] === 'raw';
  for (const [key, value] of Object.entries(raw)) {
    if (key === 'vModel') continue;
    if (key === 'options' && cascader) item[key] = value;
    else if (key === 'label' && column) item[key] = value;
    else if ((SLOT_KEYS as readonly string[]).includes(key)) slot[key] = value;
    else if ([...COMMON_CONFIG, ...KIND_CONFIG].includes(key as never)) config[key] = value;
    else item[key] = value;
  }
  return { config, slot, item, vModel: raw['vModel'], rest };
}

const LAYOUTS: readonly string[] = ['colFormItem', 'rowFormItem', 'raw'] satisfies FieldLayout[];

/** Reads one item and the items inside it. `where` names it in messages: 第3项. */
export function readField(raw: unknown, reading: Reading, names: Names, where: string): FormField {
  if (!isObject(raw)) throw new FormError(`${where}不是组件，请检查 JSON`);
  const { config, slot, item, vModel, rest } = places(raw);
  const tagIcon = typeof config['tagIcon'] === 'string' ? config['tagIcon'].slice(0, 40) : '';
  const layout = config['layout'] ?? (tagIcon === 'row' || tagIcon === 'repeat' ? 'rowFormItem' : 'colFormItem');
  if (!LAYOUTS.includes(String(layout)))
    throw new FormError(`${where}「${String(config['label'] ?? '')}」：没有与布局「${String(layout)}」对应的画法：请在设计器的布局表里补上它`);
  const { id: formId, given } = reading.takeId(config['formId']);
  const warn = (message: string) => reading.warn(formId, message);
  if (!given && config['formId'] !== undefined && config['formId'] !== null) warn('组件编号缺失或重复，已重新编号');
  const tag = typeof config['tag'] === 'string' ? config['tag'].slice(0, 60) : '';
  const shuzhou = readExtension(config['shuzhou'], warn);
  const foreign = layout === 'colFormItem' && kindOf({ tag, tagIcon, layout, shuzhou }) === null;
  const attributes = readAttributes(item, { tag, warn, rest, column: layout === 'raw', foreign });
  if (foreign) warn(`本站不认识组件「${tag}」，已原样保留；填写时不显示`);
  const shape = { ...attributes, tag, tagIcon, layout, shuzhou };
  const kind = kindOf(shape);
  const entry = entryOf(shape);
  const repeat = kind === 'repeat';
  const title = layout === 'raw' ? item['label'] : repeat ? own(config['shuzhou'], 'label') : config['label'];
  const label = cut(title ?? config['label'], FORM_LIMITS.label, '标题', warn);
  const field: Record<string, unknown> = {
    formId,
    renderKey: isScalar(config['renderKey']) ? String(config['renderKey']).slice(0, 40) : `${formId}${reading.now}`,
    tag,
    tagIcon: tagIcon || (kind ?? ''),
    layout,
    label,
    labelWidth: ranged(config['labelWidth'], null, 0, FORM_LIMITS.labelWidth, '标签宽度', warn),
    showLabel: readBoolean(config['showLabel']) ?? true,
    changeTag: readBoolean(config['changeTag']) ?? (entry ? entry.changeTag : layout === 'colFormItem'),
    required: (!entry || entry.hasValue) && (readBoolean(config['required']) ?? false),
    span: ranged(config['span'] ?? item['span'], 24, 1, 24, '表单栅格', warn),
    regList: readPatterns(config['regList'], reading, warn),
    document: readDocument(config['document'], kind ?? tagIcon, warn),
    // An empty placeholder is not saved (form-designer §1.6), but the property panel shows it.
    ...(entry && 'placeholder' in entry.attributes ? { placeholder: '' } : {}),
    ...attributes,
  };
  if (shuzhou) field['shuzhou'] = shuzhou;
  if (layout === 'colFormItem') readSlots(slot, field, warn, rest);
  readKindConfig(config, item, field, kind, warn);
  readCascaderKeys(item, field, kind);
  if (kind === 'cascader' || kind === 'select' || kind === 'radio' || kind === 'checkbox') {
    const source = kind === 'cascader' ? (item['options'] ?? slot['options']) : slot['options'];
    field['options'] = (kind === 'cascader' ? readTree : readOptions)(source, optionKeys(field), warn);
  } else if ('options' in slot) field['options'] = slot['options'];
  if (kind === null || entry?.hasValue) {
    const name = layout === 'raw' ? undefined : readName(repeat ? (own(config['shuzhou'], 'vModel') ?? vModel) : vModel, field, reading, names);
    if (name !== undefined) field['vModel'] = name;
    readDefault(config, field, kind, warn);
  }
  if (layout === 'rowFormItem') {
    field['componentName'] = typeof config['componentName'] === 'string' ? config['componentName'].slice(0, 60) : `row${formId}`;
    if (kind === 'row' || kind === 'repeat') field['layoutTree'] = true;
    field['gutter'] = ranged(config['gutter'] ?? item['gutter'], reading.gutter, 0, FORM_LIMITS.gutter, '栅格间隔', warn);
  }
  const children = config['children'];
  if (Array.isArray(children) && (layout === 'rowFormItem' || kind === 'table')) {
    const scope: Names = repeat ? new Map() : names;
    field['children'] = children.map((child, index) => readField(child, reading, scope, `${where}的第${index + 1}项`));
  } else if (layout === 'rowFormItem') field['children'] = [];
  const unknown = Object.entries(config).filter(([key]) => !isConfigKey(key, kind) && !isUnsafeKey(key));
  if (unknown.length > 0) rest['__config__'] = Object.fromEntries(unknown);
  if (Object.keys(rest).length > 0) field['rest'] = rest;
  return field as FormField;
}

const isConfigKey = (key: string, kind: string | null): boolean =>
  (COMMON_CONFIG as readonly string[]).includes(key) ||
  (KIND_CONFIG as readonly string[]).includes(key) ||
  (key === 'border' && (kind === 'radio' || kind === 'checkbox')) ||
  (key === 'gutter' && (kind === 'row' || kind === 'repeat'));

interface AttributeReading {
  readonly tag: string;
  readonly warn: (message: string) => void;
  readonly rest: Record<string, unknown>;
  readonly column: boolean;
  /** A component that this designer does not know: its attributes are kept as they came, without what would run code. */
  readonly foreign: boolean;
}

/** Attributes that mean something else for components of the palette. */
const RENAMED: ReadonlySet<string> = new Set(['span', 'gutter', 'labelKey', 'valueKey', 'childrenKey', 'border']);

/** Returns the attributes of the component; keys that would run code are dropped, unknown lists and objects go to `rest`. */
function readAttributes(item: Plain, { tag, warn, rest, column, foreign }: AttributeReading): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(item)) {
    if (foreign && (RENAMED.has(key) || (KIND_CONFIG as readonly string[]).includes(key)) && !isScriptAddress(value)) {
      rest[key] = value;
      continue;
    }
    if (key === 'span' || key === 'gutter' || (key === 'options' && tag === 'el-cascader') || (key === 'label' && column)) continue;
    if (key === 'labelKey' || key === 'valueKey' || key === 'childrenKey') continue;
    if (key === 'border') {
      attributes[key] = readBoolean(value) ?? false;
      continue;
    }
    if (key === 'type' && tag === 'el-input' && value === 'text') continue;
    // Tables of compatible designers have a loading directive, the only one that is kept.
    if (key === 'directives' && tag === 'el-table') {
      attributes[key] = [{ name: 'loading', value: true }];
      continue;
    }
    if (key === 'props' && tag === 'el-cascader') {
      const inner = own(value, 'props');
      attributes[key] = { props: isObject(inner) ? Object.fromEntries(Object.entries(inner).filter(([, one]) => isScalar(one))) : {} };
      continue;
    }
    if (isUnsafeKey(key) || key === 'directives' || key === 'props') {
      warn(`已去掉不安全的属性 ${key}`);
      continue;
    }
    if (isScriptAddress(value)) warn(`已去掉不安全的地址 ${key}`);
    else if ((KIND_CONFIG as readonly string[]).includes(key)) continue;
    else if (RESERVED_KEYS.has(key)) rest[key] = value;
    else if (typeof value === 'object' && value !== null) {
      if (key === 'style') attributes[key] = readStyle(value);
      else if (OBJECT_ATTRIBUTES.has(key)) attributes[key] = value;
      else rest[key] = value;
    } else attributes[key] = foreign ? value : readAttribute(key, value, warn);
  }
  return attributes;
}

function readAttribute(key: string, value: unknown, warn: (message: string) => void): unknown {
  if (value === null) return null;
  if (NUMBER_ATTRIBUTES.has(key)) {
    const number = readNumber(value);
    if (number === null && value !== '') warn(`${key} 须是数字，已去掉`);
    return number;
  }
  if (BOOLEAN_ATTRIBUTES.has(key)) return readBoolean(value) ?? value;
  if (key === 'size' && (value === 'default' || value === 'large')) return 'medium';
  if ((key === 'format' || key === 'value-format') && typeof value === 'string')
    return value.slice(0, 60).replaceAll('YYYY', 'yyyy').replaceAll('DD', 'dd');
  return key === 'placeholder' || key === 'start-placeholder' || key === 'end-placeholder'
    ? cut(value, FORM_LIMITS.placeholder, '占位提示', warn)
    : value;
}

/** Sizes only: another declaration could load a picture from a foreign host. */
const readStyle = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => isScalar(one) && !/url\(|expression\(|@import/i.test(String(one))));

function readSlots(slot: Plain, field: Record<string, unknown>, warn: (message: string) => void, rest: Record<string, unknown>): void {
  const unknown: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(slot)) {
    if (key === 'options' || (key === 'list-type' && value === true)) continue;
    if (key === 'prepend' || key === 'append' || key === 'default') field[key] = cut(value, FORM_LIMITS.label, '插槽文字', warn);
    else if (!isUnsafeKey(key)) unknown[key] = value;
  }
  if (Object.keys(unknown).length > 0) rest['__slot__'] = unknown;
}

function readKindConfig(config: Plain, item: Plain, field: Record<string, unknown>, kind: string | null, warn: (message: string) => void): void {
  for (const key of KIND_CONFIG) {
    const value = config[key] ?? item[key];
    if (value !== undefined) field[key] = readAttribute(key, value, warn);
  }
  if (typeof field['url'] === 'string' && isScriptAddress(field['url'])) {
    warn('已去掉不安全的接口地址');
    field['url'] = '';
  }
  if (kind === 'radio' || kind === 'checkbox') field['border'] = readBoolean(config['border'] ?? item['border']) ?? false;
}

/** The older flavour names the keys of a cascader's data at the top of the item. */
function readCascaderKeys(item: Plain, field: Record<string, unknown>, kind: string | null): void {
  const given = [item['labelKey'], item['valueKey'], item['childrenKey']].map((key) => (typeof key === 'string' && key !== '' ? key : null));
  const [label, value, children] = given;
  if (given.every((key) => key === null || key === undefined)) return;
  if (kind === 'cascader') {
    const inner = own(field['props'], 'props');
    field['props'] = {
      props: { ...(isObject(inner) ? inner : {}), ...(label ? { label } : {}), ...(value ? { value } : {}), ...(children ? { children } : {}) },
    };
  } else
    field['shuzhou'] = { ...(field['shuzhou'] as object | undefined), ...(label ? { labelKey: label } : {}), ...(value ? { valueKey: value } : {}) };
}

function readName(value: unknown, field: Record<string, unknown>, reading: Reading, names: Names): string | undefined {
  const given = typeof value === 'string' ? value : '';
  const title = String(field['label'] || field['formId']);
  const id = field['formId'] as number;
  if (!reading.repair) return given === '' || given === '__proto__' ? undefined : given;
  const owner = names.get(given);
  const problem = given === '' ? null : owner === undefined ? nameProblem(given) : `${nameTaken(given)}（「${owner}」与「${title}」）`;
  let name = given;
  if (given === '' || problem) {
    name = `field${id}`;
    while (names.has(name)) name += '_';
    if (problem) reading.warn(id, `${problem}；已改为 ${name}`);
  }
  names.set(name, title);
  return name;
}

function readDefault(config: Plain, field: Record<string, unknown>, kind: string | null, warn: (message: string) => void): void {
  const value = config['defaultValue'];
  if (isUploadKind(kind)) field['defaultValue'] = readFiles(value);
  else if (kind === 'repeat') field['defaultValue'] = Array.isArray(value) ? value : [];
  else if (hasListValue(kind, field)) {
    if (!Array.isArray(value) && value !== undefined && value !== null && value !== '') warn('默认值须是列表，已清空');
    field['defaultValue'] = Array.isArray(value) ? value : [];
  } else if (value !== undefined) field['defaultValue'] = value;
}

/** Reads a list of uploaded files, also as JSON text. Every form of “none” is the empty text, which compatible renderers accept. */
export function readFiles(value: unknown): unknown {
  let list = value;
  if (typeof value === 'string' && value.trim().startsWith('[')) {
    try {
      list = JSON.parse(value) as unknown;
    } catch {
      return '';
    }
  }
  if (!Array.isArray(list)) return '';
  const files = list.flatMap((one) => {
    const url = own(one, 'url');
    const name = own(one, 'name');
    return typeof url === 'string' && url !== ''
      ? [{ ...(one as object), name: typeof name === 'string' ? name : (url.split('/').at(-1) ?? ''), url }]
      : [];
  });
  return files.length > 0 ? files : '';
}

function readPatterns(value: unknown, reading: Reading, warn: (message: string) => void): FieldPattern[] {
  if (!Array.isArray(value)) return [];
  if (value.length > FORM_LIMITS.patterns) warn(`正则校验不能超过${FORM_LIMITS.patterns}条，多余的已去掉`);
  return value.slice(0, FORM_LIMITS.patterns).flatMap((one) => {
    const text = own(one, 'pattern');
    if (typeof text !== 'string' || text.trim() === '') return [];
    const message = cut(own(one, 'message'), FORM_LIMITS.patternMessage, '错误提示', warn);
    const pattern = canonicalRegex(text);
    if (pattern !== null) return [{ pattern, message }];
    if (!reading.repair) return [{ pattern: text, message }];
    warn(`正则表达式不正确，已去掉：${text.slice(0, FORM_LIMITS.patternMessage)}`);
    return [];
  });
}

function readDocument(value: unknown, kind: string, warn: (message: string) => void): string {
  if (typeof value === 'string' && /^https:\/\/[^\s"'<>]{1,300}$/.test(value)) return value;
  if (value !== undefined && value !== null && value !== '') warn('组件文档的地址须以 https:// 开头，已改用默认地址');
  return documentOf(kind);
}

function cut(value: unknown, max: number, name: string, warn: (message: string) => void): string {
  const text = isScalar(value) ? String(value) : '';
  if (text.length > max) warn(`${name}过长，已截到${max}个字符`);
  return text.slice(0, max);
}

function ranged<T>(value: unknown, fallback: T, min: number, max: number, name: string, warn: (message: string) => void): number | T {
  if (value === undefined || value === null || value === '') return fallback;
  const number = readNumber(value);
  if (number !== null && Number.isInteger(number) && number >= min && number <= max) return number;
  warn(`${name}须是${min}到${max}的整数，已改用默认值`);
  return fallback;
}
