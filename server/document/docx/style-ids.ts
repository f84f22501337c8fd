import { childOf, isElement, type XmlElement } from '../xml-tree.ts';
import { partOf, type DocxPackage, type DocxPart } from './docx-package.ts';

/** Elements whose value is the id of a style. Source: ECMA-376 part 1, 17.7.4 and 17.9. */
const REFERENCES: ReadonlySet<string> = new Set(
  'pStyle rStyle tblStyle basedOn next link styleLink numStyleLink clickAndTypeStyle defaultTableStyle'.split(' ').map((name) => `w:${name}`),
);

const stylesOf = ({ main }: DocxPackage): XmlElement[] =>
  partOf(main, 'styles')
    ?.xml?.root.children.filter(isElement)
    .filter(({ name }) => name === 'w:style') ?? [];
const idOf = (style: XmlElement): string => style.attributes['w:styleId'] ?? '';

/** One name for a style in all programs: they differ in case, and in the language of the names of their own styles. */
export const styleKey = (name: string): string => {
  const plain = name.trim().toLowerCase().replace(/\s+/g, ' ');
  const heading = /^(?:heading|标题) ?([1-9])$/.exec(plain)?.[1];
  if (heading) return `heading ${heading}`;
  return plain === '正文' || plain === 'default paragraph style' ? 'normal' : plain;
};
const keyOf = (style: XmlElement): string =>
  `${style.attributes['w:type'] ?? 'paragraph'} ${styleKey(childOf(style, 'w:name')?.attributes['w:val'] ?? idOf(style))}`;

/** The new id of each style of `upload` that has another one in `base`. */
function renamings(base: DocxPackage, upload: DocxPackage): Map<string, string> {
  const known = new Map(stylesOf(base).map((style) => [keyOf(style), idOf(style)]));
  const taken = new Set([...known.values(), ...stylesOf(upload).map(idOf)]);
  const found = new Map<string, string>();
  const kept = new Set<string>();
  for (const style of stylesOf(upload)) {
    const [id, there] = [idOf(style), known.get(keyOf(style))];
    if (there === id || id === '' || kept.has(id) || found.has(id)) kept.add(id);
    else if (there !== undefined) found.set(id, there);
    else if ([...known.values()].includes(id)) {
      // The id belongs to another style of `base`.
      let fresh = `${id}-1`;
      while (taken.has(fresh)) fresh += '1';
      taken.add(fresh);
      found.set(id, fresh);
    }
  }
  return found;
}

function renamed(element: XmlElement, ids: ReadonlyMap<string, string>): XmlElement {
  const attribute = element.name === 'w:style' ? 'w:styleId' : REFERENCES.has(element.name) ? 'w:val' : null;
  const id = attribute === null ? undefined : ids.get(element.attributes[attribute] ?? '');
  return {
    ...element,
    attributes: attribute !== null && id !== undefined ? { ...element.attributes, [attribute]: id } : element.attributes,
    children: element.children.map((child) => (isElement(child) ? renamed(child, ids) : child)),
  };
}

/**
 * The upload with the style ids of `base`: programs give the same style another id, such as 1, a or Heading1. Styles are the same when their type and
 * name are. What they define is not changed.
 */
export function withStyleIdsOf(base: DocxPackage, upload: DocxPackage): DocxPackage {
  const ids = renamings(base, upload);
  if (ids.size === 0) return upload;
  const made = new Map<DocxPart, DocxPart>();
  const parts = new Map<string, DocxPart>();
  for (const [name, part] of upload.parts) {
    const copy = { ...part, xml: part.xml && { ...part.xml, root: renamed(part.xml.root, ids) }, relations: [...part.relations] };
    made.set(part, copy);
    parts.set(name, copy);
  }
  const target = (part: DocxPart): DocxPart => made.get(part) ?? part;
  for (const part of parts.values())
    for (const [index, relation] of part.relations.entries()) if (relation.part) part.relations[index] = { ...relation, part: target(relation.part) };
  const relations = upload.relations.map((one) => (one.part ? { ...one, part: target(one.part) } : one));
  return { ...upload, parts, main: target(upload.main), relations };
}
