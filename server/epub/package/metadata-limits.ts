import { INTRO_LENGTH } from '../../../contract/limits.ts';
import { visibleDirected, visibleNamesOf } from '../../../contract/visible-text.ts';
import { cleanHtml } from '../../http/rich-text.ts';

/** The length as the contract measures it: a character of two code units counts once. */
export const lengthOf = (text: string): number => [...text].length;

/** Returns the beginning of a text without half a character at its end. */
export const clipped = (text: string, most: number): string => (text.length <= most ? text : [...text].slice(0, most).join(''));

const END_OF_DIRECTION = '\u2069';
const isDirected = (text: string): boolean => text.endsWith(END_OF_DIRECTION);

/** Returns a book title as a person sees it, in its own direction. */
export function visibleTitle(text: string, most: number): string {
  const title = visibleDirected(text).trim();
  return isDirected(title) && lengthOf(title) > most ? clipped(title.slice(0, -1), most - 1) + END_OF_DIRECTION : clipped(title, most);
}

/** Returns as many complete names as fit. */
export function namesWithin(names: string, most: number): string {
  const all = visibleNamesOf(names);
  const begun = clipped(all, most);
  const end = begun.length < all.length && all[begun.length] !== '、' ? begun.lastIndexOf('、') : begun.length;
  // A single name that is cut loses its direction with its end.
  return end > 0 ? begun.slice(0, end) : begun === all ? begun : begun.replace(/[\u2066-\u2069]/g, '');
}

const PARAGRAPH_END = /<\/(p|div|li|h[1-6])\s*>|<br\s*\/?>|\n/gi;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const paragraphOf = (line: string): string => cleanHtml(`<p>${line.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)}</p>`);

/** Treats a book's description as text, whatever its format: returns complete paragraphs as HTML, as many as an editor may save. */
export function introOf(description: string, most: number = INTRO_LENGTH): string {
  const lines = description
    .replace(PARAGRAPH_END, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  let intro = '';
  let room = most;
  for (const line of lines) {
    const paragraph = paragraphOf(line);
    const length = lengthOf(paragraph);
    if (length > room) return length > most ? intro + longest(line, room) : intro;
    intro += paragraph;
    room -= length;
  }
  return intro;
}

/** Returns the longest beginning of a line that fits as a paragraph into `room`. */
function longest(line: string, room: number): string {
  const signs = [...line];
  let [fits, tooMany] = [0, signs.length];
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1;
    if (lengthOf(paragraphOf(signs.slice(0, half).join(''))) <= room) fits = half;
    else tooMany = half;
  }
  return fits > 0 ? paragraphOf(signs.slice(0, fits).join('')) : '';
}
