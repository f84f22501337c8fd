import PizZip from 'pizzip';
import { escapeXml } from '../escape-xml.ts';
import type { DocxPackage, DocxPart, Relation } from './docx-package.ts';
import { FILE_TYPES } from './part-kinds.ts';
import { writePart } from './xml-part.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONSHIPS = 'application/vnd.openxmlformats-package.relationships+xml';
/** One time for all entries: the same content gives the same file. */
const ENTRY_TIME = new Date(Date.UTC(1980, 0, 2));

const relationsXml = (relations: readonly Relation[]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
    .map(
      ({ id, type, part, address }) =>
        `<Relationship Id="${escapeXml(id)}" Type="${escapeXml(type)}" Target="${escapeXml(part ? `/${part.name}` : (address ?? ''))}"${part ? '' : address?.startsWith('#') ? '' : ' TargetMode="External"'}/>`,
    )
    .join('')}</Relationships>`;

const relationsPath = (name: string): string => name.replace(/([^/]+)$/, '_rels/$1.rels');

const extensionOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1] ?? '';

const contentOf = (part: DocxPart): string | Buffer => (part.xml ? writePart(part.xml) : part.bytes);

/** Writes a document: canonical names, one entry per part, no part without a relationship. The same document gives the same bytes. */
export function writePackage({ parts, relations }: DocxPackage): Buffer {
  const zip = new PizZip();
  const add = (name: string, content: string | Buffer): void => void zip.file(name, content, { date: ENTRY_TIME });
  const all = [...parts.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const files = new Map(
    all
      .filter(({ xml }) => xml === null)
      .map(({ name, contentType }) => [extensionOf(name), contentType || (FILE_TYPES[extensionOf(name)] ?? 'application/octet-stream')]),
  );
  add(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="${RELATIONSHIPS}"/><Default Extension="xml" ContentType="application/xml"/>${[
      ...files,
    ]
      .map(([extension, type]) => `<Default Extension="${escapeXml(extension)}" ContentType="${escapeXml(FILE_TYPES[extension] ?? type)}"/>`)
      .join('')}${all
      .filter(({ xml, contentType }) => xml !== null && contentType !== 'application/xml')
      .map(({ name, contentType }) => `<Override PartName="/${escapeXml(name)}" ContentType="${escapeXml(contentType)}"/>`)
      .join('')}</Types>`,
  );
  add('_rels/.rels', relationsXml(relations));
  for (const part of all) {
    add(part.name, contentOf(part));
    if (part.relations.length > 0) add(relationsPath(part.name), relationsXml(part.relations));
  }
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
}
