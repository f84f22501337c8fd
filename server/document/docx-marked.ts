import PizZip from 'pizzip';

/** One line of a comparison. */
export interface MarkedLine {
  readonly kind: 'same' | 'removed' | 'added' | 'changed';
  readonly before: string;
  readonly after: string;
}

export interface Marks {
  readonly author: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
// oxlint-disable-next-line no-control-regex -- characters that XML 1.0 does not allow
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const escaped = (text: string): string =>
  text.replace(NOT_XML, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Length of the common beginning of two texts, in characters. */
function commonStart(a: readonly string[], b: readonly string[]): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

/** Splits a changed line into its common beginning, the removed and the added middle, and its common end. */
export function changedMiddle(before: string, after: string): { start: string; removed: string; added: string; end: string } {
  const [a, b] = [[...before], [...after]];
  const start = commonStart(a, b);
  const end = commonStart(a.slice(start).toReversed(), b.slice(start).toReversed());
  return {
    start: a.slice(0, start).join(''),
    removed: a.slice(start, a.length - end).join(''),
    added: b.slice(start, b.length - end).join(''),
    end: end === 0 ? '' : a.slice(-end).join(''),
  };
}

/** Writes the lines of a comparison as a .docx in which removed and added text are revision marks of one author. */
export function writeMarkedDocx(lines: readonly MarkedLine[], { author, at }: Marks): Buffer {
  let number = 0;
  const attributes = (): string => {
    number += 1;
    return `w:id="${number}" w:author="${escaped(author)}" w:date="${new Date(at).toISOString().slice(0, 19)}Z"`;
  };
  const run = (text: string): string => (text === '' ? '' : `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`);
  const inserted = (text: string): string => (text === '' ? '' : `<w:ins ${attributes()}>${run(text)}</w:ins>`);
  const deleted = (text: string): string =>
    text === '' ? '' : `<w:del ${attributes()}><w:r><w:delText xml:space="preserve">${escaped(text)}</w:delText></w:r></w:del>`;
  /** The mark of the paragraph itself makes accepting or rejecting remove the complete paragraph. */
  const paragraph = (content: string, mark = ''): string => `<w:p>${mark ? `<w:pPr><w:rPr>${mark}</w:rPr></w:pPr>` : ''}${content}</w:p>`;
  const body = lines.map(({ kind, before, after }) => {
    if (kind === 'same') return paragraph(run(after));
    if (kind === 'added') return paragraph(inserted(after), `<w:ins ${attributes()}/>`);
    if (kind === 'removed') return paragraph(deleted(before), `<w:del ${attributes()}/>`);
    const { start, removed, added, end } = changedMiddle(before, after);
    return paragraph(run(start) + deleted(removed) + inserted(added) + run(end));
  });
  const zip = new PizZip();
  zip.file(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  );
  zip.file(
    '_rels/.rels',
    `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  );
  zip.file(
    'word/document.xml',
    `${HEAD}<w:document ${W}><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
  );
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
}
