import { createHash } from 'node:crypto';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { failed } from '../http/app-error.ts';

/** Limits of a .docx before it is parsed, bytes and entries. */
const PART_BYTES = 64 * 1024 * 1024;
const TOTAL_BYTES = 256 * 1024 * 1024;
const ENTRIES = 10_000;

/** The usual name of the main part. */
export const MAIN_PART = 'word/document.xml';
export const BROKEN = '文件不完整或已损坏，请在文字处理软件里重新另存为docx再上传';

/** The XML parts as text, and the hash of every other part. */
export interface DocxParts {
  readonly xml: ReadonlyMap<string, string>;
  readonly hashes: ReadonlyMap<string, string>;
}

/** Reads a .docx file. Sizes are counted while it inflates. Throws an `AppError` for what is no .docx or too large. */
export async function readDocx(bytes: Uint8Array): Promise<DocxParts> {
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true });
  } catch {
    throw failed(BROKEN);
  }
  if (zip.entryCount > ENTRIES) throw failed(BROKEN);
  const xml = new Map<string, string>();
  const hashes = new Map<string, string>();
  let total = 0;
  try {
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      if (entry.fileName.endsWith('/')) continue;
      const content = await inflate(zip, entry);
      total += content.length;
      if (total > TOTAL_BYTES) throw failed('文档解压后过大，请压缩图片后再上传');
      if (/\.(xml|rels)$/i.test(entry.fileName)) xml.set(entry.fileName, content.toString('utf8'));
      else hashes.set(entry.fileName, createHash('sha256').update(content).digest('hex'));
    }
  } finally {
    zip.close();
  }
  if (!xml.has(MAIN_PART)) throw failed('这不是docx文档（缺少正文），请选择扩展名为.docx的文档');
  return { xml, hashes };
}

async function inflate(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  const stream = await zip.openReadStreamPromise(entry).catch(() => {
    throw failed(BROKEN);
  });
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > PART_BYTES) throw failed('文档正文过大，请拆分后再上传');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
