import { readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EPUB, MB } from '../../../../contract/limits.ts';
import { EpubError } from '../../../epub/problem.ts';
import { unpack } from '../../../epub/unpack.ts';
import { failed } from '../../../http/app-error.ts';
import { withTypedFormulas } from '../typed-formulas.format.ts';

/** The rules of books for zips, with the sizes of question packages. */
const LIMITS = { ...EPUB, entries: 10_000, entryBytes: 50 * MB, totalBytes: 200 * MB };
/** A file that is looked into to see what it is. */
const LOOKED_BYTES = 20 * MB;

/** The files of a package, by their paths with `/`. */
export interface QuestionPackage {
  readonly names: readonly string[];
  readonly read: (name: string) => Buffer | null;
}

/** Messages of the reader of books, for a package. */
const inWords = (message: string): string =>
  message.replaceAll('EPUB', '压缩包').replaceAll('书中', '压缩包里').replaceAll('越出了书的范围', '越出了压缩包').replaceAll('电子书', '文件');

/** Unpacks a zip below `folder`, with the limits of books. Throws an `AppError`. */
export async function openPackage(bytes: Buffer, folder: string): Promise<QuestionPackage> {
  const source = join(folder, 'package.zip');
  const place = join(folder, 'package');
  await mkdir(place, { recursive: true });
  await writeFile(source, bytes);
  try {
    const names = await unpack(source, place, LIMITS);
    const all = new Set(names);
    return {
      names,
      read: (name) => {
        if (!all.has(name)) return null;
        const path = join(place, name);
        return statSync(path).size > LIMITS.entryBytes ? null : readFileSync(path);
      },
    };
  } catch (error) {
    throw error instanceof EpubError ? failed(inWords(error.message)) : error;
  } finally {
    await rm(source, { force: true });
  }
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Resolves `..` and `.`; never leaves the package. */
function joined(folder: string, path: string): string {
  const parts: string[] = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

export const folderOf = (name: string): string => name.split('/').slice(0, -1).join('/');

const MARK = 'qti-file:';
const ELSEWHERE = /^(?:data:|https?:|\/\/|#|mailto:|tel:|\/profile\/upload\/)/i;
/** A source in the HTML of a file of the package: it names the folder of the file. */
export const sourceIn = (folder: string, source: string): string => (ELSEWHERE.test(source) ? source : `${MARK}${folder}!/${source}`);

const ATTRIBUTE = /(<(?:img|image|audio|video|source|object|embed)\b[^<>]{0,2000}?\s(?:src|data)\s*=\s*)(?:"([^"<>]*)"|'([^'<>]*)')/gi;
/** A formula that Canvas keeps as a picture of its own server. */
const EQUATION = /<img\b[^<>]{0,2000}?\bequation_image\b[^<>]{0,4000}>/gi;
const equation = (tag: string): string => {
  const tex = /\bdata-equation-content\s*=\s*"([^"]*)"/.exec(tag)?.[1] ?? /\b(?:alt|title)\s*=\s*"(?:LaTeX:\s*)?([^"]*)"/.exec(tag)?.[1];
  return tex === undefined || tex.trim() === '' ? tag : `<span>$${tex.trim()}$</span>`;
};

/** HTML that stands as text in a file of the package. */
export const htmlIn = (folder: string, html: string): string =>
  withTypedFormulas(html.replace(EQUATION, equation)).replace(
    ATTRIBUTE,
    (_all, before: string, one?: string, two?: string) => `${before}"${sourceIn(folder, one ?? two ?? '')}"`,
  );

/** Bytes by the sources of `sourceIn`: relative to the file, from the root, or in the folder of uploads of Common Cartridge. */
export function mediaIn({ names, read }: QuestionPackage): (source: string) => Buffer | null {
  const small = new Map(names.map((name) => [name.normalize('NFC').toLowerCase(), name]));
  const byLast = Map.groupBy(names, (name) => (name.split('/').at(-1) ?? '').normalize('NFC').toLowerCase());
  const find = (path: string): string | undefined =>
    small.get(
      path
        .normalize('NFC')
        .toLowerCase()
        .replace(/[#?%]/g, (sign) => PLAIN[sign] ?? sign),
    );
  return (source) => {
    if (!source.startsWith(MARK)) return null;
    const [folder = '', ...rest] = source.slice(MARK.length).split('!/');
    const written = rest.join('!/');
    const path = decoded(written.split(/[?#]/)[0] ?? '').replace(/^[$%]?(?:24)?IMS-CC-FILEBASE[$%]?(?:24)?\/?/, 'web_resources/');
    const last = (path.split('/').at(-1) ?? '').normalize('NFC').toLowerCase();
    const same = byLast.get(last) ?? [];
    const found =
      find(joined(folder, path)) ?? find(joined('', path)) ?? find(joined('web_resources', path)) ?? (same.length === 1 ? same[0] : undefined);
    return found === undefined ? null : read(found);
  };
}
/** As `unpack` writes names. */
const PLAIN: Readonly<Record<string, string>> = { '#': '＃', '?': '？', '%': '％' };

/** The text of a file that may be XML; null for others. */
export function xmlText({ read }: QuestionPackage, name: string, decode: (bytes: Buffer) => string): string | null {
  if (!/\.(?:xml|qti|dat)$/i.test(name)) return null;
  const bytes = read(name);
  return bytes && bytes.length <= LOOKED_BYTES ? decode(bytes) : null;
}
