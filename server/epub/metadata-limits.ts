import { INTRO_LENGTH } from '../../contract/limits.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { cleanHtml } from '../http/rich-text.ts';

/** As long as the contract measures it: a sign of two units is one. */
export const lengthOf = (text: string): number => [...text].length;

/** The beginning of a text, and no half of a sign at its end. */
export const clipped = (text: string, most: number): string => (text.length <= most ? text : [...text].slice(0, most).join(''));

/** What a book calls itself, as a person sees it. */
export const visibleTitle = (text: string, most: number): string => clipped(visibleText(text).trim(), most);

/** As many whole names as there is room for. */
export function namesWithin(names: string, most: number): string {
  const begun = clipped(visibleText(names), most);
  const end = begun.length < visibleText(names).length && visibleText(names)[begun.length] !== '、' ? begun.lastIndexOf('、') : begun.length;
  return end > 0 ? begun.slice(0, end) : begun;
}

const PARAGRAPH_END = /<\/(p|div|li|h[1-6])\s*>|<br\s*\/?>|\n/gi;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const paragraphOf = (line: string): string => cleanHtml(`<p>${line.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)}</p>`);

/** What a book says of itself is text, whatever it is written as: whole paragraphs of it, as HTML, as many as an editor may save. */
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

/** The most of a line that is a paragraph within `room`. */
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
