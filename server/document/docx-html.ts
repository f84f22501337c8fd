import { openDocx } from './docx-package.ts';
import { BROKEN, readDocx } from './docx-parts.ts';
import { childOf, childrenOf, isElement, parseXml, type XmlElement } from './xml-tree.ts';
import { AppError, failed } from '../http/app-error.ts';
import { escapeXml } from './escape-xml.ts';

/** HTML of a .docx file, and what it had that HTML does not keep. */
export interface DocxHtml {
  readonly html: string;
  /** Pictures that cannot be shown in a book, such as charts and EMF. */
  readonly pictures: number;
  readonly tables: number;
  readonly notes: number;
  /** Pictures by the source that `html` has for them. */
  readonly media: ReadonlyMap<string, Uint8Array>;
}

/** Types of pictures that browsers show. */
const SHOWN = /\.(png|jpe?g|gif|webp)$/i;

const REVISIONS: ReadonlySet<string> = new Set(['w:ins', 'w:del', 'w:moveFrom', 'w:moveTo', 'w:rPrChange', 'w:pPrChange']);
const HEADING_NAME = /^(?:heading|标题)\s*([1-6])$/i;

const hasRevision = (element: XmlElement): boolean =>
  REVISIONS.has(element.name) || element.children.some((child) => isElement(child) && hasRevision(child));

/** Heading level by style id, from the outline level or the name of the style. */
function headingStyles(xml: string | undefined): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (xml === undefined) return found;
  for (const style of childrenOf(parseXml(xml), 'w:style')) {
    const styleId = style.attributes['w:styleId'] ?? '';
    const outline = childOf(childOf(style, 'w:pPr') ?? style, 'w:outlineLvl')?.attributes['w:val'];
    const byName = HEADING_NAME.exec(childOf(style, 'w:name')?.attributes['w:val'] ?? '')?.[1];
    const level = byName ? Number(byName) : outline === undefined ? 0 : Number(outline) + 1;
    if (level >= 1 && level <= 6) found.set(styleId, level);
  }
  return found;
}

const notesOf = (xml: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    xml === undefined ? [] : childrenOf(parseXml(xml), 'w:footnote').map((note) => [note.attributes['w:id'] ?? '', plainText(note).trim()] as const),
  );

const plainText = (element: XmlElement): string =>
  element.children.map((child) => (isElement(child) ? plainText(child) : element.name === 'w:t' ? child : '')).join('');

interface Reading {
  readonly headings: ReadonlyMap<string, number>;
  readonly footnotes: ReadonlyMap<string, string>;
  /** Part in the package by relationship id. */
  readonly targets: ReadonlyMap<string, string>;
  readonly used: Set<string>;
  /** Notes of the paragraph that is being read, in order. */
  open: string[];
  pictures: number;
  tables: number;
  notes: number;
}

const isOn = (run: XmlElement, name: string): boolean => {
  const found = childOf(childOf(run, 'w:rPr') ?? run, name);
  return found !== undefined && found.attributes['w:val'] !== '0' && found.attributes['w:val'] !== 'false';
};

const everyElement = (element: XmlElement): XmlElement[] => [element, ...element.children.filter(isElement).flatMap(everyElement)];

/** Pictures of a drawing with its alternative text; what browsers cannot show is counted. */
function pictureHtml(drawing: XmlElement, reading: Reading): string {
  const inside = everyElement(drawing);
  const alt = inside.find(({ name }) => name === 'wp:docPr')?.attributes['descr'] ?? '';
  const ids = inside.flatMap(({ name, attributes }) =>
    name === 'a:blip' ? [attributes['r:embed']] : name === 'v:imagedata' ? [attributes['r:id']] : [],
  );
  const sources = ids.flatMap((id) => (id === undefined ? [] : [reading.targets.get(id) ?? '']));
  if (sources.length === 0 || sources.some((source) => !SHOWN.test(source))) {
    reading.pictures += 1;
    return '';
  }
  for (const source of sources) reading.used.add(source);
  return sources.map((source) => `<img src="${escapeXml(source)}" alt="${escapeXml(alt)}"/>`).join('');
}

/** Parts of the package by relationship id; targets are relative to `word/`. */
function targetsOf(xml: string | undefined): ReadonlyMap<string, string> {
  const relations = xml === undefined ? [] : childrenOf(parseXml(xml), 'Relationship');
  return new Map(
    relations
      .filter(({ attributes }) => attributes['TargetMode'] !== 'External')
      .map(({ attributes: { Id = '', Target = '' } }) => [Id, Target.startsWith('/') ? Target.slice(1) : `word/${Target}`]),
  );
}

