import { createHash } from 'node:crypto';
import { failed } from '../../http/app-error.ts';
import { childrenOf, isElement, type XmlElement } from '../xml-tree.ts';
import { transitional } from './namespaces.ts';
import { ACTIVE_KINDS, DROPPED_KINDS, EXTERNAL_KINDS, LINK_KINDS, PART_KINDS, type PartKind } from './part-kinds.ts';
import { BROKEN, decodeXml, parsePart, type XmlPart } from './xml-part.ts';
import { zipEntries } from './zip-entries.ts';

/** A relationship of a part: to another part, or an address outside the file. */
export type Relation = { readonly id: string; readonly type: string; readonly kind: string } & (
  | { readonly part: DocxPart; readonly address: null }
  | { readonly part: null; readonly address: string }
);

export interface DocxPart {
  /** Name in the written package. */
  readonly name: string;
  readonly kind: string;
  readonly contentType: string;
  /** The tree of an XML part; null for other files. */
  readonly xml: XmlPart | null;
  readonly bytes: Buffer;
  readonly relations: Relation[];
}

/** A .docx as this product stores it: what its main part reaches by relationships, and nothing else. */
export interface DocxPackage {
  readonly main: DocxPart;
  /** All parts by name. */
  readonly parts: ReadonlyMap<string, DocxPart>;
  /** Relationships of the package: the main part and the properties. */
  readonly relations: Relation[];
  /** What was left out, in words for people; empty for a usual document. */
  readonly removed: readonly string[];
}

const WITH_MACROS = '文档含有宏或控件，请在文字处理软件里另存为不含宏的“Word文档（.docx）”再上传';
const NOT_DOCX = '这不是docx文档（缺少正文），请选择扩展名为.docx的文档';
const TYPE_OF_DOCUMENT = /^application\/(vnd\.openxmlformats-officedocument\.wordprocessingml\.(document|template)|xml$)/;

/** Name of a relationship type: the last segment of its address. */
const kindOf = (type: string): string => transitional(type).split('/').at(-1) ?? '';

const relationsName = (part: string): string => {
  const at = part.lastIndexOf('/') + 1;
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`;
};

/** Name of the part at which a relationship of the part `from` points; null when it is no name of a part. */
function targetName(from: string, target: string): string | null {
  try {
    const path = new URL(target.replaceAll('\\', '/'), `zip:///${from}`).pathname;
    return decodeURIComponent(path).replace(/^\/+/, '');
  } catch {
    return null;
  }
}

/** Elements that load another document; their relationships are left out. */
const LOADS: ReadonlySet<string> = new Set(['w:attachedTemplate', 'w:altChunk', 'w:subDoc', 'w:frameset', 'w:mailMerge']);

/** References to notes: only the main text has them. In a note they could lead back to it. Source: ECMA-376 part 1, 17.11. */
const NOTE_REFERENCES: ReadonlySet<string> = new Set(['w:footnoteReference', 'w:endnoteReference']);
const NESTED_NOTES = '脚注、尾注、批注或页眉里的注释引用';

const without = (element: XmlElement, names: ReadonlySet<string>): XmlElement => ({
  ...element,
  children: element.children
    .filter((child) => !(isElement(child) && names.has(child.name)))
    .map((child) => (isElement(child) ? without(child, names) : child)),
});
const contains = (element: XmlElement, names: ReadonlySet<string>): boolean =>
  element.children.some((child) => isElement(child) && (names.has(child.name) || contains(child, names)));

class PackageReader {
  readonly #entries: ReadonlyMap<string, Buffer>;
  readonly #names: ReadonlyMap<string, string>;
  readonly #types: { readonly byName: ReadonlyMap<string, string>; readonly byExtension: ReadonlyMap<string, string> };
  readonly #read = new Map<string, DocxPart>();
  readonly #counts = new Map<string, number>();
  readonly removed = new Set<string>();
  readonly parts = new Map<string, DocxPart>();

  constructor(entries: ReadonlyMap<string, Buffer>) {
    this.#entries = entries;
    this.#names = new Map([...entries.keys()].map((name) => [name.toLowerCase(), name]));
    const types = this.#xml('[Content_Types].xml');
    const pairs = (element: string, key: string): ReadonlyMap<string, string> =>
      new Map(
        types === null
          ? []
          : childrenOf(types.root, element).map(({ attributes }) => [
              (attributes[key] ?? '').replace(/^\//, '').toLowerCase(),
              attributes['ContentType'] ?? '',
            ]),
      );
    this.#types = { byName: pairs('ct:Override', 'PartName'), byExtension: pairs('ct:Default', 'Extension') };
  }

  #entry(name: string): Buffer | null {
    return this.#entries.get(this.#names.get(name.toLowerCase()) ?? '') ?? null;
  }

