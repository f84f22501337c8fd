import { childOf, childrenOf, type XmlElement } from '../xml-tree.ts';
import { partOf, type DocxPart } from '../docx/docx-package.ts';

/** Level of a list as it is written in the file. */
interface Level {
  readonly format: string;
  /** For example `第%1章` or `%1.%2`. */
  readonly text: string;
  readonly start: number;
  readonly suffix: string;
  readonly styleId: string;
}

const DIGITS = '〇一二三四五六七八九';

/** 1 to 99 999 in Chinese counting: 十二, 一百零三. */
export function chineseNumber(value: number): string {
  if (value < 10) return DIGITS[value] ?? String(value);
  if (value > 99_999) return String(value);
  const units = ['', '十', '百', '千', '万'];
  const digits = String(value).split('').map(Number);
  let made = '';
  let zero = false;
  for (const [index, digit] of digits.entries()) {
    const unit = units[digits.length - 1 - index] ?? '';
    if (digit === 0) zero = made !== '';
    else {
      made += (zero ? '零' : '') + (DIGITS[digit] ?? '') + unit;
      zero = false;
    }
  }
  return made.startsWith('一十') ? made.slice(1) : made;
}

function roman(value: number): string {
  const steps: [number, string][] = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let left = value;
  let made = '';
  for (const [step, sign] of steps)
    while (left >= step) {
      made += sign;
      left -= step;
    }
  return made;
}

/** 1 → a, 27 → aa, as word processors count. */
const letters = (value: number): string => String.fromCodePoint(97 + ((value - 1) % 26)).repeat(Math.floor((value - 1) / 26) + 1);

/** A number in one of the formats of lists. Source: ECMA-376 part 1, 17.18.59; formats that are not listed are shown as decimal numbers. */
export function formatted(value: number, format: string): string {
  if (format === 'none') return '';
  if (value < 1) return String(value);
  if (format === 'lowerLetter') return letters(value);
  if (format === 'upperLetter') return letters(value).toUpperCase();
  if (format === 'lowerRoman') return roman(value).toLowerCase();
  if (format === 'upperRoman') return roman(value);
  if (/^(chineseCounting|chineseCountingThousand|taiwaneseCountingThousand|japaneseCounting|ideographDigital|taiwaneseCounting)$/.test(format))
    return chineseNumber(value);
  if (format === 'chineseLegalSimplified')
    return [...chineseNumber(value)]
      .map((one) =>
        '〇一二三四五六七八九十百千'.includes(one) ? ('零壹贰叁肆伍陆柒捌玖拾佰仟'['〇一二三四五六七八九十百千'.indexOf(one)] ?? one) : one,
      )
      .join('');
  if (/^(decimalEnclosedCircle|decimalEnclosedCircleChinese)$/.test(format)) return value <= 20 ? String.fromCodePoint(0x245f + value) : `(${value})`;
  if (format === 'decimalEnclosedParen') return `(${value})`;
  if (format === 'ideographTraditional') return '甲乙丙丁戊己庚辛壬癸'[(value - 1) % 10] ?? '';
  if (format === 'ideographZodiac') return '子丑寅卯辰巳午未申酉戌亥'[(value - 1) % 12] ?? '';
  if (format === 'decimalZero') return String(value).padStart(2, '0');
  if (format === 'decimalFullWidth' || format === 'decimalFullWidth2')
    return String(value).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  return String(value);
}

/** The automatic number of a paragraph. */
export interface ListNumber {
  readonly numId: string;
  readonly level: number;
  readonly bullet: boolean;
  readonly format: string;
  readonly value: number;
  /** As the reader sees it: `第三章`, `2.1`, `（一）`; empty for a bullet. */
  readonly label: string;
}

const value = (element: XmlElement | undefined): string => element?.attributes['w:val'] ?? '';

/** Counts the lists of a document, in the order of its paragraphs. */
export class ListNumbers {
  readonly #lists = new Map<string, Level[]>();
  readonly #starts = new Map<string, Map<number, number>>();
  readonly #counts = new Map<string, number[]>();
  readonly #abstract = new Map<string, string>();

  constructor(main: DocxPart) {
    const root = partOf(main, 'numbering')?.xml?.root;
    const abstracts = new Map(root ? childrenOf(root, 'w:abstractNum').map((one) => [one.attributes['w:abstractNumId'] ?? '', one]) : []);
    for (const list of root ? childrenOf(root, 'w:num') : []) {
      const numId = list.attributes['w:numId'] ?? '';
      const abstractId = value(childOf(list, 'w:abstractNumId'));
      const levels: Level[] = [];
      for (const level of childrenOf(abstracts.get(abstractId) ?? list, 'w:lvl')) levels[Number(level.attributes['w:ilvl'] ?? 0)] = levelOf(level);
      for (const override of childrenOf(list, 'w:lvlOverride')) {
        const index = Number(override.attributes['w:ilvl'] ?? 0);
        const own = childOf(override, 'w:lvl');
        if (own) levels[index] = levelOf(own);
        const start = childOf(override, 'w:startOverride');
        if (start) this.#starts.set(numId, (this.#starts.get(numId) ?? new Map<number, number>()).set(index, Number(value(start))));
      }
      this.#lists.set(numId, levels);
      this.#abstract.set(numId, abstractId);
    }
  }

  /** The level that a paragraph style has in its list. */
  levelOfStyle(numId: string, styleId: string): number {
    const found = (this.#lists.get(numId) ?? []).findIndex((level) => level?.styleId === styleId);
    return Math.max(0, found);
  }

  /** Counts one paragraph further; null for a list that the document does not define, or without numbers. */
  next(numId: string, level: number): ListNumber | null {
    const levels = this.#lists.get(numId);
    const own = levels?.[level];
    if (!levels || !own) return null;
    // Lists of one definition go on counting together, until one of them starts again.
    const starts = this.#starts.get(numId);
    const key = starts ? `num ${numId}` : `abstract ${this.#abstract.get(numId)}`;
    const counts = this.#counts.get(key) ?? [];
    this.#counts.set(key, counts);
    const startOf = (index: number): number => starts?.get(index) ?? levels[index]?.start ?? 1;
    counts[level] = counts[level] === undefined ? startOf(level) : counts[level] + 1;
    counts.length = level + 1;
    for (let index = 0; index < level; index += 1) counts[index] ??= startOf(index);
    const bullet = own.format === 'bullet';
    const label = bullet
      ? ''
      : own.text.replaceAll(/%(\d)/g, (_all, digit: string) => {
          const index = Number(digit) - 1;
          return formatted(counts[index] ?? 1, levels[index]?.format ?? 'decimal');
        });
    return { numId, level, bullet, format: own.format, value: counts[level] ?? 1, label };
  }
}

function levelOf(level: XmlElement): Level {
  return {
    format: value(childOf(level, 'w:numFmt')) || 'decimal',
    text: value(childOf(level, 'w:lvlText')),
    start: Number(value(childOf(level, 'w:start')) || 1),
    suffix: value(childOf(level, 'w:suff')) || 'tab',
    styleId: value(childOf(level, 'w:pStyle')),
  };
}