function runHtml(run: XmlElement, reading: Reading): string {
  let text = '';
  for (const child of run.children) {
    if (!isElement(child)) continue;
    if (child.name === 'w:t') text += escapeXml(plainText({ ...run, children: [child] }));
    else if (child.name === 'w:tab') text += '\u3000';
    else if (child.name === 'w:br' && child.attributes['w:type'] === undefined) text += '<br/>';
    else if (child.name === 'w:drawing' || child.name === 'w:pict' || child.name === 'w:object') text += pictureHtml(child, reading);
    else if (child.name === 'w:footnoteReference') {
      reading.notes += 1;
      const n = reading.notes;
      const note = escapeXml(reading.footnotes.get(child.attributes['w:id'] ?? '') ?? '');
      reading.open.push(`<aside epub:type="footnote" role="doc-footnote" id="n${n}"><p><a href="#r${n}">[${n}]</a> ${note}</p></aside>`);
      text += `<a epub:type="noteref" role="doc-noteref" id="r${n}" href="#n${n}">[${n}]</a>`;
    }
  }
  if (text === '') return '';
  const bold = isOn(run, 'w:b') ? `<strong>${text}</strong>` : text;
  return isOn(run, 'w:i') ? `<em>${bold}</em>` : bold;
}

const inlineHtml = (element: XmlElement, reading: Reading): string =>
  element.children
    .map((child) => {
      if (!isElement(child)) return '';
      if (child.name === 'w:r') return runHtml(child, reading);
      return ['w:hyperlink', 'w:smartTag', 'w:sdt', 'w:sdtContent', 'w:fldSimple'].includes(child.name) ? inlineHtml(child, reading) : '';
    })
    .join('');

function blockHtml(element: XmlElement, reading: Reading): string {
  if (element.name === 'w:p') {
    const properties = childOf(element, 'w:pPr');
    const style = properties && childOf(properties, 'w:pStyle')?.attributes['w:val'];
    const level = style === undefined ? 0 : (reading.headings.get(style) ?? 0);
    const inner = inlineHtml(element, reading);
    const notes = reading.open.splice(0).join('');
    if (inner.trim() === '') return notes;
    return (level > 0 ? `<h${level}>${inner}</h${level}>` : `<p>${inner}</p>`) + notes;
  }
  if (element.name === 'w:tbl') {
    reading.tables += 1;
    const rows = childrenOf(element, 'w:tr').map(
      (row) =>
        `<tr>${childrenOf(row, 'w:tc')
          .map((cell) => `<td>${blocksHtml(cell, reading)}</td>`)
          .join('')}</tr>`,
    );
    return `<table><tbody>${rows.join('')}</tbody></table>`;
  }
  return element.name === 'w:sdt' || element.name === 'w:sdtContent' ? blocksHtml(element, reading) : '';
}

const blocksHtml = (element: XmlElement, reading: Reading): string =>
  element.children.map((child) => (isElement(child) ? blockHtml(child, reading) : '')).join('');

async function mediaOf(bytes: Uint8Array, sources: ReadonlySet<string>): Promise<Map<string, Buffer>> {
  if (sources.size === 0) return new Map();
  const zip = await openDocx(bytes);
  return new Map(
    [...sources].flatMap((source) => {
      const file = zip.file(source);
      return file ? [[source, file.asNodeBuffer()] as const] : [];
    }),
  );
}

/** Converts the text of a .docx: headings, emphasis, tables and footnotes. Throws for a document with unresolved revision marks. */
export async function docxHtml(bytes: Uint8Array): Promise<DocxHtml> {
  const { xml } = await readDocx(bytes);
  try {
    const body = childOf(parseXml(xml.get('word/document.xml') ?? ''), 'w:body');
    if (!body) throw failed(BROKEN);
    if (hasRevision(body)) throw failed('文稿还有未处理的修订，请先接受或拒绝全部修订，再生成EPUB');
    const used = new Set<string>();
    const reading: Reading = {
      headings: headingStyles(xml.get('word/styles.xml')),
      footnotes: notesOf(xml.get('word/footnotes.xml')),
      targets: targetsOf(xml.get('word/_rels/document.xml.rels')),
      used,
      open: [],
      pictures: 0,
      tables: 0,
      notes: 0,
    };
    const html = blocksHtml(body, reading);
    return { html, pictures: reading.pictures, tables: reading.tables, notes: reading.notes, media: await mediaOf(bytes, used) };
  } catch (error) {
    throw error instanceof AppError ? error : failed(BROKEN);
  }
}
