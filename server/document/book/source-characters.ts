import { partOf, type DocxPackage } from '../docx/docx-package.ts';
import { shownBranch } from '../docx/paragraph-text.ts';
import { isElement, type XmlElement } from '../xml-tree.ts';

const lengthOf = (text: string): number => [...text].length;

/**
 * Characters of the text of a document that a book must have: body, text boxes, tables, equations, readings of ruby, and the notes that the text
 * refers to. Counted apart from the conversion, so that the two can be compared.
 */
export function sourceCharacters({ main }: DocxPackage, body: XmlElement): number {
  const notes = new Map<string, XmlElement>();
  for (const [kind, name] of [
    ['footnotes', 'w:footnote'],
    ['endnotes', 'w:endnote'],
  ] as const)
    for (const note of partOf(main, kind)?.xml?.root.children ?? [])
      if (isElement(note) && note.name === name) notes.set(`${name} ${note.attributes['w:id'] ?? ''}`, note);
  const seen = new Set<string>();
  const count = (element: XmlElement): number => {
    if (element.name === 'mc:AlternateContent') {
      const branch = shownBranch(element);
      return branch ? count(branch) : 0;
    }
    let sum = 0;
    for (const child of element.children) {
      if (!isElement(child)) {
        if (element.name === 'w:t' || element.name === 'm:t') sum += lengthOf(child);
        continue;
      }
      if (child.name === 'w:footnoteReference' || child.name === 'w:endnoteReference') {
        const key = `${child.name.replace('Reference', '')} ${child.attributes['w:id'] ?? ''}`;
        const note = seen.has(key) ? undefined : notes.get(key);
        seen.add(key);
        if (note) sum += count(note);
      } else sum += count(child);
    }
    return sum;
  };
  return count(body);
}
