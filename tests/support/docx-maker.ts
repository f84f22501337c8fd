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

/** A .docx file with the given body, and further parts by path. */
export async function makeDocx(body: readonly string[], parts: Readonly<Record<string, string | Buffer>> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (path: string, content: string | Buffer) => zip.addBuffer(Buffer.isBuffer(content) ? content : Buffer.from(content), path);
  add(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  );
  add(
    'word/document.xml',
    `<?xml version="1.0"?><w:document ${W}><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906"/></w:sectPr></w:body></w:document>`,
  );
  for (const [path, content] of Object.entries(parts))
    add(path, typeof content === 'string' ? content.replace('<w:footnotes>', `<w:footnotes ${W}>`) : content);
  zip.end();
  return buffer(zip.outputStream);
}
