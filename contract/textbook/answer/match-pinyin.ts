import { plainSigns } from './text-folding.ts';

/** Letters of a text in pinyin and the tones at their vowels; neutral tones are left out. */
export interface Pinyin {
  readonly letters: string;
  /** `index:tone` for each tone, in order. */
  readonly tones: string;
}

const TONE_MARKS: Readonly<Record<string, number>> = { '\u0304': 1, '\u0301': 2, '\u030c': 3, '\u0306': 3, '\u0300': 4 };
const VOWELS = 'aeiouü';

/** Returns where the tone of the syllable that ends at `end` belongs; `start` is the end of the syllable before. */
function vowelAt(letters: string, start: number, end: number): number {
  let last = end - 1;
  if (letters.slice(last - 1, last + 1) === 'ng') last -= 2;
  else if (last > start && 'nr'.includes(letters.charAt(last))) last -= 1;
  let first = last;
  while (first > start && VOWELS.includes(letters.charAt(first - 1))) first -= 1;
  if (first > last || !VOWELS.includes(letters.charAt(last))) return start;
  for (let at = first; at <= last; at++) if ('ae'.includes(letters.charAt(at))) return at;
  const round = letters.indexOf('ou', first);
  return round >= 0 && round < last ? round : last;
}

/** Reads lǜsè, lv4se4 and lu:4 se4; null for a text that is no pinyin. */
export function readPinyin(text: string): Pinyin | null {
  const parts = plainSigns(text, false).toLowerCase().replaceAll('u:', 'ü').replaceAll('ɡ', 'g').replaceAll('ɑ', 'a').normalize('NFD');
  let letters = '';
  let start = 0;
  const tones: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const sign = parts.charAt(at);
    const tone = TONE_MARKS[sign];
    if (sign >= 'a' && sign <= 'z') letters += sign === 'v' ? 'ü' : sign;
    else if (sign === '\u0308') {
      if (!letters.endsWith('u')) return null;
      letters = `${letters.slice(0, -1)}ü`;
    } else if (tone !== undefined) {
      if (letters === '') return null;
      tones.push(`${letters.length - 1}:${tone}`);
    } else if (sign >= '0' && sign <= '5') {
      if (letters.length === start) return null;
      if (sign !== '0' && sign !== '5') tones.push(`${vowelAt(letters, start, letters.length)}:${sign}`);
      start = letters.length;
    } else if (sign === ' ' || sign === "'" || sign === '’' || sign === '‘') start = letters.length;
    else return null;
  }
  return letters === '' ? null : { letters, tones: tones.join(' ') };
}
