import type { FormField, FormOption } from './form-content.ts';
import { formatDate, parseDate, shownFormat, valueFormat } from './form-date.ts';
import { readFiles } from './form-field-reader.ts';
import { isUploadKind, kindOf } from './form-keys.ts';
import { findOption, findPath } from './form-option.ts';
import { isEmpty, own } from './form-plain.ts';

export const NOTHING = '—';

/**
 * Returns the text that read mode shows for a value. `options` are the fetched options of a field with dynamic data. A value without a
 * matching option is shown as it is.
 */
export function displayText(field: FormField, value: unknown, options: readonly FormOption[] = field.options ?? []): string {
  const kind = kindOf(field);
  if (kind === 'rate') return typeof value === 'number' && value > 0 ? `${value} / ${rateMax(field)}` : NOTHING;
  if (kind === 'switch') return switchText(field, value);
  if (isEmpty(value)) return NOTHING;
  const list = Array.isArray(value) ? value : [value];
  switch (kind) {
    case 'select':
    case 'radio':
    case 'checkbox':
      return list.map((one) => findOption(options, one)?.label ?? String(one)).join('、');
    case 'cascader':
      return (Array.isArray(list[0]) ? (list as unknown[][]) : [list]).map((path) => pathText(field, path, options)).join('、');
    case 'number':
      return numberText(field, value);
    case 'slider':
      return list.map(String).join(' – ');
    case 'password':
      return '******';
    case 'rich-text':
      return plainText(String(value));
    case 'time':
    case 'date':
      return momentText(field, kind, value);
    case 'time-range':
    case 'date-range':
      return list.map((one) => momentText(field, kind, one)).join(` ${String(field['range-separator'] ?? '至')} `);
    case 'repeat':
      return `共 ${list.length} 行`;
    default:
      if (isUploadKind(kind)) return fileNames(value);
      return typeof value === 'object' ? JSON.stringify(value) : withSlots(field, String(value));
  }
}

const rateMax = (field: FormField): number => (typeof field['max'] === 'number' ? field['max'] : 5);

function switchText(field: FormField, value: unknown): string {
  const on = value === (field['active-value'] ?? true);
  const text = field[on ? 'active-text' : 'inactive-text'];
  return typeof text === 'string' && text !== '' ? text : on ? '是' : '否';
}

function pathText(field: FormField, path: readonly unknown[], options: readonly FormOption[]): string {
  const labels = findPath(options, path)?.map(({ label }) => label) ?? path.map(String);
  if (field['show-all-levels'] === false) return labels.at(-1) ?? '';
  const separator = typeof field['separator'] === 'string' && field['separator'] !== '' ? field['separator'] : '/';
  return labels.join(separator);
}

function numberText(field: FormField, value: unknown): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return String(value);
  const digits = typeof field['precision'] === 'number' ? field['precision'] : undefined;
  const text = digits === undefined ? String(number) : number.toFixed(digits);
  return field.shuzhou?.money ? text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',') : text;
}

function momentText(field: FormField, kind: string, value: unknown): string {
  const parts = parseDate(String(value), valueFormat(field, kind));
  return parts ? formatDate(parts, shownFormat(field, kind)) : String(value);
}

const withSlots = (field: FormField, text: string): string => `${String(field['prepend'] ?? '')}${text}${String(field['append'] ?? '')}`;

function fileNames(value: unknown): string {
  const files = readFiles(value);
  return Array.isArray(files) ? files.map((file) => String(own(file, 'name'))).join('、') : NOTHING;
}

/** Returns the words of rich text, a line for each paragraph. */
export const plainText = (markup: string): string =>
  markup
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
