import type { Landmark } from '../../contract/reading/prepared-book.ts';
import { clipped } from './draft-words.ts';
import { mediaOf } from './epub-media.ts';
import { landmark } from './epub-nav.ts';
import { pathFrom, type Find } from './epub-path.ts';
import { directed, languageTag, progression } from './epub-direction.ts';
import { EpubProblem } from './epub-problem.ts';
import { all, first, lineOf, type Element } from './epub-xml.ts';

export interface ManifestItem {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly properties: readonly string[];
  readonly fallback: string;
  /** The id of what reads it aloud. */
  readonly overlay: string;
}

export interface SpineItem {
  readonly item: ManifestItem;
  /** What the item is a page for, which is still to be written: of pages that are drawn for one size a picture may be one. */
  readonly picture: ManifestItem | null;
  readonly linear: boolean;
  readonly properties: readonly string[];
}

export interface Package {
  /** Of the format: 2, 3. */
  readonly version: number;
  readonly title: string;
  readonly creators: readonly string[];
  readonly language: string;
  readonly description: string;
  readonly publisher: string;
  readonly date: string;
  readonly identifier: string;
  readonly isbn: string;
  readonly layout: 'reflowable' | 'pre-paginated';
  readonly direction: 'ltr' | 'rtl';
  /** Says of itself that it is written from top to bottom. */
  readonly saysVertical: boolean;
  readonly manifest: readonly ManifestItem[];
  readonly spine: readonly SpineItem[];
  readonly nav: ManifestItem | null;
  readonly ncx: ManifestItem | null;
  /** An image, or a document that shows one. */
  readonly cover: ManifestItem | null;
  /** `rendition:orientation` and the like, as written. */
  readonly rendition: readonly { readonly property: string; readonly value: string }[];
  readonly uniqueIdentifier: string;
  /** The guide of an older book. */
  readonly landmarks: readonly Landmark[];
}

/** What the archive holds, and how it is found there. */
export interface Names {
  has(path: string): boolean;
  readonly find: Find;
}

const TITLE_LENGTH = 200;
/** A document may be read more than once; a list of nothing but repetitions is no book. */
const REPEATS_MOST = 200;
const DESCRIPTION_LENGTH = 20_000;

/** Where the package file is, by `META-INF/container.xml`. */
export function packagePath(container: Element, find?: Find): string {
  const rootfiles = all(container, 'rootfile');
  const root = rootfiles.find((one) => one.attributes['media-type'] === 'application/oebps-package+xml') ?? rootfiles[0];
  const path = root && pathFrom('container.xml', root.attributes['full-path'] ?? '', find);
  if (!path) throw new EpubProblem('META-INF/container.xml 没有指明书的描述文件（OPF），请重新导出后再上传');
  return path;
}

/**
 * Reads an EPUB 2 or 3 package. Spine items of a kind that is no document are followed along their fallbacks.
 * Throws `EpubProblem`.
 */
export function readPackage(tree: Element, opf: string, { has, find }: Names): Package {
  const root = first(tree, 'package');
  if (!root) throw new EpubProblem(`“${opf}”不是EPUB的描述文件（OPF），请重新导出后再上传`);
  const manifest = readManifest(root, opf, find);
  const byId = new Map(manifest.map((item) => [item.id, item]));
  const spineElement = first(root, 'spine');
  const metadata = first(root, 'metadata') ?? root;
  const metas = all(root, 'meta');
  const property = (name: string): string => lineOf(metas.find((meta) => meta.attributes['property'] === name)?.text ?? '');
  const named = (name: string): string => lineOf(metas.find((meta) => meta.attributes['name'] === name)?.attributes['content'] ?? '');
  const texts = (name: string): string[] =>
    all(metadata, name)
      .map((one) => directed(lineOf(one.text), one.attributes['dir'] ?? root.attributes['dir']))
      .filter(Boolean);
  const word = (name: string): string =>
    all(metadata, name)
      .map((one) => lineOf(one.text))
      .find(Boolean) ?? '';
  const language = languageTag(word('language'));
  const fixed = property('rendition:layout') === 'pre-paginated' || named('fixed-layout') === 'true';
  const spine = readSpine(spineElement, { byId, has, fixed });
  return {
    version: Number.parseFloat(root.attributes['version'] ?? '') || 0,
    title: clipped(texts('title')[0] ?? '', TITLE_LENGTH),
    creators: creators(root),
    language,
    description: descriptionOf(all(metadata, 'description')[0]?.text.trim() ?? ''),
    publisher: texts('publisher')[0] ?? '',
    date: word('date'),
    identifier: uniqueIdentifier(root),
    isbn: isbn(all(metadata, 'identifier')),
    layout: fixed ? 'pre-paginated' : 'reflowable',
    direction: progression(spineElement?.attributes['page-progression-direction'], language),
    saysVertical: /vertical-rl/.test(named('primary-writing-mode')),
    manifest,
    spine,
    nav: manifest.find((item) => item.properties.includes('nav')) ?? null,
    ncx: byId.get(spineElement?.attributes['toc'] ?? '') ?? manifest.find((item) => item.type === 'application/x-dtbncx+xml') ?? null,
    cover: cover(root, (href) => pathFrom(opf, href, find), manifest, byId, named('cover')),
    rendition: metas
      .filter(
        (meta) => /^rendition:(layout|orientation|spread|flow|viewport)$/.test(meta.attributes['property'] ?? '') && !meta.attributes['refines'],
      )
      .map((meta) => ({ property: meta.attributes['property'] ?? '', value: lineOf(meta.text) })),
    uniqueIdentifier: uniqueIdentifier(root),
    landmarks: all(root, 'reference').flatMap(({ attributes }) =>
      landmark(attributes['type'] ?? '', lineOf(attributes['title'] ?? ''), attributes['href'] ?? '', { from: opf, insteadOf: (path) => path, find }),
    ),
  };
}

