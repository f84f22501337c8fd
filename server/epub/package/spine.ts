import { type ById, DOCUMENT_TYPES, isScripted, type ManifestItem, type Names, type SpineItem } from './items.ts';
import { mediaOf } from '../media.ts';
import { EpubError } from '../problem.ts';
import { all, type Element } from '../xml.ts';

/** Maximum number of repeated documents in the reading order; a spine that only repeats is not a book. */
const REPEATS_MOST = 200;

export interface SpineAround {
  readonly opf: string;
  readonly byId: ById;
  readonly manifest: readonly ManifestItem[];
  itemsOf(id: string): readonly ManifestItem[];
  readonly names: Names;
  /** Pages have a fixed layout unless they declare otherwise. */
  readonly fixed: boolean;
}

/** Returns the reading order. Entries without a readable document are left out and noted; throws `EpubError` when none remains. */
export function readSpine(spine: Element | undefined, around: SpineAround): SpineItem[] {
  const items: SpineItem[] = [];
  const seen = new Set<string>();
  const asked = new Map<string, number>();
  let repeats = 0;
  let refused: EpubError | null = null;
  for (const ref of spine ? all(spine, 'itemref') : documentsOf(around)) {
    const idref = ref.attributes['idref'] ?? '';
    // When an id belongs to two files, its second use means the second file.
    const turn = asked.get(idref) ?? 0;
    asked.set(idref, turn + 1);
    const same = around.itemsOf(idref);
    const said = same.length > 1 ? (same[turn] ?? same.at(-1)) : around.byId(idref);
    const read = readItem(said, idref, (ref.attributes['properties'] ?? '').split(/\s+/).filter(Boolean), around);
    if ('unread' in read) {
      refused ??= new EpubError(`${read.unread}${read.advice}`);
      around.names.findings?.lost(around.opf, `${read.unread}，已略过；读者看不到这一部分`);
      continue;
    }
    if (seen.has(read.item.path) && ++repeats > REPEATS_MOST) continue;
    seen.add(read.item.path);
    items.push({ ...read, linear: ref.attributes['linear'] !== 'no' });
  }
  if (items.length === 0) throw refused ?? new EpubError('书中没有阅读顺序（spine），没有可读的内容，请重新导出后再上传');
  return items;
}

/** For a package without a spine, for example a truncated one: the documents of the manifest, in its order. */
function documentsOf({ manifest, names, opf }: SpineAround): Pick<Element, 'attributes'>[] {
  const documents = manifest.filter(({ path, type, properties }) => DOCUMENT_TYPES.has(type) && names.has(path) && !properties.includes('nav'));
  if (documents.length > 0) names.findings?.repaired(opf, '里没有阅读顺序（spine），已按清单（manifest）的顺序排列；请核对章节次序');
  return documents.map(({ id, path }) => ({ attributes: { idref: id || path } }));
}

/** Why an item is not read, and what an editor can do. */
interface Unread {
  readonly unread: string;
  readonly advice: string;
}

function readItem(
  said: ManifestItem | undefined,
  idref: string,
  properties: readonly string[],
  around: SpineAround,
): Omit<SpineItem, 'linear'> | Unread {
  const { names, byId, fixed } = around;
  const { has } = names;
  const isShown = said !== undefined && has(said.path) && isPicture(said, names);
  const drawn = isShown && isFixed(properties, fixed) ? said : null;
  const item = drawn ? pageFor(drawn, has) : resolved(said, byId, names);
  if (item && (drawn || has(item.path))) return { item, picture: drawn, properties };
  if (item) return { unread: `阅读顺序中的文件“${item.path}”不在压缩包里`, advice: '，请补全后再上传' };
  // The picture has no fallback: it becomes a page.
  if (isShown) {
    names.findings?.repaired(around.opf, `的阅读顺序里“${said.path}”是图片而不是文档，已为它加了一页`);
    return { item: pageFor(said, has), picture: said, properties };
  }
  const missing = { unread: `阅读顺序中的“${idref.trim().slice(0, 80)}”在书里找不到对应的文件`, advice: '，请修正后再上传' };
  return unreadable(said, has) ?? missing;
}

function isFixed(properties: readonly string[], fixed: boolean): boolean {
  const own = properties.find((one) => /^(rendition:)?layout-(pre-paginated|reflowable)$/.test(one));
  return own ? own.endsWith('pre-paginated') : fixed;
}

/** A picture that readers can see; an SVG counts as a document. */
function isPicture({ path, type }: ManifestItem, { media = mediaOf }: Names): boolean {
  const made = media(path, type);
  return made?.kind === 'other' && made.type.startsWith('image/');
}

/** The page is written next to its picture, under an unused name. */
function pageFor(picture: ManifestItem, has: (path: string) => boolean): ManifestItem {
  let path = `${picture.path}.xhtml`;
  while (has(path)) path += '.xhtml';
  return { ...picture, id: '', path, type: 'application/xhtml+xml', properties: [], fallback: '' };
}

/** An existing file must not be reported as missing. */
function unreadable(item: ManifestItem | undefined, has: (path: string) => boolean): Unread | null {
  if (!item || !has(item.path)) return null;
  const unread = `阅读顺序中的“${item.path}”`;
  if (item.type.startsWith('image/'))
    return { unread: `${unread}是不能显示的图片，不是文档`, advice: '；请换成PNG或JPEG图片，放进一个XHTML文档，再重新上传' };
  return { unread: `${unread}不是可读的文档，也没有可读的替代（fallback）`, advice: '；请换成XHTML文档后再上传' };
}

/** Returns the item itself when it is a document, else the first existing document along its fallbacks. */
function resolved(item: ManifestItem | undefined, byId: ById, { has, media = mediaOf }: Names): ManifestItem | undefined {
  const seen = new Set<ManifestItem>();
  let scripted: ManifestItem | undefined;
  for (let at = item; at && !seen.has(at); at = byId(at.fallback)) {
    seen.add(at);
    if (!DOCUMENT_TYPES.has(at.type) || !(has(at.path) || !at.fallback)) continue;
    // A picture declared as a document is not a document.
    if (has(at.path) && media(at.path, at.type)?.kind !== 'document') continue;
    if (!isScripted(at)) return at;
    scripted ??= at;
  }
  if (scripted) return scripted;
  return item &&
    !item.fallback &&
    /\.(xhtml|html?|svg|xml)$/i.test(item.path) &&
    (!has(item.path) || media(item.path, item.type)?.kind === 'document')
    ? item
    : undefined;
}
