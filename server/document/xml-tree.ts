import { SaxesParser } from 'saxes';

/** An element or a text of an XML part. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
}
export type XmlNode = XmlElement | string;

/** Elements of one part; a document of 300 000 characters with one run for each character has about three million. */
const ELEMENTS = 6_000_000;
const DEPTH = 400;

/** Parses an XML part into a tree. Throws an `Error` for malformed or excessive XML; document type declarations are not expanded. */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const open: XmlElement[] = [root];
  let elements = 0;
  let failure: Error | undefined;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('doctype', () => {
    failure ??= new Error('a document type declaration is not allowed');
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (elements > ELEMENTS || open.length > DEPTH) failure ??= new Error('the document has too many elements');
    if (failure) return;
    const element: XmlElement = { name, attributes: attributes as Record<string, string>, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => void open.at(-1)?.children.push(text));
  parser.on('closetag', () => void (failure ? undefined : open.pop()));
  parser.write(xml).close();
  if (failure) throw failure;
  return root.children.find((child): child is XmlElement => typeof child !== 'string') ?? root;
}

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string';
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string' && child.name === name);
export const childOf = (element: XmlElement, name: string): XmlElement | undefined => childrenOf(element, name)[0];
