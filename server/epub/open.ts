import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOOK_FILE, SEARCH_FILE } from '../../contract/reading/prepared-book.ts';
import { EPUB } from '../../contract/limits.ts';
import { packedOf } from '../files/compressed-text.ts';
import { ContentTypes } from './package/content-type.ts';
import { obfuscatedFonts, type Obfuscation } from './package/encryption.ts';
import type { Findings } from './findings.ts';
import { mediaOf, type Media } from './media.ts';
import { redrawTiff, withShownPictures } from './new-pictures.ts';
import { packagePath, readPackage, type Package } from './package/package.ts';
import { findAmong, type Find } from './path.ts';
import { EpubError } from './problem.ts';
import { DISPLAY_OPTIONS, displayOptions } from './rendition-signs.ts';
import { unpack } from './unpack.ts';
import { CONTAINER } from './writing.ts';
import { UnreadableXml, xmlTree, type Element } from './xml.ts';

/** An unpacked archive and its package. */
export interface OpenedBook {
  /** The folder with its files. */
  readonly raw: string;
  readonly inside: ReadonlySet<string>;
  has(path: string): boolean;
  readonly find: Find;
  media(path: string, said: string): Media | null;
  textOf(path: string): string;
  readonly opf: string;
  readonly pack: Package;
  readonly fonts: ReadonlyMap<string, Obfuscation>;
}

export const OURS = [BOOK_FILE, SEARCH_FILE, packedOf(SEARCH_FILE)];
const ENCRYPTION = 'META-INF/encryption.xml';
const RESERVED = new Set<string>([...OURS, CONTAINER]);

/** Unpacks a file into `folder` and reads its package. Faults that do not prevent reading are added to `findings`. Throws `EpubError`. */
export async function openBook(source: string, folder: string, findings: Findings, ffmpeg: string | null): Promise<OpenedBook> {
  const all = await unpack(source, folder, EPUB, findings);
  const base = baseOf(all);
  if (base) findings.repaired(base, '：书的文件都在这个文件夹里面，已从这个文件夹读取');
  const raw = join(folder, base);
  const inside = new Set(all.filter((path) => path.startsWith(base)).map((path) => path.slice(base.length)));
  for (const name of OURS) rejectFolder(inside, name);
  if (!inside.has('mimetype')) findings.repaired('mimetype', '缺失，已按EPUB读取');
  const has = (path: string): boolean => inside.has(path) && !RESERVED.has(path);
  const find = findAmong([...inside].filter((path) => !OURS.includes(path)));
  const textOf = (path: string): string => findings.decoded(path, readFileSync(join(raw, path)));
  const treeOf = (path: string): Element => xmlTree(textOf(path), path, findings);

  const encryption = find(ENCRYPTION, ENCRYPTION);
  const fonts = inside.has(encryption) ? obfuscatedFonts(treeOf(encryption), find) : new Map<string, Obfuscation>();
  const types = new ContentTypes(raw, (path) => fonts.has(path));
  await redrawTiff(inside, raw, types);
  const media = (path: string, said: string): Media | null => mediaOf(path, said, inside.has(path) ? types.of(path) : null);
  const opf = packageIn(inside, { has, find, treeOf, findings });
  const signs = {
    options: displayOptions(DISPLAY_OPTIONS.map((path) => find(path, path)).flatMap((path) => (inside.has(path) ? [optional(treeOf, path)] : []))),
    isEverySized: () => areSized([...inside].filter((path) => /\.(xhtml|html?)$/i.test(path)).map((path) => readFileSync(join(raw, path), 'latin1'))),
  };
  const said = readPackage(treeOf(opf), opf, { has, find, media, findings }, signs);
  const pack = { ...said, manifest: await withShownPictures(said.manifest, { raw, has, ffmpeg, types }) };
  return { raw, inside, has, find, media, textOf, opf, pack, fonts };
}

const optional = (treeOf: (path: string) => Element, path: string): Element => {
  try {
    return treeOf(path);
  } catch (error) {
    if (error instanceof UnreadableXml) return { name: '', attributes: {}, children: [], text: '' };
    throw error;
  }
};

/** Ignores navigation documents, which are not pages. */
function areSized(documents: readonly string[]): boolean {
  const pages = documents.filter((text) => !/<nav[\s>]/i.test(text));
  return pages.length > 0 && pages.every((text) => /<meta[^>]+name\s*=\s*["']viewport["']/i.test(text));
}

const isContainer = (path: string): boolean => path.toLowerCase() === CONTAINER.toLowerCase();

/** Returns the top folder, with its `/`, of a book that was packed with that folder; empty for a correctly packed one. */
function baseOf(paths: readonly string[]): string {
  if (paths.some(isContainer)) return '';
  const deeper = paths.filter((path) => path.toLowerCase().endsWith(`/${CONTAINER.toLowerCase()}`));
  return deeper.length === 1 && deeper[0] ? deeper[0].slice(0, -CONTAINER.length) : '';
}

interface Around {
  has(path: string): boolean;
  readonly find: Find;
  treeOf(path: string): Element;
  readonly findings: Findings;
}

/** Uses the container file; when it is missing or its path is wrong, the only package file in the archive. */
function packageIn(inside: ReadonlySet<string>, { has, find, treeOf, findings }: Around): string {
  const container = [...inside].find(isContainer);
  const named = container === undefined ? null : packagePath(optional(treeOf, container), find);
  if (named !== null && has(named)) return named;
  const packages = [...inside].filter((path) => /\.opf$/i.test(path));
  const [only] = packages;
  if (only !== undefined && packages.length === 1) {
    if (container === undefined) findings.repaired(CONTAINER, '缺失，已采用书里唯一的描述文件（OPF）');
    else findings.repaired(CONTAINER, `没有指向书的描述文件（OPF），已采用书里唯一的“${only}”`);
    return only;
  }
  const several = packages.length > 1 ? `；书里有 ${packages.length} 个OPF文件，无法判断用哪一个` : '';
  if (container === undefined) throw new EpubError(`缺少 META-INF/container.xml，这不是完整的EPUB文件${several}；请重新导出后再上传`);
  if (named === null) throw new EpubError(`META-INF/container.xml 没有指明书的描述文件（OPF）${several}，请重新导出后再上传`);
  throw new EpubError(`缺少书的描述文件（OPF）“${named}”${several}，请重新导出后再上传`);
}

/** Throws when a folder of the book has the name of a file that is written here. */
export function rejectFolder(inside: ReadonlySet<string>, name: string): void {
  if ([...inside].some((path) => path.startsWith(`${name}/`)))
    throw new EpubError(`书里不能有名为“${name}”的文件夹（系统要用这个名字），请把它改名后重新打包再上传`);
}
