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
