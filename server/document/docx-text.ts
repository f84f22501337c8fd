import { SaxesParser } from 'saxes';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { failed } from '../http/app-error.ts';

/** Largest inflated size of the text part, bytes: a document of 300 000 characters needs about a tenth of it. */
const TEXT_BYTES = 64 * 1024 * 1024;
const ENTRIES = 10_000;
/** Paragraphs and line breaks: more than ten times those of a long novel. */
const LINES_MOST = 200_000;

const BROKEN = '文件不完整或已损坏，请在文字处理软件里重新另存为docx再上传';

/** Returns the text of a .docx file, one line for each paragraph, without deleted revisions. Throws when it cannot be read. */
export async function docxText(bytes: Uint8Array): Promise<string> {
  const xml = await documentPart(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return paragraphsOf(xml).join('\n');
}

async function documentPart(bytes: Buffer): Promise<string> {
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true });
  } catch {
    throw failed(BROKEN);
  }
  if (zip.entryCount > ENTRIES) throw failed(BROKEN);
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    if (entry.fileName === 'word/document.xml') return readText(zip, entry);
  }
  throw failed('这不是docx文档（缺少正文），请选择扩展名为.docx的文档');
}

async function readText(zip: ZipFile, entry: Entry): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const stream = await zip.openReadStreamPromise(entry).catch(() => {
    throw failed(BROKEN);
  });
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > TEXT_BYTES) throw failed('文档正文过大，请拆分后再上传');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The text of each paragraph; tabs and line breaks become spaces. */
function paragraphsOf(xml: string): string[] {
  const lines: string[] = [];
  let line = '';
  let inText = false;
  let deleted = 0;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    if (name === 'w:t') inText = true;
    else if (name === 'w:del' || name === 'w:moveFrom') deleted += 1;
    else if (name === 'w:tab' || name === 'w:br') line += ' ';
  });
  parser.on('text', (text) => {
    if (inText && deleted === 0) line += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'w:t') inText = false;
    else if (name === 'w:del' || name === 'w:moveFrom') deleted -= 1;
    else if (name === 'w:p') {
      lines.push(line);
      line = '';
      // Thrown at once: millions of empty paragraphs compress to some kilobytes.
      if (lines.length > LINES_MOST) throw failed(`文档有超过${LINES_MOST / 10_000}万个段落，请拆分后再上传`);
    }
  });
  let error: Error | undefined;
  parser.on('error', (one) => {
    error ??= one;
  });
  parser.write(xml).close();
  if (error) throw failed(BROKEN);
  return lines;
}
