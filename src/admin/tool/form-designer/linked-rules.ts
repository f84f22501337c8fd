import type { FormConfig, FormField, FormOption } from '../../../../contract/workflow/form-content.ts';
import { newField } from '../../../../contract/workflow/form-field.ts';
import { paletteEntry } from '../../../../contract/workflow/form-palette.ts';

/** Format of a date by the type of its picker; ranges have that of their parts (form-designer §2.3). */
export const DATE_FORMATS: Readonly<Record<string, string>> = {
  date: 'yyyy-MM-dd',
  week: 'yyyy 第 WW 周',
  month: 'yyyy-MM',
  year: 'yyyy',
  datetime: 'yyyy-MM-dd HH:mm:ss',
  daterange: 'yyyy-MM-dd',
  monthrange: 'yyyy-MM',
  datetimerange: 'yyyy-MM-dd HH:mm:ss',
};

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a key such as `style.width`. Component attributes contain hyphens, never dots. */
export function valueAt(field: FormField, key: string): unknown {
  return key.split('.').reduce<unknown>((value, part) => (isPlain(value) ? value[part] : undefined), field);
}

/** Returns the field with the value at the key; undefined removes it. Objects on the way are copied. */
export function withValue(field: FormField, key: string, value: unknown): FormField {
  return setAt(field, key.split('.'), value) as FormField;
}

function setAt(object: Plain, [part = '', ...rest]: readonly string[], value: unknown): Plain {
  const { [part]: before, ...others } = object;
  if (rest.length === 0) return value === undefined ? others : { ...object, [part]: value };
  return { ...object, [part]: setAt(isPlain(before) ? before : {}, rest, value) };
}

export const hasKey = (field: FormField, key: string): boolean => {
  const parts = key.split('.');
  const last = parts.pop() ?? '';
  const holder = parts.length > 0 ? valueAt(field, parts.join('.')) : field;
  return isPlain(holder) && Object.hasOwn(holder, last);
};

const isMultiple = (field: FormField): boolean => field['multiple'] === true || valueAt(field, 'props.props.multiple') === true;

/** Letters that a date format may contain. */
const FORMAT_LETTERS = /yyyy|MM|dd|HH|mm|ss|WW/g;
export const formatProblem = (format: string): string | null =>
  format.trim() === '' ? '请填写格式' : /[A-Za-z]/.test(format.replaceAll(FORMAT_LETTERS, '')) ? '格式里的字母只能是 yyyy MM dd HH mm ss WW' : null;

/** Effects of an edit on other keys of the same field (S4.6). */
const LINKED: Readonly<Record<string, (field: FormField, value: unknown, before: FormField) => FormField>> = {
  label: (field, value, before) => {
    const { placeholder } = before as { placeholder?: unknown };
    if (typeof placeholder !== 'string' || before.label === '' || !placeholder.endsWith(before.label)) return field;
    return { ...field, placeholder: placeholder.slice(0, -before.label.length) + String(value) };
  },
  type: (field, value) => {
    if (field.tag !== 'el-date-picker') return field;
    const format = DATE_FORMATS[String(value)] ?? 'yyyy-MM-dd';
    return { ...field, defaultValue: null, format, 'value-format': value === 'week' ? 'yyyy-MM-dd' : format };
  },
  format: (field, value) => ({ ...field, defaultValue: null, 'value-format': field['type'] === 'week' ? 'yyyy-MM-dd' : value }),
  multiple: (field, value) => (field.tag === 'el-upload' ? field : { ...field, defaultValue: value === true ? [] : '' }),
  'props.props.multiple': (field) => ({ ...field, defaultValue: [] }),
  range: (field, value) => {
    const [min, max] = [field['min'] ?? 0, field['max'] ?? 100];
    return { ...field, defaultValue: value === true ? [min, max] : min };
  },
  'show-text': (field, value) => (value === true ? { ...field, 'show-score': false } : field),
  'show-score': (field, value) => (value === true ? { ...field, 'show-text': false } : field),
  'color-format': (field, value) => ({ ...field, defaultValue: null, 'show-alpha': String(value).includes('a') }),
  options: (field, value) => {
    const values = optionValues(value as readonly FormOption[]);
    const { defaultValue } = field;
    if (field.tag === 'el-cascader') {
      const paths = (Array.isArray(defaultValue) ? defaultValue : []).flat();
      return paths.every((one) => values.has(one)) ? field : { ...field, defaultValue: [] };
    }
    if (Array.isArray(defaultValue)) {
      const kept = defaultValue.filter((one) => values.has(one));
      return kept.length === defaultValue.length ? field : { ...field, defaultValue: kept };
    }
    return defaultValue === undefined || defaultValue === null || defaultValue === '' || values.has(defaultValue)
      ? field
      : withValue(field, 'defaultValue', undefined);
  },
};

