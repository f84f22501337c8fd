import type { Form, FormField, FormOption } from './form-content.ts';
import { hasListValue, isUploadKind, KIND_CONFIG, kindOf, RESERVED_KEYS } from './form-keys.ts';
import { OPTION_KEYS, optionKeys, type OptionKeys } from './form-option.ts';
import { isEmpty, isObject, type Plain } from './form-plain.ts';
import { canonicalRegex } from './form-regex.ts';

type Json = Record<string, unknown>;

/** Returns the form as it is saved: the newer flavour, which compatible task screens render (form-designer §1.2, §1.6). */
export function serializeForm(form: Form): Json {
  return { ...form.rest, ...form.config, fields: form.fields.map(serializeField) };
}

/** Returns one field, with the fields inside it, in the saved flavour. */
export function serializeField(field: FormField): Json {
  if (field.layout === 'raw') return column(field);
  return field.layout === 'rowFormItem' ? row(field) : component(field);
}

const restConfig = (field: FormField): Plain => (isObject(field.rest?.['__config__']) ? field.rest['__config__'] : {});
const restItem = (field: FormField): Plain => {
  const { __config__: _config, __slot__: _slot, ...item } = field.rest ?? {};
  return item;
};

/** The attributes of the component: every key of the field that is not one of ours. */
const attributes = (field: FormField): Json => Object.fromEntries(Object.entries(field).filter(([key]) => !RESERVED_KEYS.has(key)));

function column(field: FormField): Json {
  const { formId, renderKey, tag, layout } = field;
  return { ...restItem(field), __config__: { ...restConfig(field), layout, tag, formId, renderKey }, label: field.label, ...attributes(field) };
}

function row(field: FormField): Json {
  const { layout, tagIcon, document, span, formId, renderKey } = field;
  const gutter = field['gutter'];
  const repeat = kindOf(field) === 'repeat';
  const shuzhou = repeat ? { ...field.shuzhou, label: field.label, vModel: field.vModel } : field.shuzhou;
  return {
    ...restItem(field),
    __config__: {
      ...restConfig(field),
      layout,
      tagIcon,
      layoutTree: true,
      document,
      span,
      gutter,
      formId,
      renderKey,
      componentName: field.componentName ?? `row${formId}`,
      ...(repeat && Array.isArray(field.defaultValue) && field.defaultValue.length > 0 ? { defaultValue: field.defaultValue } : {}),
      ...(shuzhou ? { shuzhou } : {}),
      children: (field.children ?? []).map(serializeField),
    },
    ...attributes(field),
    gutter,
    span,
  };
}

function component(field: FormField): Json {
  const kind = kindOf(field);
  const withoutRules = kind === 'button' || kind === 'table';
  const { label, labelWidth, showLabel, changeTag, tag, tagIcon, required, layout, span, document, formId, renderKey } = field;
  const config: Json = {
    ...restConfig(field),
    label,
    labelWidth,
    showLabel,
    changeTag,
    tag,
    tagIcon,
    ...(withoutRules ? {} : { required }),
    layout,
    span,
    ...(withoutRules ? {} : { regList: patterns(field) }),
    document,
    formId,
    renderKey,
    ...defaultValue(field, kind),
    ...Object.fromEntries(KIND_CONFIG.flatMap((key) => (field[key] === undefined ? [] : [[key, field[key]]]))),
    ...(kind === 'radio' || kind === 'checkbox' ? { border: field['border'] ?? false } : {}),
    ...(field.shuzhou ? { shuzhou: field.shuzhou } : {}),
    ...(kind === 'table' ? { children: (field.children ?? []).map(serializeField) } : {}),
  };
  const slot = slots(field, kind);
  const item: Json = {
    ...restItem(field),
    __config__: config,
    ...(Object.keys(slot).length > 0 ? { __slot__: slot } : {}),
    ...(field.vModel === undefined ? {} : { __vModel__: field.vModel }),
    ...attributes(field),
    ...(field['border'] === undefined ? {} : { border: field['border'] }),
    ...(kind === 'cascader' ? { options: tree(field) } : {}),
  };
  // With an empty placeholder compatible renderers show an English message for a required field.
  if (kind !== null && item['placeholder'] === '') delete item['placeholder'];
  return item;
}

function slots(field: FormField, kind: string | null): Json {
  const slot: Json = isObject(field.rest?.['__slot__']) ? { ...field.rest['__slot__'] } : {};
  for (const key of ['prepend', 'append', 'default'] as const) if (field[key] !== undefined) slot[key] = field[key];
  if (field.options !== undefined && kind !== 'cascader') slot['options'] = field.options;
  if (isUploadKind(kind)) slot['list-type'] = true;
  return slot;
}

function defaultValue(field: FormField, kind: string | null): Json {
  const value = field.defaultValue;
  if (isUploadKind(kind)) return { defaultValue: Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : '' };
  if (hasListValue(kind, field)) return { defaultValue: Array.isArray(value) ? value : [] };
  // A single choice without a default has no key: compatible renderers take null for a chosen value.
  if (kind === 'select' && isEmpty(value)) return value === '' ? { defaultValue: '' } : {};
  return value === undefined ? {} : { defaultValue: value };
}

/** Compatible renderers evaluate the text of a pattern, so only a single literal may be written. */
const patterns = (field: FormField): Json[] =>
  field.regList.flatMap((one) => {
    const pattern = canonicalRegex(one.pattern);
    return pattern === null ? [] : [{ ...one, pattern }];
  });

/** A tree under the names of its data source, so that a renderer that does not fetch it finds label and value. */
function tree(field: FormField): readonly unknown[] {
  const keys = optionKeys(field);
  const own = keys.label === OPTION_KEYS.label && keys.value === OPTION_KEYS.value && keys.children === OPTION_KEYS.children;
  const options = field.options ?? [];
  return own ? options : options.map((option) => named(option, keys));
}

function named(option: FormOption, keys: OptionKeys): Json {
  const children = option.children?.map((child) => named(child, keys));
  return { ...option, [keys.label]: option.label, [keys.value]: option.value, ...(children ? { children, [keys.children]: children } : {}) };
}
