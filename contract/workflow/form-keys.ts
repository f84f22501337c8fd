import type { FormField } from './form-content.ts';
import { PALETTE, paletteEntry, type PaletteEntry } from './form-palette.ts';

/** Keys of `__config__` that every field has. */
export const COMMON_CONFIG = [
  'label',
  'labelWidth',
  'showLabel',
  'changeTag',
  'tag',
  'tagIcon',
  'defaultValue',
  'required',
  'layout',
  'span',
  'regList',
  'document',
  'formId',
  'renderKey',
  'componentName',
  'layoutTree',
  'children',
  'shuzhou',
] as const;

/** Keys of `__config__` that belong to some components. */
export const KIND_CONFIG = [
  'optionType',
  'buttonText',
  'showTip',
  'fileSize',
  'sizeUnit',
  'dataType',
  'url',
  'method',
  'dataPath',
  'dataConsumer',
] as const;

/** Keys of `__slot__`. */
export const SLOT_KEYS = ['prepend', 'append', 'options', 'default'] as const;

/** Keys of a field in memory that are not attributes of its component. */
export const RESERVED_KEYS: ReadonlySet<string> = new Set<string>([
  ...COMMON_CONFIG,
  ...KIND_CONFIG,
  ...SLOT_KEYS,
  'vModel',
  'rest',
  'gutter',
  'border',
]);

/** Attributes that are objects or lists. */
export const OBJECT_ATTRIBUTES: ReadonlySet<string> = new Set(['style', 'autosize', 'props', 'picker-options', 'data']);

/** Keys that would put code, handlers or markup into the pages of compatible renderers; never kept (form-designer §1.7). */
const UNSAFE_KEYS = new Set(
  'domProps nativeOn scopedSlots slot key ref refInFor class __methods__ attrs innerHTML innerText textContent outerHTML srcdoc src href formaction is v-html'.split(
    ' ',
  ),
);

/** Returns whether a key of a component may not be kept. `on…` are event handlers. */
export const isUnsafeKey = (key: string): boolean => UNSAFE_KEYS.has(key) || /^(?:on|v-|@|:|xlink:)/i.test(key);

/** Returns whether the text would run as a script where it is an address. */
export const isScriptAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:javascript|vbscript|data):/i.test(value.replace(/[\u0000-\u0020]/g, ''));

/** Component tags that compatible renderers may create; a plain HTML element is rejected. */
export const isComponentTag = (tag: string): boolean => tag === 'tinymce' || /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(tag);

/** Attributes with numbers, besides those that the palette shows. */
export const NUMBER_ATTRIBUTES: ReadonlySet<string> = new Set(['maxlength', 'min', 'max', 'step', 'precision', 'height', 'fileSize']);

/** Attributes that are true or false. */
export const BOOLEAN_ATTRIBUTES: ReadonlySet<string> = new Set(
  PALETTE.flatMap(({ attributes, config }) =>
    Object.entries({ ...attributes, ...config }).flatMap(([key, value]) =>
      typeof value === 'boolean' && key !== 'active-value' && key !== 'inactive-value' ? [key] : [],
    ),
  ),
);

interface Tagged {
  readonly tag: unknown;
  readonly tagIcon: unknown;
  readonly layout: unknown;
  readonly shuzhou?: { readonly kind?: string } | undefined;
  readonly [attribute: string]: unknown;
}

const BY_TAG: Readonly<Record<string, (field: Tagged) => string>> = {
  'el-input': (field) => (field['type'] === 'textarea' ? 'textarea' : field['show-password'] === true ? 'password' : 'input'),
  'el-input-number': () => 'number',
  tinymce: () => 'rich-text',
  'el-select': () => 'select',
  'el-cascader': () => 'cascader',
  'el-radio-group': () => 'radio',
  'el-checkbox-group': () => 'checkbox',
  'el-switch': () => 'switch',
  'el-slider': () => 'slider',
  'el-time-picker': (field) => (field['is-range'] === true ? 'time-range' : 'time'),
  'el-date-picker': (field) => (String(field['type']).endsWith('range') ? 'date-range' : 'date'),
  'el-rate': () => 'rate',
  'el-color-picker': () => 'color',
  'el-upload': () => 'upload',
  'el-button': () => 'button',
  'el-table': () => 'table',
  'el-alert': () => 'text',
  'el-divider': () => 'divider',
};

/**
 * Returns the palette name of a field's component, or null for a component that this program does not have. The tag decides: a file may
 * contain any icon name.
 */
export function kindOf(field: Tagged): string | null {
  if (field.layout === 'raw') return null;
  if (field.layout === 'rowFormItem') return field.shuzhou?.kind === 'repeat' ? 'repeat' : 'row';
  const guess = BY_TAG[String(field.tag)]?.(field) ?? null;
  return guess === 'upload' && field.shuzhou?.kind === 'signature' ? 'signature' : guess;
}

/** Returns the palette entry of a field's component. */
export function entryOf(field: Tagged): PaletteEntry | undefined {
  const kind = kindOf(field);
  return kind === null ? undefined : paletteEntry(kind);
}

/** Returns whether a field of this component has a list of values. */
export const hasListValue = (kind: string | null, field: Readonly<Record<string, unknown>>): boolean =>
  kind === 'checkbox' || kind === 'cascader' || kind === 'upload' || kind === 'signature' || (kind === 'select' && field['multiple'] === true);

export const isUploadKind = (kind: string | null): boolean => kind === 'upload' || kind === 'signature';

/** Returns whether the options of a field come from outside the form. A dynamic source without an address has the stored list. */
export const hasRemoteOptions = (field: FormField): boolean =>
  (field['dataType'] === 'dynamic' && typeof field['url'] === 'string' && field['url'] !== '') || field.shuzhou?.dict !== undefined;
