import {
  DEFAULT_CONFIG,
  FIRST_ID,
  FORM_LIMITS,
  FormError,
  nameProblem,
  type Form,
  type FormConfig,
  type FormField,
  type FormWarning,
} from './form-content.ts';
import { readField, type Names, type Reading } from './form-field-reader.ts';
import { isObject, own, plainCopy, readBoolean, readNumber, utf8Length, type Plain } from './form-plain.ts';

export interface ParsedForm {
  readonly form: Form;
  readonly warnings: readonly FormWarning[];
}

export interface ParseOptions {
  /** Default true. False reads a form that is in use: names stay as they are, `lintForm` reports them. */
  readonly repair?: boolean;
  /** Time for the render keys of items without one. */
  readonly now?: number;
}

export const NOT_JSON = 'JSON格式错误，请检查';
export const VFORM_MESSAGE = '这张表单由 VForm 设计，不能在这里修改；可查看 JSON，或重新设计';

/** Text above this length is not even parsed. Counting its fields gives a better message below it. */
const LONGEST_TEXT = 8 * 1024 * 1024;

/**
 * Reads the JSON of a form: of the newer and the older flavour, of a content object, its text, a server row with `formContent`, or a bare
 * list of items. Returns the form and a warning for each repair. Throws a FormError with a message for users when it cannot be read.
 */
export function parseForm(input: unknown, options: ParseOptions = {}): ParsedForm {
  const { content, size } = unwrap(input);
  const list = own(content, 'fields');
  if (!Array.isArray(list)) throw new FormError('没有组件列表 fields，请选择表单的 JSON');
  checkCounts(list);
  if (size > FORM_LIMITS.bytes) throw new FormError('表单内容过大，请减少组件或选项');
  const warnings: FormWarning[] = [];
  const warn = (formId: number | null, message: string) => warnings.push({ formId, message });
  const { fields: raw, ...head } = plainCopy(content, (key) => warn(null, `已去掉不安全的键 ${key}`)) as Plain;
  const { config, rest } = readConfig(head, warn);
  const reading: Reading = {
    repair: options.repair ?? true,
    warn,
    takeId: idSource(raw as unknown[]),
    now: options.now ?? Date.now(),
    gutter: config.gutter,
  };
  const names: Names = new Map();
  const fields: FormField[] = (raw as unknown[]).map((one, index) => readField(one, reading, names, `第${index + 1}项`));
  return { form: { config, fields, ...(rest ? { rest } : {}) }, warnings };
}

/** Returns whether the content was made by another designer, VForm, whose forms are kept but not opened. */
export function isVForm(input: unknown): boolean {
  try {
    return Array.isArray(own(typeof input === 'string' ? JSON.parse(input) : input, 'widgetList'));
  } catch {
    return false;
  }
}

function unwrap(input: unknown): { content: unknown; size: number } {
  let value = input;
  let size: number | null = null;
  for (let strings = 0; ; ) {
    if (typeof value === 'string') {
      if (strings === 2) throw new FormError(NOT_JSON);
      strings += 1;
      if (value.length > LONGEST_TEXT) throw new FormError('表单内容过大，请减少组件或选项');
      size = utf8Length(value);
      try {
        value = JSON.parse(value) as unknown;
      } catch {
        throw new FormError(NOT_JSON);
      }
      continue;
    }
    if (Array.isArray(own(value, 'widgetList'))) throw new FormError(VFORM_MESSAGE);
    const inner = Array.isArray(own(value, 'fields'))
      ? undefined
      : ['formContent', 'formJson', 'variables', 'formData'].map((key) => own(value, key)).find(isContent);
    if (inner === undefined) break;
    value = inner;
    size = null;
  }
  const content = Array.isArray(value) ? { fields: value } : value;
  return { content, size: size ?? utf8Length(JSON.stringify(content) ?? '') };
}

const isContent = (value: unknown): boolean => typeof value === 'string' || isObject(value);

