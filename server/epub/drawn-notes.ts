import type { Attribute } from './markup.ts';
import { lineOf, xmlEscape } from './xml.ts';

/** What apps call a picture whose description is a note. */
const SIGN = /(^|\s)(qqreader-footnote|zhangyue-footnote|duokan-footnote|epub-footnote)(\s|$)/;
const NOTE = 'zy-footnote';
const SHORT = '注';
const LENGTH = 4_000;

/** The note a picture holds in its attributes, as books for some apps have it; null where it holds none. */
export function noteIn(attributes: readonly Attribute[]): string | null {
  const value = (name: string): string => attributes.find((one) => one.local.toLowerCase() === name)?.value ?? '';
  const text = lineOf(value(NOTE) || (SIGN.test(value('class')) ? value('alt') : ''));
  return text === '' || text === SHORT ? null : text.slice(0, LENGTH);
}

/** The picture's attributes without it: what is read out is that here is a note. */
export const signed = (attributes: readonly Attribute[]): readonly Attribute[] => [
  ...attributes.filter(({ local }) => !['alt', NOTE].includes(local.toLowerCase())),
  { name: 'alt', local: 'alt', value: SHORT },
];

/**
 * Notes of a document that stood in attributes, where no other reader finds them: each is written behind the text, and
 * its sign leads there.
 */
export class DrawnNotes {
  #notes: string[] = [];

  /** The sign with the link that it becomes. */
  hung(note: string, sign: string): string {
    const number = this.#notes.push(note);
    return `<a id="drawn-note-sign-${number}" role="doc-noteref" href="#drawn-note-${number}">${sign}</a>`;
  }

  /** What stands behind the text of the document. */
  get markup(): string {
    const notes = this.#notes.map((text, at) => {
      const back = `<a role="doc-backlink" href="#drawn-note-sign-${at + 1}">[${at + 1}]</a>`;
      return `<aside id="drawn-note-${at + 1}" role="doc-footnote"><p>${back} ${xmlEscape(text)}</p></aside>`;
    });
    return notes.length > 0 ? `<hr/>${notes.join('')}` : '';
  }

  /** The same as plain text, a line a note. */
  get text(): string {
    return this.#notes.map((text, at) => `\n[${at + 1}] ${text}`).join('');
  }
}
