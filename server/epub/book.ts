import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Finding } from '../../contract/catalog/preparation.ts';
import {
  BOOK_FILE,
  SEARCH_FILE,
  SEARCH_TYPE,
  type Clip,
  type Landmark,
  type PreparedBook,
  type PreparedDocument,
  type TocNode,
} from '../../contract/reading/prepared-book.ts';
import { coverSource, writeCovers } from './cover.ts';
import { BookFiles } from './files.ts';
import { findEmptyNotes } from './empty-notes.ts';
import { Findings } from './findings.ts';
import { trueLanguage } from './language.ts';
import { guideOf } from './package/guide.ts';
import { clipsOf } from './package/overlay.ts';
import { fallbacksOf, leadsOf, flowTraits, pageTraits, spreadOf } from './package/rendition.ts';
import { writeNcx } from './package/nav.ts';
import { openBook, rejectFolder, type OpenedBook } from './open.ts';
import type { Names } from './package/items.ts';
import type { Package } from './package/package.ts';
import { folderOf, hrefBetween } from './path.ts';
import { pageOfPictures, writePicturePages } from './picture-page.ts';
import { EpubError } from './problem.ts';
import { documentOf, isVertical, showsNothing } from './reading.ts';
import { countCharacters, piecesOf } from './text.ts';
import { searchFile } from './search-file.ts';
import { packedOf, packText } from '../files/compressed-text.ts';
import { xmlTree } from './xml.ts';
import { CONTAINER, writeContainer, writeOpf } from './writing.ts';

export interface PreparedResult {
  readonly book: PreparedBook;
  readonly isbn: string;
  readonly hasCover: boolean;
  /** The cover picture that could not be used, and the reason. */
  readonly lostCover: { readonly path: string; readonly why: string } | null;
  /** Paths of documents that were not well-formed XML and had to be repaired. */
  readonly repaired: readonly string[];
  /** All other repairs, and the missing parts. */
  readonly findings: readonly Finding[];
}

/** Increase this number when the output for a file changes: editions with a lower number are rebuilt in the background. */
export const PREPARATION = 12;

const LEVELS = 4;

export interface Making {
  /** Editions of the same file that the new edition replaces. */
  readonly former?: readonly number[];
  /** Path of the program that converts pictures which few browsers support. */
  readonly ffmpeg?: string | null;
}

/**
 * Turns an EPUB into `{folder}/book` (its files, `book.json`, `search.json` and its compressed form), `{folder}/texts.jsonl` (text pieces
 * with their words) and covers. Slow and partly synchronous: run it in a separate process. Throws `EpubError`.
 */
