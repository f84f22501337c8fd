import type { Attribute } from './markup.ts';
import { lineOf, xmlEscape } from './xml.ts';

/** Class names that apps use for a picture whose description is a note. */
const SIGN = /(^|\s)(qqreader-footnote|zhangyue-footnote|duokan-footnote|epub-footnote)(\s|$)/;
const NOTE = 'zy-footnote';
const SHORT = '注';
const LENGTH = 4_000;

/** Returns the note in a picture's attributes, as books for some apps store it; null when there is none. */
export function noteIn(attributes: readonly Attribute[]): string | null {
  const value = (name: string): string => attributes.find((one) => one.local.toLowerCase() === name)?.value ?? '';
  const text = lineOf(value(NOTE) || (SIGN.test(value('class')) ? value('alt') : ''));
  return text === '' || text === SHORT ? null : text.slice(0, LENGTH);
}

/** The picture's attributes without the note text; the alternative text says only that there is a note. */
export const signed = (attributes: readonly Attribute[]): readonly Attribute[] => [
  ...attributes.filter(({ local }) => !['alt', NOTE].includes(local.toLowerCase())),
  { name: 'alt', local: 'alt', value: SHORT },
];

/**
 * Notes of a document that were stored in attributes, where other readers cannot find them: each is written after the text, and
 * its picture links to it.
 */
export class DrawnNotes {
  #notes: string[] = [];

  /** Returns the picture wrapped in a link to its note. */
  hung(note: string, sign: string): string {
    const number = this.#notes.push(note);
    return `<a id="drawn-note-sign-${number}" role="doc-noteref" href="#drawn-note-${number}">${sign}</a>`;
  }

  /** The notes as markup, to add after the text of the document. */
  get markup(): string {
    const notes = this.#notes.map((text, at) => {
      const back = `<a role="doc-backlink" href="#drawn-note-sign-${at + 1}">[${at + 1}]</a>`;
      return `<aside id="drawn-note-${at + 1}" role="doc-footnote"><p>${back} ${xmlEscape(text)}</p></aside>`;
    });
    return notes.length > 0 ? `<hr/>${notes.join('')}` : '';
  }

  /** The same as plain text, one line per note. */
  get text(): string {
    return this.#notes.map((text, at) => `\n[${at + 1}] ${text}`).join('');
  }
}
