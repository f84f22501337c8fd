import { createWriteStream } from 'node:fs';
import { mkdir, open as openFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { EPUB, MB } from '../../contract/limits.ts';
import { plainName } from './path.ts';
import type { Findings } from './findings.ts';
import { EpubError } from './problem.ts';

export type UnpackLimits = Readonly<Record<'entries' | 'entryBytes' | 'totalBytes' | 'ratio' | 'ratioFloorBytes' | 'pathLength', number>>;

const LINK = 0o120000;
const FILE_KIND = 0o170000;
const NAME_BYTES = 255;
/** First bytes of the first segment of a split archive. */
const FIRST_SEGMENT = 0x504b0708;
const STORED = 0;
const DEFLATED = 8;

const DAMAGED = '文件不完整或已损坏，请重新导出后再上传';
const damagedAt = (entry: Entry): string => `文件不完整或已损坏，压缩包内的“${nameOf(entry.fileNameRaw).slice(-80)}”读不出来；请重新导出后再上传`;
const NO_ZIP = '这不是EPUB文件（不是ZIP格式），请选择扩展名为.epub的电子书';
const SEGMENT = '这是分卷压缩包中的一卷，EPUB不能分卷；请打包成一个文件后再上传';
const BOMB = '文件解压后过大，疑似压缩炸弹，已拒绝；请检查书中的超大文件';

/**
 * Unpacks a zip into `folder` and returns the paths of its files, with plain names. Everything is counted while it inflates;
 * the sizes that the archive declares are not trusted. Names in the forms of old packers (`\\`, `./`, a leading `/`) are
 * read as paths of the book and noted in `findings`. Throws `EpubError`.
 */
export async function unpack(source: string, folder: string, limits: UnpackLimits = EPUB, findings?: Findings): Promise<string[]> {
  const zip = await openZip(source);
  try {
    if (zip.entryCount > limits.entries) throw tooMany(limits);
    const files = new Map<string, Entry>();
    const odd: string[] = [];
    let count = 0;
    for await (const entry of entriesOf(zip)) {
      if (++count > limits.entries) throw tooMany(limits);
      const { path, isFolder, isOdd } = safePath(entry, limits);
      if (isFolder || path === '') continue;
      if (isOdd) odd.push(path);
      // As in programs that unpack entries in order, the last one overwrites the others.
      if (files.has(path)) findings?.repaired(path, '在压缩包里有重名的文件，采用了最后一个');
      files.set(path, entry);
    }
    if (odd.length > 0)
      findings?.repaired('压缩包', `里有 ${odd.length} 个文件名写法不规范（反斜杠、“./”或开头的“/”），已按文件夹读取，例如“${odd[0]?.slice(-80)}”`);
    const folders = foldersOf(files.keys());
    const total = { bytes: 0 };
    for (const [path, entry] of files) {
      if (folders.has(path)) {
        // Some packers write a folder as an empty file.
        if (entry.uncompressedSize > 0) throw new EpubError(`压缩包内文件与文件夹重名“${path}”，请重新打包后再上传`);
        files.delete(path);
      } else await writeEntry(zip, entry, join(folder, path), total, limits);
    }
    return [...files.keys()];
  } finally {
    zip.close();
  }
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
  return folders;
}

const tooMany = (limits: UnpackLimits): EpubError => new EpubError(`文件内的条目超过${limits.entries}个，请拆分后再上传`);

async function openZip(source: string): Promise<ZipFile> {
  const file = await openFile(source);
  const head = Buffer.alloc(4);
  const { bytesRead } = await file.read(head, 0, 4, 0);
  await file.close();
  if (bytesRead === 0) throw new EpubError('文件是空的（0字节），请重新导出后再上传');
  if (head.readUInt32BE(0) === FIRST_SEGMENT) throw new EpubError(SEGMENT);
  const begins = head.readUInt16BE(0) === 0x504b;
  const zip = await openPromise(source, { decodeStrings: false, autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw new EpubError(/multi-disk/.test(String(error)) ? SEGMENT : begins ? DAMAGED : NO_ZIP);
  });
  if (begins) return zip;
  zip.close();
  throw new EpubError(NO_ZIP);
}

async function* entriesOf(zip: ZipFile): AsyncIterable<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    throw error instanceof EpubError ? error : new EpubError(DAMAGED);
  }
}

interface EntryPath {
  /** Relative, with `/`; empty for the root. */
  readonly path: string;
  readonly isFolder: boolean;
  /** The archive has another form of this name. */
  readonly isOdd: boolean;
}

function safePath(entry: Entry, limits: UnpackLimits): EntryPath {
  const name = nameOf(entry.fileNameRaw);
  const shown = name.slice(0, 80).replaceAll('\0', '␀');
  if (name.includes('\0')) throw new EpubError(`压缩包内的文件名“${shown}”里有空字符，已拒绝；请重新打包后再上传`);
  const written = name.replaceAll('\\', '/');
  const parts: string[] = [];
  for (const part of written.replace(/^[a-z]:/i, '').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) throw new EpubError(`压缩包内的路径“${shown}”越出了书的范围，已拒绝；请重新打包后再上传`);
  }
  const path = parts.join('/');
  if (((entry.externalFileAttributes >>> 16) & FILE_KIND) === LINK)
    throw new EpubError(`压缩包内有符号链接“${path}”，已拒绝；请换成真实文件后再上传`);
  if (path.length > limits.pathLength || parts.some((part) => Buffer.byteLength(part) > NAME_BYTES))
    throw new EpubError(`压缩包内的文件名过长“${path.slice(0, 40)}…”，请缩短后再上传`);
  const isFolder = written.endsWith('/');
  if (isFolder) return { path, isFolder, isOdd: false };
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new EpubError(`压缩包内的“${path}”用了EPUB不允许的压缩方式，请用普通的ZIP（Deflate）重新打包后再上传`);
  if (entry.isEncrypted()) throw new EpubError('压缩包设有密码，无法读取；请去除密码后再上传');
  return { path, isFolder, isOdd: path !== name };
}

/** Names without the UTF-8 flag are often UTF-8 anyway, and often GB18030. */
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
        done(new EpubError(`书中有文件解压后超过${Math.round(limits.entryBytes / MB)}MB，疑似压缩炸弹，已拒绝；请压缩或拆分这个文件后再上传`));
      else if (swollen || total.bytes > limits.totalBytes) done(new EpubError(BOMB));
      else done(null, chunk);
    },
  });
  try {
    await mkdir(dirname(place), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), counted, createWriteStream(place));
  } catch (error) {
    // For a header with too small a size, yauzl stops before our own count does.
    if (error instanceof EpubError) throw error;
    throw new EpubError(/too many bytes/.test(String(error)) ? BOMB : damagedAt(entry));
  }
  if (sum !== entry.crc32) throw new EpubError(damagedAt(entry));
}
