import { SaxesParser } from 'saxes';
import { MB } from '../../../contract/limits.ts';
import { ENTITIES } from '../../epub/entities.ts';
import { failed } from '../../http/app-error.ts';
import { escapeHtml, withoutControls } from './read-question.format.ts';

export const XML_LIMIT = { bytes: 20 * MB, depth: 64, elements: 1_500_000 } as const;

/** An element with its local name and the line on which its start tag ends. */
export interface Xml {
  readonly name: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlContent[];
}
export type XmlContent = Xml | string;

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

const DECLARED = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;
/** What old programs call GB18030. */
const CHINESE = /^(?:gb2312|gbk|gb_2312-80|x-gbk|cp936|hz-gb-2312)$/i;

/** Text of a file: by its byte order mark, its declaration, as UTF-8, else as GB18030. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const declared = DECLARED.exec(
    bytes
      .subarray(0, 400)
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, ''),
  )?.[1];
  for (const label of ['utf-8', declared && !/^utf-?16/i.test(declared) ? (CHINESE.test(declared) ? 'gb18030' : declared) : 'gb18030'])
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding.
    }
  return new TextDecoder('gb18030').decode(bytes);
}

/** The local name of the root element of a text, '' for none: what the content of a file is. */
export function rootNameOf(text: string): string {
  let at = 0;
  // A byte order mark, the declaration, comments and instructions come before it.
  for (let turns = 0; turns < 50; turns += 1) {
    while (/[\s\ufeff]/.test(text.charAt(at))) at += 1;
    if (text.startsWith('<!--', at)) at = text.indexOf('-->', at) + 3;
    else if (text.startsWith('<?', at)) at = text.indexOf('?>', at) + 2;
    else if (text.startsWith('<!', at)) at = text.indexOf('>', at) + 1;
    else return localOf(/^<([\w.:-]{1,80})/.exec(text.slice(at, at + 100))?.[1] ?? '');
    if (at < 2) return '';
  }
  return '';
}

/** Signs `&` that begin no entity, outside of CDATA. */
const BARE = /&(?!(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][\w.-]{0,40});)/g;
const withEscapedSigns = (text: string): string =>
  text
    .split(/(<!\[CDATA\[[^]*?\]\]>)/)
    .map((piece, at) => (at % 2 === 0 ? piece.replace(BARE, '&amp;') : piece))
    .join('');

class Fault extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

function parse(text: string): Xml {
  const root: Xml = { name: '', line: 1, attributes: {}, children: [] };
  const open: Xml[] = [root];
  let elements = 0;
  const parser = new SaxesParser();
  // Without a prototype, so that `&constructor;` is undefined.
  parser.ENTITIES = Object.assign(Object.create(null) as Record<string, string>, parser.ENTITIES, ENTITIES);
  parser.on('error', (error) => {
    throw new Fault(error.message, parser.line);
  });
  parser.on('doctype', () => {
    throw failed(`第${parser.line}行有 DOCTYPE 声明，不能导入；请删除这一行后重新上传`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (open.length > XML_LIMIT.depth) throw failed(`第${parser.line}行的元素嵌套超过${XML_LIMIT.depth}层，不能导入`);
    if (elements > XML_LIMIT.elements) throw failed('文件里的元素过多，请拆成几个文件分别导入');
    const own: Record<string, string> = Object.create(null) as Record<string, string>;
    for (const [key, value] of Object.entries(attributes as Record<string, string>)) own[localOf(key)] ??= value;
    const element: Xml = { name: localOf(name), line: parser.line, attributes: own, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const add = (piece: string): void => {
    const list = open.at(-1)?.children;
    const last = list?.at(-1);
    if (typeof last === 'string') list![list!.length - 1] = last + piece;
    else list?.push(piece);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  const top = root.children.find((child): child is Xml => typeof child !== 'string');
  if (!top) throw new Fault('no element', 1);
  return top;
}

/**
 * Reads XML into a tree with lines. A sign `&` that is not escaped is read as text when nothing else is wrong. Throws an `AppError` with the line for
 * what is no XML, for a document type declaration, and for a file that is too large or too deep.
 */
export function readXml(given: string, name = ''): Xml {
  const where = name === '' ? '' : `“${name}”`;
  if (Buffer.byteLength(given) > XML_LIMIT.bytes) throw failed(`${where || '文件'}超过20MB，请拆成几个文件分别导入`);
  const text = withoutControls(given.replace(/^[\ufeff\s]+/, ''));
  const lines = given.length - given.replace(/^[\ufeff\s]+/, '').length === 0 ? 0 : (given.slice(0, given.indexOf('<')).match(/\n/g)?.length ?? 0);
  const wrong = (error: unknown): never => {
    if (!(error instanceof Fault)) throw error;
    throw failed(`${where}第${error.line + lines}行附近的 XML 写法不对，可能文件不完整；请重新导出后再上传`);
  };
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    try {
      return parse(withEscapedSigns(text));
    } catch {
      return wrong(error);
    }
  }
}

export const isXml = (node: XmlContent): node is Xml => typeof node !== 'string';
export const elementsOf = (element: Xml, name?: string): Xml[] =>
  element.children.filter((child): child is Xml => isXml(child) && (name === undefined || child.name === name));
export const elementOf = (element: Xml | undefined, name: string): Xml | undefined =>
  element?.children.find((child): child is Xml => isXml(child) && child.name === name);
/** All text inside an element. */
export const textIn = (element: Xml | undefined): string =>
  element ? element.children.map((child) => (isXml(child) ? textIn(child) : child)).join('') : '';

/** Elements of some names below an element, in order; those inside of a found one are left out. */
export function within(element: Xml, names: ReadonlySet<string>): Xml[] {
  const found: Xml[] = [];
  const walk = (one: Xml): void => {
    for (const child of one.children) {
      if (!isXml(child)) continue;
      if (names.has(child.name)) found.push(child);
      else walk(child);
    }
  };
  walk(element);
  return found;
}

const VOID = new Set(['img', 'br', 'hr', 'col', 'source', 'wbr']);
const escapeAttribute = (text: string): string => escapeHtml(text).replaceAll('"', '&quot;');

/** Elements as HTML. `instead` gives other HTML for an element, or null to write it as it is. */
export function htmlOf(nodes: readonly XmlContent[], instead: (element: Xml) => string | null = () => null): string {
  return nodes
    .map((node) => {
      if (!isXml(node)) return escapeHtml(node);
      const other = instead(node);
      if (other !== null) return other;
      const attributes = Object.entries(node.attributes)
        .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
        .join('');
      return VOID.has(node.name) ? `<${node.name}${attributes} />` : `<${node.name}${attributes}>${htmlOf(node.children, instead)}</${node.name}>`;
    })
    .join('');
}
