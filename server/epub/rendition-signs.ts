import { all, lineOf, type Element } from './xml.ts';

/** What other files of a book declare about its layout. */
export interface RenditionSigns {
  /** Options of `com.apple.ibooks.display-options.xml` and the similar Kobo file, by lower-case name. */
  readonly options: ReadonlyMap<string, string>;
  /** Returns whether every document declares the size it is designed for (`<meta name="viewport">`). */
  isEverySized(): boolean;
}

export const NO_SIGNS: RenditionSigns = { options: new Map(), isEverySized: () => false };

export const DISPLAY_OPTIONS = ['META-INF/com.apple.ibooks.display-options.xml', 'META-INF/com.kobobooks.display-options.xml'] as const;

/** Options for all devices take precedence over those for one device. */
export function displayOptions(trees: readonly Element[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const platforms = trees.flatMap((tree) => all(tree, 'platform'));
  const inOrder = platforms.toSorted((a, b) => Number(b.attributes['name'] === '*') - Number(a.attributes['name'] === '*'));
  for (const option of inOrder.flatMap((platform) => all(platform, 'option'))) {
    const name = (option.attributes['name'] ?? '').trim().toLowerCase();
    if (!found.has(name)) found.set(name, lineOf(option.text).toLowerCase());
  }
  return found;
}

type Property = { readonly property: string; readonly value: string };

const OURS = /^rendition:(layout|orientation|spread|flow|viewport)$/;
const YES = /^(true|yes|1)$/i;
const isTrue = (value: string | undefined): boolean => YES.test(value ?? '');

/**
 * Returns the `rendition:*` properties of a package: in EPUB 3 form, in the form of older packages (`<meta name="rendition:layout"
 * content="…">`), and in
 * the forms of Apple, Amazon and Kobo. EPUB 3 takes precedence. A size on every page alone does not mean a fixed layout, because many
 * converters
 * write it; together with a sign of a picture book it does.
 */
export function renditionOf(metas: readonly Element[], signs: RenditionSigns): readonly Property[] {
  const standard = metas
    .filter((meta) => OURS.test(meta.attributes['property'] ?? '') && !meta.attributes['refines'])
    .map((meta) => ({ property: meta.attributes['property'] ?? '', value: lineOf(meta.text) || lineOf(meta.attributes['content'] ?? '') }));
  const named = new Map<string, string>();
  for (const { attributes } of metas) {
    const name = (attributes['name'] ?? '').trim().toLowerCase();
    if (name && !named.has(name)) named.set(name, lineOf(attributes['content'] ?? ''));
  }
  const older = [...named].filter(([name]) => OURS.test(name)).map(([property, value]) => ({ property, value: value.toLowerCase() }));
  const vendor: Property[] = [];
  if (isFixed(named, signs)) vendor.push({ property: 'rendition:layout', value: 'pre-paginated' });
  const turned = orientation(named.get('orientation-lock') ?? signs.options.get('orientation-lock') ?? '');
  if (turned) vendor.push({ property: 'rendition:orientation', value: turned });
  const made: Property[] = [...standard];
  for (const one of [...older, ...vendor]) if (one.value && made.every(({ property }) => property !== one.property)) made.push(one);
  return made;
}

function isFixed(named: ReadonlyMap<string, string>, { options, isEverySized }: RenditionSigns): boolean {
  if (isTrue(options.get('fixed-layout')) || isTrue(named.get('fixed-layout'))) return true;
  // A size in pixels for the whole book; Kindle requires it only for a fixed layout.
  if (/^\s*\d{2,5}\s*[x×]\s*\d{2,5}\s*$/i.test(named.get('original-resolution') ?? '')) return true;
  const ofPictures =
    /^(comic|children)$/i.test(named.get('book-type') ?? '') || isTrue(named.get('region-mag')) || isTrue(named.get('regionmagnification'));
  return ofPictures && isEverySized();
}

function orientation(lock: string): string {
  if (/landscape/i.test(lock)) return 'landscape';
  return /portrait/i.test(lock) ? 'portrait' : '';
}
