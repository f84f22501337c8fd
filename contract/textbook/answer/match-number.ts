import { absolute, atMost, minus, multiplied, type Exact } from './decimal.ts';
import type { BlankHint } from '../blank-hints.ts';
import type { BlankKey, NumberRules } from '../question-kind.ts';
import { readNumber, type ReadNumber } from './read-number.ts';

/** Keys are written with a decimal point, whatever the language of the answers. */
const KEY_RULES: NumberRules = { comma: 'group', hanzi: false };

const NONE: Exact = { over: 0n, under: 1n };

interface NumberKey {
  readonly from: Exact | null;
  readonly to: Exact | null;
}
const read = new WeakMap<BlankKey, NumberKey | null>();

/** Returns the value of a number of a key; null if it is none. */
export function keyNumber(text: string): Exact | null {
  const found = readNumber(text, KEY_RULES);
  return found && found.rest === '' ? found.value : null;
}

function rangeOf(key: BlankKey): NumberKey | null {
  const before = read.get(key);
  if (before !== undefined) return before;
  let made: NumberKey | null = null;
  const value = key.value === undefined ? null : keyNumber(key.value);
  if (value) {
    const given = key.tolerance === undefined || key.tolerance === '' ? NONE : (keyNumber(key.tolerance) ?? NONE);
    const tolerance = key.relative ? multiplied(given, absolute(value)) : given;
    made = { from: minus(value, tolerance), to: minus(value, { over: -tolerance.over, under: tolerance.under }) };
  } else if (key.from !== undefined || key.to !== undefined)
    made = { from: key.from === undefined ? null : keyNumber(key.from), to: key.to === undefined ? null : keyNumber(key.to) };
  read.set(key, made);
  return made;
}

/** Whether a key is a number or a range. */
export const isNumberKey = (key: BlankKey): boolean => key.value !== undefined || key.from !== undefined || key.to !== undefined;

function within(value: Exact, key: BlankKey): boolean {
  const range = rangeOf(key);
  return range !== null && (!range.from || atMost(range.from, value)) && (!range.to || atMost(value, range.to));
}

/** An answer read once, for all keys of its blank. */
export interface NumberAnswer {
  readonly read: ReadNumber | null;
  /** With the factor of its unit. */
  readonly value: Exact | null;
  /** What is wrong about its form, if its value is right. */
  readonly wrong: BlankHint;
}

export function numberAnswer(answer: string, rules: NumberRules): NumberAnswer {
  const found = readNumber(answer, rules);
  if (!found) {
    const start = answer.search(/[\d０-９]/);
    const inside = start > 0 ? readNumber(answer.slice(start), rules) : null;
    return { read: null, value: inside?.value ?? null, wrong: 'number' };
  }
  const wanted = rules.unit ?? (rules.units && rules.units.length > 0 ? 'optional' : 'none');
  const unit = wanted === 'none' ? undefined : rules.units?.find(({ name }) => name.trim() === found.rest);
  const factor = unit ? keyNumber(unit.factor) : null;
  const value = factor ? multiplied(found.value, factor) : found.value;
  const decimals = rules.decimals !== undefined && found.decimals !== rules.decimals;
  const missing = wanted === 'required' && found.rest === '';
  const extra = found.rest !== '' && !unit;
  return { read: found, value, wrong: missing ? 'unit' : extra ? 'number' : decimals ? 'decimals' : '' };
}

/** Whether the value of an answer is that of a key, without regard to its form. */
export const isValueOf = (answer: NumberAnswer, key: BlankKey): boolean => answer.value !== null && within(answer.value, key);
