import { chineseNumber } from './chinese-number.ts';
import { exact, MOST_EXPONENT, multiplied, negated, plus, type Exact } from './decimal.ts';
import type { NumberRules } from '../question-kind.ts';
import { plainSigns } from './text-folding.ts';

/** A number with what was written behind it. */
export interface ReadNumber {
  readonly value: Exact;
  /** Decimals as written; null for fractions, powers of ten and Chinese numbers. */
  readonly decimals: number | null;
  /** The unit, or other text. */
  readonly rest: string;
}

/** Digits, or groups of three with the same sign between them. */
const GROUPS = /\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?: \d{3})+(?!\d)|\d+/y;
const FRACTION = / ?(\d+) ?\/ ?(\d+)/y;
const UNDER = / ?\/ ?(\d+)/y;
const VULGAR = / ?([¼-¾⅐-⅞↉])/y;
const POWER = / ?(?:[eE] ?([+-]?\d{1,4})(?!\d)|[×xX*·] ?10(?:\^ ?\(?([+-]?\d{1,4})\)?|([⁺⁻]?[⁰¹²³⁴-⁹]{1,4})))/y;
const PERCENT = / ?%/y;
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const CHINESE = /^[负負]?[零〇○一二两兩三四五六七八九十百千万萬亿億]+(?:[点點][零〇○一二两兩三四五六七八九]+)?/;

const raised = (text: string): number =>
  Number([...text].map((sign) => (sign === '⁻' ? '-' : sign === '⁺' ? '+' : String(RAISED.indexOf(sign)))).join(''));

function at(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

function vulgar(sign: string): Exact | null {
  const [over = '', under = ''] = sign.normalize('NFKC').split('⁄');
  return under === '' || BigInt(under) === 0n ? null : { over: BigInt(over), under: BigInt(under) };
}

/** Returns the text in the signs of a keyboard, with the decimal sign as `.` and groups with `,`. */
function typed(text: string, comma: 'group' | 'decimal'): string {
  const plain = plainSigns(text, false)
    .replaceAll('。', '.')
    .replaceAll('、', ',')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (comma === 'group') return plain;
  // 3.14 in a German answer cannot be a group of three: it is read as a decimal point.
  if (!plain.includes(',') && /^[+-]?\d*\.\d*/.test(plain) && !/^[+-]?\d{1,3}(?:\.\d{3})+(?!\d)/.test(plain)) return plain;
  return plain.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ','));
}

interface Part {
  readonly value: Exact;
  readonly decimals: number | null;
  readonly end: number;
}

/** A plain number with a decimal point, a fraction or a mixed number. */
function partAt(text: string, from: number, fraction: boolean): Part | null {
  const whole = at(GROUPS, text, from);
  const digits = (whole?.[0] ?? '').replace(/[, ]/g, '');
  let end = from + (whole?.[0].length ?? 0);
  if (text.charAt(end) === '.') {
    const decimals = /^\d*/.exec(text.slice(end + 1))?.[0] ?? '';
    if (digits === '' && decimals === '') return null;
    return { value: exact(digits, decimals), decimals: decimals.length, end: end + 1 + decimals.length };
  }
  if (fraction) {
    const sign = at(VULGAR, text, end);
    const part = sign && vulgar(sign[1] ?? '');
    if (sign && part) return { value: plus(exact(digits), part), decimals: null, end: end + sign[0].length };
    const mixed = whole && text.charAt(end) === ' ' ? at(FRACTION, text, end) : null;
    if (mixed && BigInt(mixed[2] ?? '0') > 0n)
      return {
        value: plus(exact(digits), { over: BigInt(mixed[1] ?? '0'), under: BigInt(mixed[2] ?? '1') }),
        decimals: null,
        end: end + mixed[0].length,
      };
    const under = whole && at(UNDER, text, end);
    if (under && BigInt(under[1] ?? '0') > 0n)
      return { value: { over: BigInt(digits), under: BigInt(under[1] ?? '1') }, decimals: null, end: end + under[0].length };
  }
  return whole ? { value: exact(digits), decimals: 0, end } : null;
}

const HUNDREDTH: Exact = { over: 1n, under: 100n };

/** Reads the number at the start of an answer (F23); null if there is none. Nothing is calculated with floating point. */
export function readNumber(answer: string, rules: NumberRules): ReadNumber | null {
  const text = typed(answer, rules.comma ?? 'group');
  if (rules.hanzi !== false) {
    const chinese = CHINESE.exec(text)?.[0];
    const value = chinese === undefined ? null : chineseNumber(chinese);
    if (chinese !== undefined && value) return { value, decimals: null, rest: text.slice(chinese.length).trim() };
  }
  const sign = text.charAt(0);
  const signed = sign === '-' || sign === '+';
  const part = partAt(text, signed ? (text.charAt(1) === ' ' ? 2 : 1) : 0, rules.fraction !== false);
  if (!part) return null;
  let { value, decimals, end } = part;
  const power = at(POWER, text, end);
  if (power) {
    const exponent = power[3] === undefined ? Number(power[1] ?? power[2]) : raised(power[3]);
    if (Number.isNaN(exponent) || Math.abs(exponent) > MOST_EXPONENT) return null;
    value = multiplied(value, exact('1', '', exponent));
    decimals = null;
    end += power[0].length;
  }
  const percent = rules.percent === false || rules.units?.some(({ name }) => name === '%') ? null : at(PERCENT, text, end);
  if (percent) {
    value = multiplied(value, HUNDREDTH);
    end += 1 + (percent[0].length - 1);
  }
  return { value: sign === '-' ? negated(value) : value, decimals, rest: text.slice(end).trim() };
}