/** Counts items and nesting before anything is copied, so that a huge form is rejected quickly. */
function checkCounts(list: readonly unknown[]): void {
  let count = 0;
  const walk = (items: readonly unknown[], depth: number) => {
    if (depth > FORM_LIMITS.rowDepth) throw new FormError(`布局嵌套不能超过 ${FORM_LIMITS.rowDepth} 层`);
    for (const item of items) {
      count += 1;
      if (count > FORM_LIMITS.fields) throw new FormError(`组件不能超过 ${FORM_LIMITS.fields} 个`);
      const children = own(own(item, '__config__'), 'children') ?? own(item, 'children');
      if (Array.isArray(children)) walk(children, depth + 1);
    }
  };
  walk(list, 0);
}

/** Gives each item its own id; the first item with an id keeps it. */
function idSource(list: readonly unknown[]): Reading['takeId'] {
  let last = FIRST_ID;
  const valid = (id: unknown): number | null => {
    const number = readNumber(id);
    return number !== null && Number.isSafeInteger(number) && number > 0 && number < 1_000_000_000 ? number : null;
  };
  const walk = (items: readonly unknown[]) => {
    for (const item of items) {
      const config = own(item, '__config__') ?? item;
      last = Math.max(last, valid(own(config, 'formId')) ?? 0);
      const children = own(config, 'children');
      if (Array.isArray(children)) walk(children);
    }
  };
  walk(list);
  const used = new Set<number>();
  return (given) => {
    const id = valid(given);
    if (id !== null && !used.has(id)) {
      used.add(id);
      return { id, given: true };
    }
    last += 1;
    used.add(last);
    return { id: last, given: false };
  };
}

const SIZES = ['medium', 'small', 'mini'] as const;
const POSITIONS = ['left', 'right', 'top'] as const;

function readConfig(head: Plain, warn: (formId: null, message: string) => void): { config: FormConfig; rest?: Plain } {
  const problem = (name: string) => warn(null, `${name}不正确，已改用默认值`);
  const taken = new Set<string>();
  const name = (key: 'formRef' | 'formModel' | 'formRules', title: string): string => {
    const value = head[key];
    if (typeof value === 'string' && nameProblem(value) === null && !taken.has(value)) {
      taken.add(value);
      return value;
    }
    if (value !== undefined) problem(title);
    taken.add(DEFAULT_CONFIG[key]);
    return DEFAULT_CONFIG[key];
  };
  const one = <T extends string>(key: string, values: readonly T[], fallback: T, title: string): T => {
    const value = head[key];
    const found = values.find((known) => known === value);
    if (!found && value !== undefined) problem(title);
    return found ?? fallback;
  };
  const number = (key: 'labelWidth' | 'gutter' | 'span', min: number, max: number, title: string): number => {
    const value = head[key];
    const read = readNumber(value);
    if (read !== null && Number.isInteger(read) && read >= min && read <= max) return read;
    if (value !== undefined && value !== null && value !== '') problem(title);
    return DEFAULT_CONFIG[key];
  };
  const flag = (key: 'disabled' | 'formBtns' | 'unFocusedComponentBorder'): boolean => readBoolean(head[key]) ?? DEFAULT_CONFIG[key];
  const size = head['size'] === 'default' || head['size'] === 'large' ? 'medium' : one('size', SIZES, DEFAULT_CONFIG.size, '表单尺寸');
  const config: FormConfig = {
    formRef: name('formRef', '表单名'),
    formModel: name('formModel', '表单模型'),
    formRules: name('formRules', '校验模型'),
    size,
    labelPosition: one('labelPosition', POSITIONS, DEFAULT_CONFIG.labelPosition, '标签对齐'),
    labelWidth: number('labelWidth', 0, FORM_LIMITS.labelWidth, '标签宽度'),
    gutter: number('gutter', 0, FORM_LIMITS.gutter, '栅格间隔'),
    disabled: flag('disabled'),
    span: number('span', 1, 24, '表单栅格'),
    formBtns: flag('formBtns'),
    unFocusedComponentBorder: flag('unFocusedComponentBorder'),
  };
  const unknown = Object.entries(head).filter(([key]) => !(key in config) && key !== '__methods__');
  return { config, ...(unknown.length > 0 ? { rest: Object.fromEntries(unknown) } : {}) };
}
