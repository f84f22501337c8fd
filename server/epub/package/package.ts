import type { Landmark } from '../../../contract/reading/prepared-book.ts';
import { clipped } from './metadata-limits.ts';
import { landmark } from './nav.ts';
import { pathFrom, type Find } from '../path.ts';
import { directed, languageTag, progression } from '../direction.ts';
import { EpubError } from '../problem.ts';
import { NO_SIGNS, renditionOf, type RenditionSigns } from '../rendition-signs.ts';
import type { ById, ManifestItem, Names, SpineItem } from './items.ts';
import { readManifest } from './manifest.ts';
import { readSpine } from './spine.ts';
import { all, first, lineOf, type Element } from '../xml.ts';

export interface Package {
  /** EPUB version: 2 or 3. */
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
  /** The package declares vertical writing. */
  readonly saysVertical: boolean;
  readonly manifest: readonly ManifestItem[];
  readonly byId: ById;
  readonly spine: readonly SpineItem[];
  readonly nav: ManifestItem | null;
  readonly ncx: ManifestItem | null;
  /** A picture, or a document that shows one. */
  readonly cover: ManifestItem | null;
  /** `rendition:orientation` and similar properties, as written. */
  readonly rendition: readonly { readonly property: string; readonly value: string }[];
  readonly uniqueIdentifier: string;
  /** The guide of an older EPUB. */
  readonly landmarks: readonly Landmark[];
}

const TITLE_LENGTH = 200;
const DESCRIPTION_LENGTH = 20_000;

/** Returns the path of the package file from `META-INF/container.xml`; null when it is not given. */
export function packagePath(container: Element, find?: Find): string | null {
  const rootfiles = all(container, 'rootfile');
  const root = rootfiles.find((one) => one.attributes['media-type'] === 'application/oebps-package+xml') ?? rootfiles[0];
  return (root && pathFrom('container.xml', root.attributes['full-path'] ?? '', find)) ?? null;
}

/**
 * Reads an EPUB 2 or 3 package. Spine items that are not documents are resolved along their fallbacks.
 * Throws `EpubError`.
 */
export function readPackage(tree: Element, opf: string, names: Names, signs: RenditionSigns = NO_SIGNS): Package {
  const { find } = names;
  const root = first(tree, 'package');
  if (!root) throw new EpubError(`“${opf}”不是EPUB的描述文件（OPF），请重新导出后再上传`);
  const { manifest, byId, itemsOf } = readManifest(root, opf, names);
  const spineElement = first(root, 'spine');
  const metadata = first(root, 'metadata') ?? root;
  const metas = all(root, 'meta');
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
  const rendition = renditionOf(metas, signs);
  const fixed = rendition.some((meta) => meta.property === 'rendition:layout' && meta.value === 'pre-paginated');
  const spine = readSpine(spineElement, { byId, manifest, itemsOf, names, fixed, opf });
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
    byId,
    spine,
    nav: manifest.find((item) => item.properties.includes('nav')) ?? null,
    ncx:
      byId(spineElement?.attributes['toc'] ?? '') ??
      manifest.find((item) => item.type === 'application/x-dtbncx+xml') ??
      manifest.find((item) => /\.ncx$/i.test(item.path)) ??
      null,
    cover: cover(root, (href) => pathFrom(opf, href, find), manifest, byId, named('cover')),
    rendition,
    uniqueIdentifier: uniqueIdentifier(root),
    landmarks: all(root, 'reference').flatMap(({ attributes }) =>
      landmark(attributes['type'] ?? '', lineOf(attributes['title'] ?? ''), attributes['href'] ?? '', { from: opf, insteadOf: (path) => path, find }),
    ),
  };
}

/** Cut to the limit, without half a tag at the end. */
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
  byId: ById,
  named: string,
): ManifestItem | null {
  const byProperty = manifest.find((item) => item.properties.includes('cover-image'));
  if (byProperty) return byProperty;
  const byName = byId(named) ?? manifest.find((item) => named !== '' && item.path.endsWith(named));
  if (byName) return byName;
  const reference = all(root, 'reference').find((one) => /^cover/i.test(one.attributes['type'] ?? ''));
  const path = reference && pathOf(reference.attributes['href'] ?? '');
  return manifest.find((item) => item.path === path) ?? manifest.find((item) => /^(cover|cover-image|coverimage)$/i.test(item.id)) ?? null;
}