export async function prepareBook(
  source: string,
  folder: string,
  fileName: string,
  { former = [], ffmpeg = null }: Making = {},
): Promise<PreparedResult> {
  const findings = new Findings();
  const opened = await openBook(source, join(folder, 'raw'), findings, ffmpeg);
  const { raw, inside, has, find, media, textOf, opf, fonts } = opened;
  let { pack } = opened;
  const insteadOf = fallbacksOf(pack.manifest, opened);
  const types = new Map(pack.manifest.map((item) => [item.path, item.type]));
  const files = new BookFiles(raw, join(folder, 'book'), fonts, pack, {
    has,
    find,
    insteadOf,
    media: (path, said) => media(path, said || (types.get(path) ?? '')),
    strict: pack.version >= 3,
    findings,
  });
  carryAll(files, opened);
  await writePicturePages(pack, files, raw);
  rejectUnread(files, pack);
  findEmptyNotes(files.documents, find, findings);
  pack = { ...pack, language: languageOf(pack, files) };
  const spine = pack.spine.map((one) => one.item.path);
  const ncxFile = pack.ncx && has(pack.ncx.path) ? pack.ncx.path : null;
  const leads = leadsOf(pack.manifest, has);
  const pageOf = pageOfPictures(pack);
  const guide = guideOf({
    pack,
    files,
    insteadOf: (path) => pageOf(leads(path)),
    find,
    ncx: ncxFile ? { path: ncxFile, tree: () => xmlTree(textOf(ncxFile), ncxFile, findings) } : null,
    findings,
  });
  const given = guide.toc;
  const narrations = narrationsOf(pack, files, { has, find }, textOf);
  const documents = readingOrder(pack, files, given, narrations);
  const toc = given.length > 0 ? given : documents.filter((one) => one.linear).map(({ title, href }) => ({ title, href, children: [] }));
  const title = pack.title || fileName.replace(/\.epub$/i, '') || '未命名';

  const nav = pack.nav && files.written.has(pack.nav.path) ? pack.nav.path : null;
  const ncx = ncxFile ?? (nav ? null : `${folderOf(opf)}contents.ncx`);
  if (ncx) rejectFolder(inside, ncx);
  if (ncx) files.write(ncx, 'application/x-dtbncx+xml', Buffer.from(writeNcx(toc, title, pack.identifier, (href) => addressFrom(ncx, href))));
  const cover = coverSource(pack, files);
  files.write(CONTAINER, 'application/xml', Buffer.from(writeContainer(opf)));
  files.write(opf, 'application/oebps-package+xml', Buffer.from(writeOpf({ pack, title, opf, nav, ncx, cover, files: [...files.written.values()] })));

  const numberOf = documentOf(files, spine, [CONTAINER, opf, ...(nav ? [nav] : []), ...(ncx ? [ncx] : []), ...(cover ? [cover] : [])], (path) => [
    ...new Set(narrations.get(path)?.map((clip) => clip.audio)),
  ]);
  const resources = [...files.written.values()].map((file) => ({ ...file, document: numberOf(file.path) }));
  const book: PreparedBook = {
    format: 1,
    title,
    creators: pack.creators,
    language: pack.language,
    description: pack.description,
    publisher: pack.publisher,
    identifier: pack.identifier,
    layout: pack.layout,
    direction: pack.direction,
    writing: isVertical(pack, files, documents) ? 'vertical' : 'horizontal',
    ...spreadOf(pack),
    ...flowTraits(pack),
    opf,
    cover,
    ...(former.length > 0 ? { former } : {}),
    spine: withCover(documents, { pack, files, landmarks: guide.landmarks }),
    toc,
    ...(guide.landmarks.length > 0 ? { landmarks: guide.landmarks } : {}),
    ...(guide.pages.length > 0 ? { pages: guide.pages } : {}),
    resources,
    characters: documents.reduce((sum, one) => sum + one.characters, 0),
    bytes: resources.reduce((sum, one) => sum + one.bytes, 0),
  };
  const texts = documents.map(({ href, characters }) => (characters > 0 ? (files.documents.get(href)?.text ?? '') : ''));
  await writeTexts(join(folder, 'texts.jsonl'), texts);
  files.write(BOOK_FILE, 'application/json', Buffer.from(JSON.stringify(book)));
  const searched = searchFile(texts);
  files.write(SEARCH_FILE, SEARCH_TYPE, searched);
  files.write(packedOf(SEARCH_FILE), SEARCH_TYPE, packText(searched));
  const why = cover === null ? null : await writeCovers(join(folder, 'book', cover), folder);
  rmSync(join(folder, 'raw'), { recursive: true });
  const repaired = [...files.documents].filter(([, document]) => document.repaired).map(([path]) => path);
  const lostCover = cover !== null && why !== null ? { path: cover, why } : null;
  return { book, isbn: pack.isbn, hasCover: cover !== null && why === null, lostCover, repaired, findings: findings.list };
}

/** Writes the files that the manifest lists, and unlisted files that the documents need. */
function carryAll(files: BookFiles, { pack, has, media }: OpenedBook): void {
  const said = new Map(pack.manifest.map((item) => [item.path, item.type]));
  const waiting = [...said.keys()];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (files.written.has(path) || !has(path)) continue;
    const kind = media(path, said.get(path) ?? '');
    if (!kind) continue;
    files.carry(path, kind);
    waiting.push(...files.needs(path).filter((one) => !said.has(one)));
  }
}

/** Detected from the text of the whole book when the package gives no language or an impossible one. */
function languageOf(pack: Package, files: BookFiles): string {
  const texts = pack.spine.map(({ item }) => files.documents.get(item.path)?.text.slice(0, 3_000) ?? '');
  return trueLanguage(pack.language, texts.join('\n'));
}

function rejectUnread(files: BookFiles, pack: Package): void {
  for (const { item } of pack.spine) {
    if (!files.documents.has(item.path)) throw new EpubError(`阅读顺序中的“${item.path}”不是可读的文档，请修正后再上传`);
  }
}

