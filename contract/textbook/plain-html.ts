import { formulaSource } from './formula-source.ts';

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'", '#36': '$' };

/** The text of a short piece of sanitised HTML; a blank of a stem is a line, a formula its TeX. */
export const plainOf = (html: string): string =>
  formulaSource(html)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39|#36);/g, (all, name: string) => NAMED[name] ?? all)
    .replace(/\[\[\w+\]\]/g, '____')
    .replace(/\s+/g, ' ')
    .trim();

/** Signs of a question in a list. */
const LISTED = 80;
/** The beginning of a text, with an ellipsis where it goes on. */
export const listedStem = (text: string): string => {
  const signs = [...text];
  return signs.length > LISTED ? `${signs.slice(0, LISTED - 1).join('')}…` : text;
};