function readManifest(root: Element, opf: string, find: Find): ManifestItem[] {
  const seen = new Set<string>();
  const items: ManifestItem[] = [];
  for (const item of all(first(root, 'manifest') ?? root, 'item')) {
    const path = pathFrom(opf, item.attributes['href'] ?? '', find);
    if (!path || seen.has(path)) continue;
    seen.add(path);
    items.push({
      id: item.attributes['id'] ?? '',
      path,
      type: (item.attributes['media-type'] ?? '').toLowerCase().trim(),
      properties: list(item.attributes['properties']),
      fallback: item.attributes['fallback'] ?? '',
      overlay: item.attributes['media-overlay'] ?? '',
    });
  }
  return items;
}

const list = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean);

export const DOCUMENT_TYPES: ReadonlySet<string> = new Set([
  'application/xhtml+xml',
  'text/html',
  'image/svg+xml',
  'application/x-dtbook+xml',
  'text/x-oeb1-document',
]);

interface SpineAround {
  readonly byId: ReadonlyMap<string, ManifestItem>;
  has(path: string): boolean;
  /** Pages are drawn for one size, unless they say otherwise. */
  readonly fixed: boolean;
}

function readSpine(spine: Element | undefined, { byId, has, fixed }: SpineAround): SpineItem[] {
  const items: SpineItem[] = [];
  const seen = new Set<string>();
  let repeats = 0;
  for (const ref of all(spine ?? { name: '', attributes: {}, children: [], text: '' }, 'itemref')) {
    const idref = ref.attributes['idref'] ?? '';
    const properties = list(ref.attributes['properties']);
    const said = byId.get(idref);
    const picture = said && isFixed(properties, fixed) && has(said.path) && isPicture(said) ? said : null;
    const item = picture ? pageFor(picture, has) : resolved(said, byId, has);
    if (!item) throw unreadable(said, has) ?? new EpubProblem(`阅读顺序中的“${idref.slice(0, 80)}”在书里找不到对应的文件，请修正后再上传`);
    if (!picture && !has(item.path)) throw new EpubProblem(`阅读顺序中的文件“${item.path}”不在压缩包里，请补全后再上传`);
    if (seen.has(item.path) && ++repeats > REPEATS_MOST) continue;
    seen.add(item.path);
    items.push({ item, picture, linear: ref.attributes['linear'] !== 'no', properties });
  }
  if (items.length === 0) throw new EpubProblem('书中没有阅读顺序（spine），没有可读的内容，请重新导出后再上传');
  return items;
}

function isFixed(properties: readonly string[], fixed: boolean): boolean {
  const own = properties.find((one) => /^(rendition:)?layout-(pre-paginated|reflowable)$/.test(one));
  return own ? own.endsWith('pre-paginated') : fixed;
}

/** One that readers see; a drawing is a document. */
function isPicture({ path, type }: ManifestItem): boolean {
  const media = mediaOf(path, type);
  return media?.kind === 'other' && media.type.startsWith('image/');
}

