import { partOf, type DocxPackage } from '../docx/docx-package.ts';
import { shownBranch } from '../docx/paragraph-text.ts';
import { childOf, isElement, type XmlElement, type XmlNode } from '../xml-tree.ts';
import { symbolText } from './symbol-fonts.ts';

/** A paragraph of the manuscript. */
export interface SourceLine {
  /** As in the import sheet: `正文第3段`, `脚注第2条`. */
  readonly place: string;
  readonly text: string;
}

/** Text that is data of a field or a control, and is never shown. */
const DATA: ReadonlySet<string> = new Set(['w:instrText', 'w:delText', 'w:delInstrText', 'w:sdtPr', 'w:pPr', 'w:rPr', 'w:fldData']);

/**
 * The accepted text of a document by paragraphs, with notes and text boxes after the paragraph that has them. It is read apart from the conversion,
 * so that the book can be compared with it.
 */
export function sourceLines({ main }: DocxPackage, body: XmlElement): SourceLine[] {
  const lines: SourceLine[] = [];
  const noteElements = new Map<string, XmlElement>();
  for (const [kind, name] of [
    ['footnotes', 'w:footnote'],
    ['endnotes', 'w:endnote'],
  ] as const)
    for (const note of partOf(main, kind)?.xml?.root.children ?? [])
      if (isElement(note) && note.name === name) noteElements.set(`${name} ${note.attributes['w:id'] ?? ''}`, note);
  let paragraphs = 0;
  let notes = 0;
  let noteOf = '';

  const paragraph = (element: XmlElement): void => {
    if (noteOf === '') paragraphs += 1;
    const place = noteOf || `正文第${paragraphs}段`;
    const after: (() => void)[] = [];
    let text = '';
    const walk = (nodes: readonly XmlNode[]): void => {
      for (const node of nodes) {
        if (!isElement(node) || DATA.has(node.name)) continue;
        const { name, attributes } = node;
        if (name === 'w:t' || name === 'm:t') text += node.children.filter((child) => !isElement(child)).join('');
        else if (name === 'w:noBreakHyphen') text += '\u2011';
        else if (name === 'w:sym') text += symbolText(attributes['w:font'] ?? '', attributes['w:char'] ?? '') ?? '〓';
        else if (name === 'w:ruby') {
          walk(childOf(node, 'w:rubyBase')?.children ?? []);
          walk(childOf(node, 'w:rt')?.children ?? []);
        } else if (name === 'w:footnoteReference' || name === 'w:endnoteReference') {
          notes += 1;
          const number = notes;
          after.push(() => note(node, number));
        } else if (name === 'w:txbxContent') after.push(() => blocks(node.children));
        else if (name === 'mc:AlternateContent') walk(shownBranch(node)?.children ?? []);
        else walk(node.children);
      }
    };
    walk(element.children);
    lines.push({ place, text });
    for (const write of after) write();
  };
  const note = (reference: XmlElement, number: number): void => {
    const kind = reference.name.replace('Reference', '');
    const found = noteElements.get(`${kind} ${reference.attributes['w:id'] ?? ''}`);
    const outer = noteOf;
    noteOf = `${kind === 'w:footnote' ? '脚注' : '尾注'}第${number}条`;
    blocks(found?.children ?? []);
    noteOf = outer;
  };
  const blocks = (nodes: readonly XmlNode[]): void => {
    for (const node of nodes) {
      if (!isElement(node) || DATA.has(node.name)) continue;
      if (node.name === 'w:p') paragraph(node);
      else if (node.name === 'm:oMathPara' || node.name === 'm:oMath') paragraph({ name: 'w:p', attributes: {}, children: [node] });
      else if (node.name === 'mc:AlternateContent') blocks(shownBranch(node)?.children ?? []);
      else if (node.name === 'w:t')
        lines.push({ place: noteOf || `正文第${paragraphs}段`, text: node.children.filter((child) => !isElement(child)).join('') });
      else blocks(node.children);
    }
  };
  blocks(body.children);
  return lines;
}

/** The lines without the text that the import sheet names: what the book must have. */
export function expectedLines(lines: readonly SourceLine[], left: readonly SourceLine[]): SourceLine[] {
  const texts = lines.map(({ text }) => text);
  const byPlace = new Map<string, number[]>();
  for (const [index, { place }] of lines.entries()) byPlace.set(place, [...(byPlace.get(place) ?? []), index]);
  for (const { place, text } of left) {
    const index = [...(byPlace.get(place) ?? []), ...texts.keys()].find((at) => texts[at]?.includes(text));
    if (index === undefined) continue;
    const before = texts[index] ?? '';
    const at = before.indexOf(text);
    texts[index] = before.slice(0, at) + before.slice(at + text.length);
  }
  return lines.map(({ place }, index) => ({ place, text: texts[index] ?? '' }));
}
