import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** A run with a text. */
export const run = (text: string, props = ''): string =>
  `<w:r>${props ? `<w:rPr>${props}</w:rPr>` : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`;
export const inserted = (author: string, inner: string): string =>
  `<w:ins w:id="1" w:author="${author}" w:date="2026-11-20T08:00:00Z">${inner}</w:ins>`;
export const deleted = (author: string, text: string, props = ''): string =>
  `<w:del w:id="2" w:author="${author}" w:date="2026-11-20T08:00:00Z"><w:r>${props ? `<w:rPr>${props}</w:rPr>` : ''}<w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`;
export const paragraph = (...runs: string[]): string => `<w:p>${runs.join('')}</w:p>`;
export const styled = (props: string, ...runs: string[]): string => `<w:p><w:pPr>${props}</w:pPr>${runs.join('')}</w:p>`;

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Relationship type of a part by its path; pictures and unknown files have one too, so that the document reaches them. */
const typeOf = (path: string): string =>
  path.startsWith('word/media/') ? 'image' : (/^word\/([a-z]+)\d*\.xml$/i.exec(path)?.[1] ?? (path.startsWith('customXml/') ? 'customXml' : 'other'));

/** Paths with a relationship of their own: the package, its parts that the test gives, and their relationships. */
const isPart = (path: string): boolean => /^(word|customXml)\//.test(path) && !path.endsWith('.rels');

/** A .docx file with the given body, and further parts by path. The main part has a relationship `part1`, `part2` … to each of them. */
export async function makeDocx(body: readonly string[], parts: Readonly<Record<string, string | Buffer>> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (path: string, content: string | Buffer) => zip.addBuffer(Buffer.isBuffer(content) ? content : Buffer.from(content), path);
  if (!('[Content_Types].xml' in parts))
    add(
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    );
  if (!('_rels/.rels' in parts))
    add(
      '_rels/.rels',
      `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="main" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    );
  const reached = Object.keys(parts).filter(isPart);
  if (reached.length > 0 && !('word/_rels/document.xml.rels' in parts))
    add(
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="${RELATIONSHIPS}">${reached.map((path, index) => `<Relationship Id="part${index + 1}" Type="${OFFICE}/${typeOf(path)}" Target="/${path}"/>`).join('')}</Relationships>`,
    );
  if (!('word/document.xml' in parts))
    add(
      'word/document.xml',
      `<?xml version="1.0"?><w:document ${W}><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906"/></w:sectPr></w:body></w:document>`,
    );
  for (const [path, content] of Object.entries(parts))
    add(
      path,
      typeof content === 'string'
        ? content.replace('<w:footnotes>', `<w:footnotes ${W}>`).replace('<Relationships>', `<Relationships xmlns="${RELATIONSHIPS}">`)
        : content,
    );
  zip.end();
  return buffer(zip.outputStream);
}
