import { INTRO_LENGTH } from '../../contract/limits.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { cleanHtml } from '../http/rich-text.ts';

/** The length as the contract measures it: a character of two code units counts once. */
export const lengthOf = (text: string): number => [...text].length;

/** Returns the beginning of a text without half a character at its end. */
export const clipped = (text: string, most: number): string => (text.length <= most ? text : [...text].slice(0, most).join(''));

/** Returns a book title as a person sees it. */
export const visibleTitle = (text: string, most: number): string => clipped(visibleText(text).trim(), most);

/** Returns as many complete names as fit. */
export function namesWithin(names: string, most: number): string {
  const begun = clipped(visibleText(names), most);
  const end = begun.length < visibleText(names).length && visibleText(names)[begun.length] !== '、' ? begun.lastIndexOf('、') : begun.length;
  return end > 0 ? begun.slice(0, end) : begun;
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
