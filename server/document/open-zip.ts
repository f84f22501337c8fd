import PizZip from 'pizzip';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { growsTooMuch } from '../files/archive-growth.rule.ts';
import { AppError, failed } from '../http/app-error.ts';

/** Largest sum of the inflated parts of a document, bytes, and their largest number. */
const INFLATED_BYTES = 64 * 1024 * 1024;
const ENTRIES = 2000;

const BROKEN = '文件不完整或已损坏，请在文字处理软件里重新另存为docx再上传';

/** Opens a .docx file with limits: a file that inflates to more than the limit, or that lies about its sizes, is rejected. */
export async function openDocx(bytes: Uint8Array): Promise<PizZip> {
  const made = await openZip(bytes, INFLATED_BYTES);
  if (!made.file('word/document.xml')) throw failed('这不是docx文档（缺少正文），请选择扩展名为.docx的文档');
  return made;
}

/** Opens a .docx or .epub whose parts inflate to at most `inflatedBytes`. */
export async function openZip(bytes: Uint8Array, inflatedBytes: number): Promise<PizZip> {
  const made = new PizZip();
  for (const [name, content] of await zipFiles(bytes, inflatedBytes)) made.file(name, content);
  return made;
}

/** The files of an archive by name, without copies; a later file takes the place of an earlier one of its name. They inflate to at most `inflatedBytes`. */
export async function zipFiles(bytes: Uint8Array, inflatedBytes: number): Promise<Map<string, Buffer>> {
  const made = new Map<string, Buffer>();
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true });
  } catch {
    throw failed(BROKEN);
  }
  if (zip.entryCount > ENTRIES) throw failed(BROKEN);
  let size = 0;
  try {
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      if (entry.fileName.endsWith('/')) continue;
      const parts: Buffer[] = [];
      for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        size += part.length;
        if (size > inflatedBytes || growsTooMuch(size, bytes.length)) throw failed('文件解压后过大，请删去大图片或拆分后再上传');
        parts.push(part);
      }
      made.set(entry.fileName, Buffer.concat(parts));
    }
  } catch (error) {
    throw error instanceof AppError ? error : failed(BROKEN);
  }
  return made;
}
