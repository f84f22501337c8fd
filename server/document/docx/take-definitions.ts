import { isElement, type XmlElement } from '../xml-tree.ts';
import type { DocxPackage, DocxPart, Relation } from './docx-package.ts';

/** Parts with definitions: a word processor writes them in its own way at each save, with or without a change of the text. */
const DEFINITIONS: readonly string[] = ['styles', 'numbering', 'settings', 'fontTable', 'theme', 'webSettings'];
const PROPERTIES: readonly string[] = ['core-properties', 'extended-properties', 'custom-properties'];

/** What identifies an entry of a list of definitions; null for entries of which there is one. */
const keyOf = ({ name, attributes }: XmlElement): string | null => {
  const id = { 'w:style': 'w:styleId', 'w:num': 'w:numId', 'w:abstractNum': 'w:abstractNumId', 'w:font': 'w:name' }[name];
  return id === undefined ? null : `${name} ${attributes[id] ?? ''}`;
};
/** The order of the schema: templates of lists come before the lists. Source: ECMA-376 part 1, 17.9. */
const ORDER = ['w:numPicBullet', 'w:abstractNum', 'w:num'];
const orderOf = ({ name }: XmlElement): number => ORDER.indexOf(name);

/** The definitions of `base`, and those of `upload` that it does not have: inserted text may use them. */
function joined(base: DocxPart, upload: DocxPart): DocxPart {
  if (!base.xml || !upload.xml) return base;
  const children = base.xml.root.children.filter(isElement);
  const known = new Set(children.map(keyOf));
  const added = upload.xml.root.children.filter(isElement).filter((entry) => {
    const key = keyOf(entry);
    // A default style that is added would change text without a style of its own.
    return key !== null && !known.has(key) && entry.attributes['w:default'] !== '1';
  });
  if (added.length === 0) return base;
  const all = [...children, ...added].toSorted((one, other) => orderOf(one) - orderOf(other));
  return {
    ...base,
    xml: { unknown: new Map([...upload.xml.unknown, ...base.xml.unknown]), root: { ...base.xml.root, children: all }, ignored: base.xml.ignored },
  };
}

/** The relationships of the upload with the part of `base` of one kind; `parts` is changed accordingly. */
function replaced(parts: Map<string, DocxPart>, kind: string, base: readonly Relation[], upload: readonly Relation[]): Relation[] {
  const [was, is] = [base, upload].map((all) => all.find((one) => one.kind === kind));
  // Parts with parts of their own, such as pictures of a theme, stay: their names could meet those of other parts.
  if ((was?.part?.relations.length ?? 0) > 0 || (is?.part?.relations.length ?? 0) > 0) return [...upload];
  if (is?.part) parts.delete(is.part.name);
  const others = upload.filter((one) => one !== is);
  if (!was?.part) return others;
  const part = is?.part ? joined(was.part, is.part) : was.part;
  parts.set(part.name, part);
  let id = is?.id ?? kind;
  while (others.some((one) => one.id === id)) id += '1';
  return [...others, { ...was, id, part, address: null }];
}

/**
 * The upload with the styles, lists, settings, fonts, theme and properties of `base`, and with the definitions that only the upload has. Its text,
 * notes, comments, headers and pictures stay. Whether the text then looks as before is for the caller to compare.
 */
export function withDefinitionsOf(base: DocxPackage, upload: DocxPackage): DocxPackage {
  const parts = new Map(upload.parts);
  let own: readonly Relation[] = upload.main.relations;
  for (const kind of DEFINITIONS) own = replaced(parts, kind, base.main.relations, own);
  let outer: readonly Relation[] = upload.relations;
  for (const kind of PROPERTIES) outer = replaced(parts, kind, base.relations, outer);
  const main: DocxPart = { ...upload.main, relations: [...own] };
  parts.set(main.name, main);
  return { ...upload, main, parts, relations: outer.map((one) => (one.kind === 'officeDocument' ? { ...one, part: main, address: null } : one)) };
}
