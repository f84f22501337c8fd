import type { ById, ManifestItem, Names } from './items.ts';
import { pathFrom } from '../path.ts';
import { all, first, type Element } from '../xml.ts';

interface Manifest {
  /** One item per file. */
  readonly manifest: readonly ManifestItem[];
  /** Returns the item of an id; it also accepts ids that differ in blanks or case, and the address of the file. */
  readonly byId: ById;
  /** All items with that id, because an id may occur twice. */
  readonly itemsOf: (id: string) => readonly ManifestItem[];
}

const TYPES: Readonly<Record<string, string>> = {
  xhtml: 'application/xhtml+xml',
  html: 'application/xhtml+xml',
  htm: 'application/xhtml+xml',
  ncx: 'application/x-dtbncx+xml',
  css: 'text/css',
  svg: 'image/svg+xml',
  smil: 'application/smil+xml',
};

/** Removes blanks, line breaks and invisible characters. */
const plain = (id: string): string => id.replace(/[\s\p{C}]+/gu, '');

export function readManifest(root: Element, opf: string, { find, has, findings }: Names): Manifest {
  const byPath = new Map<string, ManifestItem & { properties: string[] }>();
  const byId = new Map<string, ManifestItem[]>();
  for (const { attributes } of all(first(root, 'manifest') ?? root, 'item')) {
    const written = attributes['href'] ?? '';
    const path = pathFrom(opf, written, find);
    if (!path) continue;
    const id = (attributes['id'] ?? '').trim();
    const known = byPath.get(path);
    if (known) findings?.repaired(opf, `的清单（manifest）里“${path}”列了不止一次，已合为一项`);
    const properties = (attributes['properties'] ?? '').split(/\s+/).filter(Boolean);
    known?.properties.push(...properties);
    const item = known ?? {
      id,
      path,
      type: typeOf(attributes['media-type'], path),
      properties,
      fallback: (attributes['fallback'] ?? '').trim(),
      overlay: (attributes['media-overlay'] ?? '').trim(),
    };
    byPath.set(path, item);
    const same = byId.get(id) ?? [];
    if (same.length > 0 && !same.includes(item)) findings?.repaired(opf, `的清单（manifest）里编号“${id.slice(0, 80)}”用了不止一次`);
    if (!same.includes(item)) byId.set(id, [...same, item]);
  }
  const loose = new Map<string, ManifestItem[]>();
  for (const [id, items] of byId) {
    for (const key of [plain(id), plain(id).toLowerCase()]) if (!loose.has(key)) loose.set(key, items);
  }
  const itemsOf = (id: string): readonly ManifestItem[] => {
    const name = plain(id);
    if (name === '') return [];
    const items = byId.get(id.trim()) ?? loose.get(name) ?? loose.get(name.toLowerCase());
    if (items) return items;
    const path = pathFrom(opf, id, find);
    const item = path === null ? undefined : byPath.get(path);
    return item ? [item] : [];
  };
  return { manifest: [...byPath.values()], itemsOf, byId: (id) => itemsOf(id).find((item) => has(item.path)) ?? itemsOf(id)[0] };
}

/** Some packers omit the type, or use the same type for all text. */
function typeOf(said: string | undefined, path: string): string {
  const type = (said ?? '').toLowerCase().trim();
  const byName = TYPES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
  return type === '' || /^(text|application)\/(xml|plain|octet-stream)$/.test(type) ? (byName ?? type) : type;
}
