import PizZip from 'pizzip';
import { writeDocx } from '../../../document/docx-writer.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const TEXT_STYLE = '<w:pPr><w:spacing w:line="360" w:lineRule="auto"/><w:ind w:firstLineChars="200" w:firstLine="420"/></w:pPr>';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Who made a mark or a comment, and when. */
export interface Marked {
  readonly author: string;
  readonly at: number;
}

let marks = 100;
const by = ({ author, at }: Marked): string =>
  `w:id="${(marks += 1)}" w:author="${escaped(author)}" w:date="${new Date(at).toISOString().slice(0, 19)}Z"`;

export const words = (text: string, props = ''): string =>
  `<w:r>${props === '' ? '' : `<w:rPr>${props}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
export const addedWords = (who: Marked, text: string): string => `<w:ins ${by(who)}>${words(text)}</w:ins>`;
export const struckWords = (who: Marked, text: string): string =>
  `<w:del ${by(who)}><w:r><w:delText xml:space="preserve">${escaped(text)}</w:delText></w:r></w:del>`;
export const boldedWords = (who: Marked, text: string): string => words(text, `<w:b/><w:rPrChange ${by(who)}><w:rPr/></w:rPrChange>`);
/** Words with the comment of this number. */
export const commentedWords = (comment: number, text: string): string =>
  `<w:commentRangeStart w:id="${comment}"/>${words(text)}<w:commentRangeEnd w:id="${comment}"/><w:r><w:commentReference w:id="${comment}"/></w:r>`;
export const noteNumber = (note: number): string =>
  `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${note}"/></w:r>`;
export const textParagraph = (...runs: string[]): string => `<w:p>${TEXT_STYLE}${runs.join('')}</w:p>`;
export const listParagraph = (...runs: string[]): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${runs.join('')}</w:p>`;

export interface DocxExtras {
  readonly comments?: readonly (Marked & { readonly text: string })[];
  /** Texts of the footnotes; the first one has number 1. */
  readonly notes?: readonly string[];
}

const NUMBERING = `${HEAD}<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="420" w:hanging="420"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;

/** A .docx with marks, comments, notes and lists, from paragraphs in the language of the format. */
export function markedDocx(body: readonly string[], { comments = [], notes = [] }: DocxExtras = {}): Buffer {
  const zip = new PizZip(writeDocx([]));
  const text = (path: string): string => zip.file(path)?.asText() ?? '';
  const add = (name: string, type: string, content: string): void => {
    zip.file(`word/${name}.xml`, content);
    const part = `<Override PartName="/word/${name}.xml" ContentType="${MAIN}.${type}+xml"/></Types>`;
    zip.file('[Content_Types].xml', text('[Content_Types].xml').replace('</Types>', part));
    const relation = `<Relationship Id="rId-${name}" Type="${OFFICE}/${name}" Target="${name}.xml"/></Relationships>`;
    zip.file('word/_rels/document.xml.rels', text('word/_rels/document.xml.rels').replace('</Relationships>', relation));
  };
  const paragraphs = body.join('');
  zip.file(
    'word/document.xml',
    text('word/document.xml').replace('<w:body>', () => `<w:body>${paragraphs}`),
  );
  if (paragraphs.includes('<w:numPr>')) add('numbering', 'numbering', NUMBERING);
  if (comments.length > 0)
    add(
      'comments',
      'comments',
      `${HEAD}<w:comments ${W}>${comments
        .map((one, index) => `<w:comment ${by(one).replace(/w:id="\d+"/, `w:id="${index}"`)}><w:p>${words(one.text)}</w:p></w:comment>`)
        .join('')}</w:comments>`,
    );
  if (notes.length > 0) add('footnotes', 'footnotes', `${HEAD}<w:footnotes ${W}>${SEPARATORS}${notes.map(note).join('')}</w:footnotes>`);
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
}

const SEPARATORS =
  '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>';
const note = (text: string, index: number): string =>
  `<w:footnote w:id="${index + 1}"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>${words(` ${text}`)}</w:p></w:footnote>`;