function optionValues(options: readonly FormOption[]): Set<unknown> {
  const values = new Set<unknown>();
  const walk = (list: readonly FormOption[]): void => {
    for (const option of list) {
      values.add(option.value);
      if (option.children) walk(option.children);
    }
  };
  walk(options);
  return values;
}

/** Returns the field after an edit of one key, with the effects on its other keys. */
export function editField(field: FormField, key: string, value: unknown, now: number): FormField {
  const edited = withValue(field, key, value);
  const linked = LINKED[key]?.(edited, value, field) ?? edited;
  // A compatible renderer only applies a new colour format to a control that it creates again.
  return key === 'color-format' ? { ...linked, renderKey: `${field.formId}${now}` } : linked;
}

/** Returns the settings of the form after an edit of a field: a new width is also that of the next component. */
export function configAfter(config: FormConfig, key: string, value: unknown): FormConfig {
  return key === 'span' && typeof value === 'number' ? { ...config, span: value } : config;
}

const typeOf = (value: unknown): string => (value === null || value === undefined ? 'none' : Array.isArray(value) ? 'array' : typeof value);

/** Keys that stay with a field when its component changes. */
const KEPT = ['vModel', 'span', 'label', 'labelWidth', 'showLabel', 'required', 'regList', 'shuzhou', 'rest'] as const;
/** Attributes that have the same name in two components and mean something else. */
const OF_KIND = new Set([
  'tag',
  'tagIcon',
  'layout',
  'document',
  'changeTag',
  'formId',
  'renderKey',
  'children',
  'componentName',
  'type',
  'format',
  'value-format',
  'size',
]);

/** Changes the component of a field: its identity, common keys, and attributes that both components have are kept. */
export function changeComponent(field: FormField, tagIcon: string, config: FormConfig, now: number): FormField {
  const entry = paletteEntry(tagIcon);
  if (!entry || tagIcon === field.tagIcon) return field;
  const fresh = newField(entry, { formId: field.formId, config, now });
  const next: Record<string, unknown> = { ...fresh };
  for (const key of KEPT) if (key in field) next[key] = field[key];
  for (const [key, value] of Object.entries(field)) {
    if (OF_KIND.has(key) || KEPT.includes(key as (typeof KEPT)[number]) || key === 'defaultValue' || !(key in fresh)) continue;
    if (key === 'options' && (tagIcon === 'cascader') !== (field.tagIcon === 'cascader')) continue;
    if (key === 'placeholder' && typeof value === 'string') {
      // 请输入… and 请选择… belong to the kind of control.
      const own = String(fresh['placeholder'] ?? '');
      next[key] = /^请(输入|选择)/.test(value) ? own.slice(0, 3) + value.slice(3) : value;
    } else if (typeOf(value) === typeOf(fresh[key]) || value === null || fresh[key] === null) next[key] = value;
  }
  const wanted = isMultiple(next as FormField) ? [] : fresh.defaultValue;
  next['defaultValue'] = typeOf(field.defaultValue) !== 'none' && typeOf(field.defaultValue) === typeOf(wanted) ? field.defaultValue : wanted;
  if (next['defaultValue'] === undefined) {
    delete next['defaultValue'];
    if (field.defaultValue !== undefined && field.defaultValue !== null && !Array.isArray(field.defaultValue) && sameKindOfText(field, tagIcon))
      next['defaultValue'] = field.defaultValue;
  }
  return next as FormField;
}

/** Components whose default is unset at first and holds a text. */
const TEXTS = new Set(['input', 'textarea', 'password']);
const CHOICES = new Set(['select', 'radio']);
const sameKindOfText = (field: FormField, tagIcon: string): boolean =>
  (TEXTS.has(field.tagIcon) && TEXTS.has(tagIcon)) || (CHOICES.has(field.tagIcon) && CHOICES.has(tagIcon));
