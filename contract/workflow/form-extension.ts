import { readCondition } from './form-condition.ts';
import { FORM_LIMITS, type ExtensionKind, type FieldExtension } from './form-content.ts';
import { isObject, readBoolean, readNumber } from './form-plain.ts';

const KINDS: readonly string[] = ['text', 'divider', 'repeat', 'signature'] satisfies ExtensionKind[];
const SUM = /^[A-Za-z]\w{0,39}\.[A-Za-z]\w{0,39}$/;
const KEY = /^[\w-]{1,40}$/;
const DICT = /^\w{1,100}$/;

const known = (pattern: RegExp) => (value: unknown) => (typeof value === 'string' && pattern.test(value) ? value : null);
const short = (max: number) => (value: unknown) => (typeof value === 'string' ? value.slice(0, max) : null);
const rows = (value: unknown) => {
  const number = readNumber(value);
  return number !== null && Number.isInteger(number) && number >= 0 && number <= FORM_LIMITS.repeatRows ? number : null;
};

const READERS: Readonly<Record<keyof FieldExtension, (value: unknown) => unknown>> = {
  kind: (value) => (KINDS.includes(String(value)) ? value : null),
  help: short(FORM_LIMITS.help),
  visibleWhen: readCondition,
  requiredWhen: readCondition,
  dict: known(DICT),
  labelKey: known(KEY),
  valueKey: known(KEY),
  money: readBoolean,
  sumOf: known(SUM),
  min: rows,
  max: rows,
  addText: short(FORM_LIMITS.label),
  text: short(FORM_LIMITS.label),
};

const NAMES: Partial<Record<keyof FieldExtension, string>> = { visibleWhen: '显示条件', requiredWhen: '必填条件', dict: '字典', sumOf: '合计' };

/**
 * Reads our additions to a field. Values that are not allowed are left out, with a warning; keys that this program does not know are kept.
 * Returns undefined when there are none.
 */
export function readExtension(value: unknown, warn: (message: string) => void): FieldExtension | undefined {
  if (!isObject(value)) return undefined;
  const extension: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(value)) {
    // A repeated table keeps its title and name here; in memory they are the field's own.
    if (key === 'label' || key === 'vModel') continue;
    const read = Object.hasOwn(READERS, key) ? READERS[key as keyof FieldExtension] : undefined;
    if (!read) {
      extension[key] = given;
      continue;
    }
    const result = read(given);
    if (result === null) warn(`${NAMES[key as keyof FieldExtension] ?? key}的内容不正确，已去掉`);
    else extension[key] = result;
  }
  return Object.keys(extension).length > 0 ? (extension as FieldExtension) : undefined;
}