  #xml(name: string): XmlPart | null {
    const bytes = this.#entry(name);
    return bytes === null ? null : parsePart(decodeXml(bytes));
  }

  #typeOf(name: string): string {
    const lower = name.toLowerCase();
    return this.#types.byName.get(lower) ?? this.#types.byExtension.get(/\.([^./]+)$/.exec(lower)?.[1] ?? '') ?? '';
  }

  /** Reads the relationships of a part. */
  relationsOf(name: string, into: Relation[]): void {
    const xml = this.#xml(name === '' ? '_rels/.rels' : relationsName(name));
    if (xml === null) return;
    const ids = new Set<string>();
    const singles = new Set<string>();
    for (const { attributes } of childrenOf(xml.root, 'pr:Relationship')) {
      const id = attributes['Id'] ?? '';
      const type = transitional(attributes['Type'] ?? '');
      const kind = kindOf(type);
      if (id === '' || ids.has(id)) throw failed(BROKEN);
      ids.add(id);
      if (ACTIVE_KINDS.has(kind)) throw failed(WITH_MACROS);
      if (Object.hasOwn(DROPPED_KINDS, kind)) {
        const reported = DROPPED_KINDS[kind];
        if (reported) this.removed.add(reported);
        continue;
      }
      if (PART_KINDS[kind]?.single) {
        if (singles.has(kind)) throw failed('文档内部有两份相同的部件，可能被篡改过，请在文字处理软件里重新另存为docx再上传');
        singles.add(kind);
      }
      const target = attributes['Target'] ?? '';
      if (attributes['TargetMode'] === 'External') {
        if (LINK_KINDS.has(kind)) into.push({ id, type, kind, part: null, address: target });
        else this.removed.add(EXTERNAL_KINDS[kind] ?? '外部链接');
        continue;
      }
      // A link to a place in the document has no part.
      if (LINK_KINDS.has(kind)) {
        into.push({ id, type, kind, part: null, address: target });
        continue;
      }
      const path = targetName(name, target);
      if (path === null || this.#entry(path) === null) continue;
      into.push({ id, type, kind, part: this.#part(path, kind), address: null });
    }
  }

  #part(path: string, kind: string): DocxPart {
    const key = path.toLowerCase();
    const known = this.#read.get(key);
    const rule: PartKind | undefined = PART_KINDS[kind];
    // One part as a picture and as a header: programs would not agree what it is.
    if (known && rule && (known.xml === null) !== (rule.binary === true)) throw failed(BROKEN);
    if (known) return known;
    const bytes = this.#entry(path) ?? Buffer.alloc(0);
    const contentType = rule?.type ?? this.#typeOf(path);
    if (/macroEnabled/i.test(this.#typeOf(path))) throw failed(WITH_MACROS);
    const isXml = rule ? !rule.binary : /xml$/i.test(contentType);
    const part: DocxPart = {
      name: this.#nameFor(path, rule),
      kind,
      contentType,
      xml: isXml ? parsePart(decodeXml(bytes)) : null,
      bytes,
      relations: [],
    };
    this.#read.set(key, part);
    this.parts.set(part.name, part);
    this.relationsOf(path, part.relations);
    if (part.xml && this.removed.size > 0) part.xml.root = without(part.xml.root, LOADS);
    if (part.xml && kind !== 'officeDocument' && contains(part.xml.root, NOTE_REFERENCES)) {
      part.xml.root = without(part.xml.root, NOTE_REFERENCES);
      this.removed.add(NESTED_NOTES);
    }
    return part;
  }

  #nameFor(path: string, rule: PartKind | undefined): string {
    const extension = /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? 'bin';
    const pattern = rule ? (rule.binary ? `${rule.name}.${extension}` : rule.name) : `word/other/part#.${extension}`;
    let name: string;
    do {
      const count = (this.#counts.get(pattern) ?? 0) + 1;
      this.#counts.set(pattern, count);
      name = pattern.includes('#') ? pattern.replace('#', String(count)) : count === 1 ? pattern : pattern.replace(/(\.\w+)$/, `${count}$1`);
    } while (this.parts.has(name));
    return name;
  }

  /** The type of the main part, before it is read. */
  mainType(): string {
    const xml = this.#xml('_rels/.rels');
    const found =
      xml === null ? [] : childrenOf(xml.root, 'pr:Relationship').filter(({ attributes }) => kindOf(attributes['Type'] ?? '') === 'officeDocument');
    const path = targetName('', found[0]?.attributes['Target'] ?? '');
    if (found.length !== 1 || path === null || this.#entry(path) === null) throw failed(NOT_DOCX);
    return this.#typeOf(path);
  }
}

/**
 * Reads a .docx by the relationships of its parts; names of entries mean nothing. Every other module of this product reads documents through it.
 * Throws an `AppError` in words for what is no document, for macros, for two parts where one is expected, and for excessive files.
 */
export async function readPackage(bytes: Uint8Array): Promise<DocxPackage> {
  const reader = new PackageReader(await zipEntries(bytes));
  const type = reader.mainType();
  if (/macroEnabled/i.test(type)) throw failed(WITH_MACROS);
  if (!TYPE_OF_DOCUMENT.test(type)) throw failed(NOT_DOCX);
  const relations: Relation[] = [];
  reader.relationsOf('', relations);
  const main = relations.find(({ kind }) => kind === 'officeDocument')?.part;
  if (!main?.xml || main.xml.root.name !== 'w:document') throw failed(NOT_DOCX);
  return { main, parts: reader.parts, relations, removed: [...reader.removed].toSorted() };
}

/** The part of `from` with a relationship of the given kind. */
export const partOf = (from: DocxPart, kind: string): DocxPart | null => from.relations.find((one) => one.kind === kind)?.part ?? null;

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
