import sanitizeHtml from 'sanitize-html';
import { formulaSource } from '../../../contract/textbook/formula-source.ts';
import { uploadsIn } from '../../system/file/open-upload.service.ts';
import { exportedName } from '../question-import/question-media.format.ts';
import type { QuestionContent } from '../question/question-content.format.ts';

/** A question as it is exported. */
export interface ExportQuestion {
  readonly code: string;
  readonly chapter: string;
  readonly tags: readonly string[];
  readonly difficulty: number;
  readonly content: QuestionContent;
}

/** A picture or a recording that an export contains, under a name of the export. */
export interface ExportMedia {
  readonly name: string;
  readonly bytes: Buffer;
}
/** By the addresses in the HTML of the questions. */
export type MediaByAddress = ReadonlyMap<string, ExportMedia>;

export const mediaNamed = (address: string, bytes: Buffer): ExportMedia => ({ name: exportedName(address, bytes), bytes });

const MATH = /<math\b[^]*?<\/math>/g;

/** HTML with formulas as `\(…\)` and `\[…\]`; MathML without TeX stays. */
export const withTex = (html: string): string =>
  html.replace(MATH, (formula) => {
    const source = formulaSource(formula);
    if (source.startsWith('$$')) return `\\[${source.slice(2, -2)}\\]`;
    return source.startsWith('$') ? `\\(${source.slice(1, -1)}\\)` : formula;
  });

/** Addresses of files, replaced. What is not in the export keeps its address, and becomes a note when it is read again. */
export function withAddresses(html: string, media: MediaByAddress, addressOf: (media: ExportMedia) => string): string {
  let made = html;
  for (const address of uploadsIn(html)) {
    const one = media.get(address);
    if (one) made = made.replaceAll(address, addressOf(one));
  }
  return made;
}

/** The types of the library lack `allowedEmptyAttributes`. */
const AS_XML: sanitizeHtml.IOptions & { readonly allowedEmptyAttributes: readonly string[] } = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemesAppliedToAttributes: [],
  allowedEmptyAttributes: ['alt', 'controls', 'title', 'width', 'height', 'lang'],
  parseStyleAttributes: false,
  selfClosing: ['img', 'br', 'hr', 'source'],
  transformTags: { math: (tagName, attribs) => ({ tagName, attribs: { ...attribs, xmlns: 'http://www.w3.org/1998/Math/MathML' } }) },
};

/** Stored HTML as XML: closed elements, and values for all attributes. */
export const xmlOf = (html: string): string => sanitizeHtml(html, AS_XML);

/** HTML as a section of characters. */
export const cdata = (html: string): string => `<![CDATA[${html.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