/** Returns the media overlay clips by document. An unreadable overlay loses the narration, not the book. */
function narrationsOf(pack: Package, files: BookFiles, { has, find }: Names, textOf: (path: string) => string): Map<string, Clip[]> {
  const found = new Map<string, Clip[]>();
  for (const { item } of pack.spine) {
    const overlay = pack.byId(item.overlay)?.path;
    if (!overlay || !has(overlay)) continue;
    try {
      const sound = (path: string): boolean => files.written.get(path)?.type.startsWith('audio/') ?? false;
      const clips = clipsOf(xmlTree(textOf(overlay), overlay), overlay, item.path, sound, find);
      if (clips.length > 0) found.set(item.path, clips);
    } catch (error) {
      if (!(error instanceof EpubError)) throw error;
    }
  }
  return found;
}

function readingOrder(
  pack: Package,
  files: BookFiles,
  toc: readonly TocNode[],
  narrations: ReadonlyMap<string, readonly Clip[]>,
): PreparedDocument[] {
  const places = new Map<string, { title: string; level: number }>();
  const visit = (nodes: readonly TocNode[], level: number): void => {
    for (const node of nodes) {
      const path = node.href.split('#')[0] ?? '';
      if (path && !places.has(path)) places.set(path, { title: node.title, level: Math.min(level, LEVELS) });
      visit(node.children, level + 1);
    }
  };
  visit(toc, 1);
  let start = 0;
  const counted = new Set<string>();
  const passed = pack.spine.map(({ item, properties }) => isText(pageTraits(properties, pack.layout), pack) && showsNothing(files, item.path));
  const goesOn = pack.spine.some(({ linear }, at) => linear && !passed[at]);
  return pack.spine.map(({ item, linear, properties }, at) => {
    const document = files.documents.get(item.path);
    const place = places.get(item.path);
    const own = document?.title && document.title !== pack.title ? document.title : document?.heading || document?.title;
    // A document that is listed twice counts once and is indexed once.
    const characters = counted.has(item.path) ? 0 : countCharacters(document?.text ?? '');
    counted.add(item.path);
    const made = {
      href: item.path,
      title: place?.title ?? (own?.slice(0, 200) || `第 ${at + 1} 节`),
      level: place?.level ?? 1,
      characters,
      start,
      // Page turning skips an empty page; a link may still lead to it.
      linear: linear && !(goesOn && passed[at]),
      ...pageTraits(properties, pack.layout),
      ...(document?.glossary ? { glossary: true as const } : {}),
      ...(narrations.has(item.path) ? { narration: narrations.get(item.path) ?? [] } : {}),
    };
    start += characters;
    return made;
  });
}

/** A fixed-layout page may be intentionally empty next to the opposite page. */
const isText = ({ layout }: Pick<PreparedDocument, 'layout'>, pack: Package): boolean => (layout ?? pack.layout) === 'reflowable';

interface CoverSigns {
  readonly pack: Pick<Package, 'layout' | 'cover'>;
  readonly files: BookFiles;
  readonly landmarks: readonly Landmark[];
}

/** A fixed-layout cover without a side is shown alone: the document marked as cover, or the first document if it shows the cover picture. */
function withCover(documents: readonly PreparedDocument[], { pack, files, landmarks }: CoverSigns): PreparedDocument[] {
  const named = new Set(landmarks.filter(({ kind }) => /^cover/i.test(kind)).map(({ href }) => href.split('#')[0]));
  return documents.map((document, at) => {
    const { href, layout = pack.layout, spread } = document;
    const isCover = named.has(href) || (at === 0 && pack.cover !== null && [href, ...files.needs(href)].includes(pack.cover.path));
    return isCover && layout === 'pre-paginated' && !spread ? { ...document, spread: 'center' as const } : document;
  });
}

function addressFrom(from: string, href: string): string {
  const [path = '', fragment] = href.split('#');
  return hrefBetween(from, path) + (fragment === undefined ? '' : `#${fragment}`);
}

async function writeTexts(place: string, texts: readonly string[]): Promise<void> {
  const out = createWriteStream(place);
  for (const [document, text] of texts.entries()) {
    for (const piece of piecesOf(document, text)) if (!out.write(`${JSON.stringify(piece)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  if (!existsSync(place)) throw new Error('the texts were not written');
}
