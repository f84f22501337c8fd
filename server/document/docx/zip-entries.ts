import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { officeProblem } from '../../files/office-file.ts';
import { AppError, failed } from '../../http/app-error.ts';
import { BROKEN } from './xml-part.ts';

/** Limits of a .docx before it is parsed: bytes of one entry, of all entries, and their number. */
const ENTRY_BYTES = 64 * 1024 * 1024;
const TOTAL_BYTES = 256 * 1024 * 1024;
const ENTRIES_MOST = 10_000;

const partName = (raw: string): string => raw.replaceAll('\\', '/').replace(/^\/+/, '');

/**
 * The entries of a .docx by name. Sizes are counted while an entry inflates. Throws an `AppError` for what is no zip, what is too large, and for two
 * entries of one name: programs differ in which of them they read.
 */
export async function zipEntries(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true });
  } catch {
    throw failed(officeProblem('docx', bytes) ?? BROKEN);
  }
  const found = new Map<string, Buffer>();
  const names = new Set<string>();
  let total = 0;
  try {
    if (zip.entryCount > ENTRIES_MOST) throw failed(BROKEN);
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      if (entry.fileName.endsWith('/')) continue;
      const name = partName(entry.fileName);
      // Names of parts are compared without case. Source: ECMA-376 part 2, 6.2.2.3.
      if (names.has(name.toLowerCase())) throw failed('文档内部有同名的部件，可能被篡改过，请在文字处理软件里重新另存为docx再上传');
      names.add(name.toLowerCase());
      const content = await inflate(zip, entry);
      total += content.length;
      if (total > TOTAL_BYTES) throw failed('文档解压后过大，请压缩图片后再上传');
      found.set(name, content);
    }
    return found;
  } catch (error) {
    throw error instanceof AppError ? error : failed(BROKEN);
  } finally {
    zip.close();
  }
}

async function inflate(zip: ZipFile, entry: Entry): Promise<Buffer> {
  // Checked before it inflates; the count below does not believe it.
  if (entry.uncompressedSize > ENTRY_BYTES) throw failed('文档正文过大，请拆分后再上传');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > ENTRY_BYTES) throw failed('文档正文过大，请拆分后再上传');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
