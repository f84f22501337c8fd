import { ownValue } from '../../contract/own-value.ts';
import { isElement, type XmlElement } from './xml-tree.ts';

/** A revision mark of a document. */
export interface DocxMark {
  readonly kind: 'insert' | 'delete' | 'format';
  readonly author: string;
  /** As in the file, ISO 8601. */
  readonly date: string;
  readonly text: string;
  /** Number of the paragraph, from 1. */
  readonly paragraph: number;
}

/** A change of the columns of a table, `w:tblGridChange`, has no author and is part of the change of its cells. Source: ECMA-376 part 1, 17.13.5.33. */
const KINDS: Readonly<Record<string, DocxMark['kind']>> = {
  'w:ins': 'insert',
  'w:moveTo': 'insert',
  'w:del': 'delete',
  'w:moveFrom': 'delete',
  'w:rPrChange': 'format',
  'w:pPrChange': 'format',
  'w:sectPrChange': 'format',
  'w:tblPrChange': 'format',
  'w:trPrChange': 'format',
  'w:tcPrChange': 'format',
  'w:tblPrExChange': 'format',
  'w:numberingChange': 'format',
  'w:cellIns': 'insert',
  'w:cellDel': 'delete',
  'w:cellMerge': 'format',
  'w:customXmlInsRangeStart': 'insert',
  'w:customXmlMoveToRangeStart': 'insert',
  'w:customXmlDelRangeStart': 'delete',
  'w:customXmlMoveFromRangeStart': 'delete',
};

const textOf = (element: XmlElement): string =>
  element.children
    .map((child) =>
      isElement(child)
        ? child.name === 'w:t' || child.name === 'w:delText'
          ? child.children.filter((one) => !isElement(one)).join('')
          : textOf(child)
        : '',
    )
    .join('');

/** All revision marks of a part, in order. */
export function marksOf(root: XmlElement): DocxMark[] {
  const marks: DocxMark[] = [];
  let paragraph = 0;
  const walk = (element: XmlElement): void => {
    for (const child of element.children) {
      if (!isElement(child)) continue;
      if (child.name === 'w:p') paragraph += 1;
      const kind = ownValue(KINDS, child.name);
      if (kind)
        marks.push({
          kind,
          author: child.attributes['w:author'] ?? '',
          date: child.attributes['w:date'] ?? '',
          text: textOf(child).slice(0, 500),
          paragraph,
        });
      walk(child);
    }
  };
  walk(root);
  return marks;
}