/** Stands beside its picture, under a name that nothing has. */
function pageFor(picture: ManifestItem, has: (path: string) => boolean): ManifestItem {
  let path = `${picture.path}.xhtml`;
  while (has(path)) path += '.xhtml';
  return { ...picture, id: '', path, type: 'application/xhtml+xml', properties: [], fallback: '' };
}

/** Of a file that is there it is not said that it is missing. */
function unreadable(item: ManifestItem | undefined, has: (path: string) => boolean): EpubProblem | null {
  if (!item || !has(item.path)) return null;
  if (isPicture(item) || item.type.startsWith('image/'))
    return new EpubProblem(`阅读顺序中的“${item.path}”是图片，不是文档；请把它放进一个XHTML文档，让阅读顺序指向那个文档，再重新上传`);
  return new EpubProblem(`阅读顺序中的“${item.path}”不是可读的文档，也没有可读的替代（fallback）；请换成XHTML文档后再上传`);
}

/** A script never runs here: a document that needs one gives way to its fallback. */
export const isScripted = (item: Pick<ManifestItem, 'properties' | 'fallback'>): boolean =>
  item.fallback !== '' && item.properties.includes('scripted');

/** The item itself when it is a document, or the first along its fallbacks that is and exists. */
function resolved(item: ManifestItem | undefined, byId: ReadonlyMap<string, ManifestItem>, has: (path: string) => boolean): ManifestItem | undefined {
  const seen = new Set<ManifestItem>();
  let scripted: ManifestItem | undefined;
  for (let at = item; at && !seen.has(at); at = byId.get(at.fallback)) {
    seen.add(at);
    if (!DOCUMENT_TYPES.has(at.type) || !(has(at.path) || !at.fallback)) continue;
    if (!isScripted(at)) return at;
    scripted ??= at;
  }
  if (scripted) return scripted;
  return item && !item.fallback && /\.(xhtml|html?|svg)$/i.test(item.path) ? item : undefined;
}

/** Cut, it ends with no half of a tag. */
const descriptionOf = (text: string): string =>
  text.length > DESCRIPTION_LENGTH ? clipped(text, DESCRIPTION_LENGTH).replace(/<\/?[a-z][^<>]{0,2000}$/i, '') : text;

function creators(root: Element): string[] {
  const roles = new Map(
    all(root, 'meta')
      .filter((meta) => meta.attributes['property'] === 'role')
      .map((meta) => [(meta.attributes['refines'] ?? '').replace('#', ''), lineOf(meta.text)]),
  );
  const found = all(root, 'creator').map((one) => ({
    name: directed(clipped(lineOf(one.text), 100), one.attributes['dir'] ?? root.attributes['dir']),
    role: one.attributes['role'] ?? roles.get(one.attributes['id'] ?? '') ?? 'aut',
  }));
  const authors = found.filter((one) => one.name && one.role === 'aut');
  return (authors.length > 0 ? authors : found.filter((one) => one.name)).map((one) => one.name);
}

function uniqueIdentifier(root: Element): string {
  const identifiers = all(root, 'identifier');
  const unique = identifiers.find((one) => one.attributes['id'] === root.attributes['unique-identifier']) ?? identifiers[0];
  return unique?.text.trim() ?? '';
}

function isbn(identifiers: readonly Element[]): string {
  for (const one of identifiers) {
    const digits = one.text.replace(/^\s*(urn:)?isbn[:\s]*/i, '').replace(/[\s-]/g, '');
    if (/^97[89]\d{10}$/.test(digits) || (/isbn/i.test(`${one.attributes['scheme'] ?? ''}${one.text}`) && /^\d{9}[\dXx]$/.test(digits)))
      return digits;
  }
  return '';
}

function cover(
  root: Element,
  pathOf: (href: string) => string | null,
  manifest: readonly ManifestItem[],
  byId: ReadonlyMap<string, ManifestItem>,
  named: string,
): ManifestItem | null {
  const byProperty = manifest.find((item) => item.properties.includes('cover-image'));
  if (byProperty) return byProperty;
  const byName = byId.get(named) ?? manifest.find((item) => named !== '' && item.path.endsWith(named));
  if (byName) return byName;
  const reference = all(root, 'reference').find((one) => /^cover/i.test(one.attributes['type'] ?? ''));
  const path = reference && pathOf(reference.attributes['href'] ?? '');
  return manifest.find((item) => item.path === path) ?? manifest.find((item) => /^(cover|cover-image|coverimage)$/i.test(item.id)) ?? null;
}
