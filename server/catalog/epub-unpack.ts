import { createWriteStream } from 'node:fs';
import { mkdir, open as openFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { EPUB, MB } from '../../contract/limits.ts';
import { plainName } from './epub-path.ts';
import { EpubProblem } from './epub-problem.ts';

export type UnpackLimits = Pick<typeof EPUB, 'entries' | 'entryBytes' | 'totalBytes' | 'ratio' | 'ratioFloorBytes' | 'pathLength'>;

const LINK = 0o120000;
const FILE_KIND = 0o170000;
const NAME_BYTES = 255;
/** What the first of several segments begins with. */
const FIRST_SEGMENT = 0x504b0708;
const STORED = 0;
const DEFLATED = 8;

const DAMAGED = '文件不完整或已损坏，请重新导出后再上传';
const NO_ZIP = '这不是EPUB文件（不是ZIP格式），请选择扩展名为.epub的电子书';
const SEGMENT = '这是分卷压缩包中的一卷，EPUB不能分卷；请打包成一个文件后再上传';
const BOMB = '文件解压后过大，疑似压缩炸弹，已拒绝；请检查书中的超大文件';

/**
 * Unpacks a zip into `folder` and answers the paths of its files, by plain names. Everything is counted while it inflates;
 * what the archive says of itself is never believed. Throws `EpubProblem`.
 */
export async function unpack(source: string, folder: string, limits: UnpackLimits = EPUB): Promise<string[]> {
  const zip = await openZip(source);
  try {
    if (zip.entryCount > limits.entries) throw tooMany(limits);
    const seen = new Set<string>();
    const folders = new Set<string>();
    const total = { bytes: 0 };
    const paths: string[] = [];
    for await (const entry of entriesOf(zip)) {
      const path = safePath(entry, limits);
      if (seen.size >= limits.entries) throw tooMany(limits);
      if (seen.has(path)) throw new EpubProblem(`压缩包内有重名的文件“${path}”，请重新打包后再上传`);
      seen.add(path);
      if (path.endsWith('/')) continue;
      for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
      if (folders.has(path)) throw new EpubProblem(`压缩包内文件与文件夹重名“${path}”，请重新打包后再上传`);
      await writeEntry(zip, entry, join(folder, path), total, limits);
      paths.push(path);
    }
    if (paths.some((path) => folders.has(path))) throw new EpubProblem('压缩包内文件与文件夹重名，请重新打包后再上传');
    return paths;
  } finally {
    zip.close();
  }
}

const tooMany = (limits: UnpackLimits): EpubProblem => new EpubProblem(`文件内的条目超过${limits.entries}个，请拆分后再上传`);

async function openZip(source: string): Promise<ZipFile> {
  const file = await openFile(source);
  const head = Buffer.alloc(4);
  const { bytesRead } = await file.read(head, 0, 4, 0);
  await file.close();
  if (bytesRead === 0) throw new EpubProblem('文件是空的（0字节），请重新导出后再上传');
  if (head.readUInt32BE(0) === FIRST_SEGMENT) throw new EpubProblem(SEGMENT);
  const begins = head.readUInt16BE(0) === 0x504b;
  const zip = await openPromise(source, { decodeStrings: false, autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw new EpubProblem(/multi-disk/.test(String(error)) ? SEGMENT : begins ? DAMAGED : NO_ZIP);
  });
  if (begins) return zip;
  zip.close();
  throw new EpubProblem(NO_ZIP);
}

async function* entriesOf(zip: ZipFile): AsyncIterable<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    throw error instanceof EpubProblem ? error : new EpubProblem(DAMAGED);
  }
}

function safePath(entry: Entry, limits: UnpackLimits): string {
  const raw = entry.fileNameRaw;
  const path = nameOf(raw);
  const escapes = new EpubProblem(`压缩包内的路径“${path.slice(0, 80).replaceAll('\0', '␀')}”越出了书的范围，已拒绝；请重新打包后再上传`);
  if (path.includes('\0') || path.includes('\\') || path.startsWith('/') || /^[a-z]:/i.test(path)) throw escapes;
  const parts = path.replace(/\/$/, '').split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) throw escapes;
  if (((entry.externalFileAttributes >>> 16) & FILE_KIND) === LINK)
    throw new EpubProblem(`压缩包内有符号链接“${path}”，已拒绝；请换成真实文件后再上传`);
  if (path.length > limits.pathLength || parts.some((part) => Buffer.byteLength(part) > NAME_BYTES))
    throw new EpubProblem(`压缩包内的文件名过长“${path.slice(0, 40)}…”，请缩短后再上传`);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new EpubProblem(`压缩包内的“${path}”用了EPUB不允许的压缩方式，请用普通的ZIP（Deflate）重新打包后再上传`);
  if (entry.isEncrypted()) throw new EpubProblem('压缩包设有密码，无法读取；请去除密码后再上传');
  return path;
}

/** Names without the flag for UTF-8 are often UTF-8 all the same, and often GB18030. */
function nameOf(raw: Buffer): string {
  try {
    return plainName(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw));
  } catch {
    return plainName(new TextDecoder('gb18030').decode(raw));
  }
}

async function writeEntry(zip: ZipFile, entry: Entry, place: string, total: { bytes: number }, limits: UnpackLimits): Promise<void> {
  let bytes = 0;
  let sum = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      total.bytes += chunk.length;
      sum = crc32(chunk, sum);
      const swollen = bytes > limits.ratioFloorBytes && bytes > entry.compressedSize * limits.ratio;
      if (bytes > limits.entryBytes)
        done(new EpubProblem(`书中有文件解压后超过${Math.round(limits.entryBytes / MB)}MB，疑似压缩炸弹，已拒绝；请压缩或拆分这个文件后再上传`));
      else if (swollen || total.bytes > limits.totalBytes) done(new EpubProblem(BOMB));
      else done(null, chunk);
    },
  });
  try {
    await mkdir(dirname(place), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), counted, createWriteStream(place));
  } catch (error) {
    // A header that says less than there is stops yauzl before our own count does.
    if (error instanceof EpubProblem) throw error;
    throw new EpubProblem(/too many bytes/.test(String(error)) ? BOMB : DAMAGED);
  }
  if (sum !== entry.crc32) throw new EpubProblem(DAMAGED);
}
