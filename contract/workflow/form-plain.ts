import { FORM_LIMITS, FormError } from './form-content.ts';

export type Plain = Readonly<Record<string, unknown>>;

/** Keys that change the prototype of an object when a program copies them carelessly. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export const isObject = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object's own value; an inherited one is undefined. */
export const own = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key) ? (object as Plain)[key] : undefined;

/**
 * Returns a copy of a JSON value without keys that touch prototypes, and calls `dropped` for each of these keys. Throws a FormError when
 * the value is nested deeper than a form may be.
 */
export function plainCopy(value: unknown, dropped: (key: string) => void = () => undefined, depth = 0): unknown {
  if (depth > FORM_LIMITS.jsonDepth) throw new FormError('表单内容的嵌套太深，请减少布局的层数');
  if (Array.isArray(value)) return value.map((one) => plainCopy(one, dropped, depth + 1));
  if (typeof value === 'object' && value !== null) {
    const copy: Record<string, unknown> = {};
    for (const [key, one] of Object.entries(value))
      if (PROTOTYPE_KEYS.has(key)) dropped(key);
      else copy[key] = plainCopy(one, dropped, depth + 1);
    return copy;
  }
  return typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint' ? null : value;
}

/** Returns the number of bytes of the text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += 1;
    else if (code < 0x8_00) bytes += 2;
    else if (code >= 0xd8_00 && code < 0xdc_00) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
}

const NUMBER = /^[+-]?(0|[1-9]\d*)(\.\d+)?$/;

/** Reads a number that may be written as text, also with `px`. Returns null for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(/px$/, '');
  return NUMBER.test(text) ? Number(text) : null;
}

/** Reads a boolean that may be written as text. Returns null for anything else. */
export function readBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : null;
}

/** Reads what a user typed for an option or a default: text that is a number becomes one, so do `true` and `false` (S5). */
export function readTyped(text: string): string | number | boolean {
  if (NUMBER.test(text.trim())) return Number(text.trim());
  return readBoolean(text.trim()) ?? text;
}

export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** Returns whether a field has no value: null, blank text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every((one) => one === null || one === undefined || one === ''));
