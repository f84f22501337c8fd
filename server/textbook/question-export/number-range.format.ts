import { keyNumber } from '../../../contract/textbook/answer/match-number.ts';
import { isNumber } from '../question-import/question-parts.format.ts';

/** Decimal digits after the point. */
const decimalsOf = (text: string): number => (/\.(\d*)/.exec(text)?.[1] ?? '').length;

/** A range as its centre and the distance to its ends, exact for decimal numbers of usual length. */
export function centreOf(from: string, to: string): { readonly value: string; readonly tolerance: string } {
  const [low, high] = [Number(from), Number(to)];
  const digits = Math.min(20, Math.max(decimalsOf(from), decimalsOf(to)) + 1);
  const plain = (value: number): string =>
    digits > 1 || !Number.isInteger(value) ? value.toFixed(digits).replace(/0+$/, '').replace(/\.$/, '') : String(value);
  return { value: plain((low + high) / 2), tolerance: plain(Math.abs(high - low) / 2) };
}

/** A number as other systems read it: fractions, percents and grouped digits become decimal numbers. */
export function plainNumber(text: string): string {
  if (isNumber(text)) return text;
  const exact = keyNumber(text);
  return exact ? String(Number((Number(exact.over) / Number(exact.under)).toPrecision(12))) : '0';
}
