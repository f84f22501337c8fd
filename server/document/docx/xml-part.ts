import { SaxesParser } from 'saxes';
import { failed } from '../../http/app-error.ts';
import { isKnownPrefix, isUnknownPrefix, prefixOf, transitional, uriOf } from './namespaces.ts';
import { isElement, type XmlElement } from '../xml-tree.ts';

export const BROKEN = '文件不完整或已损坏，请在文字处理软件里重新另存为docx再上传';
const TOO_LARGE = '文稿过大或过于复杂，请拆分后再上传';
const WITH_ENTITIES = '文档含有不允许的声明（DTD），请在文字处理软件里重新另存为docx再上传';

/**
 * Limits of one part. A document of 300 000 characters with one run for each character has about two and a half million tags. Word nests tables at
 * most 63 deep.
 */
const TAGS_MOST = 3_500_000;
const DEPTH_MOST = 400;

/** An XML part with the prefixes of `namespaces.ts`. */
export interface XmlPart {
  root: XmlElement;
  /** Addresses of the prefixes that the table of namespaces does not have. */
  readonly unknown: ReadonlyMap<string, string>;
  /** Elements that word processors ignore, because their namespace is unknown and marked as ignorable; they are left out. */
  readonly ignored: number;
}

/** Text of an XML part: UTF-8, or UTF-16 with a byte order mark. Throws for other encodings. */
export function decodeXml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200));
  const encoding =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : head[0] === 0 ? '' : 'utf-8';
  const declared =
    encoding === 'utf-8' ? (/^\uFEFF?<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/.exec(head.toString('utf8'))?.[1] ?? 'utf-8') : encoding;
  if (encoding === '' || (encoding === 'utf-8' && !/^(utf-?8|us-ascii)$/i.test(declared)))
    throw failed('文档使用了不常见的编码，请在文字处理软件里另存为docx再上传');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw failed(BROKEN);
  }
}

/** Elements whose text is content. White space between other elements is layout of the file. */
const TEXT_ELEMENTS =
  /(^|:)(t|delText|instrText|delInstrText|v|f|script|lpstr|lpwstr|bstr|i4|[iu]\d|bool|filetime|posOffset|align|pctWidth|pctHeight|documentation)$/;

const tagCount = (xml: string): number => {
  let count = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) count += 1;
  return count;
};

interface Scope {
  readonly prefixes: ReadonlyMap<string, string>;
  readonly elements: Map<string, string>;
  readonly attributes: Map<string, string>;
  readonly ignorable: ReadonlySet<string>;
  readonly processed: ReadonlySet<string>;
}

/** Attributes whose value is a list of prefixes. */
const PREFIX_LISTS: ReadonlySet<string> = new Set(['mc:Ignorable', 'mc:MustUnderstand', 'Requires']);

/**
 * Parses a part. Prefixes become those of the table, strict namespaces the transitional ones; CDATA is text; comments, instructions and content that
 * every word processor ignores are left out. Throws an `AppError` for malformed or excessive XML and for document type declarations.
 */
export function parsePart(xml: string): XmlPart {
  // Counted first: parsing five million elements takes half a minute.
  if (tagCount(xml) > TAGS_MOST) throw failed(TOO_LARGE);
  const top: XmlElement = { name: '', attributes: {}, children: [] };
  const open: XmlElement[] = [top];
  const unknown = new Map<string, string>();
  let scope: Scope = {
    prefixes: new Map([['xml', 'xml']]),
    elements: new Map(),
    attributes: new Map(),
    ignorable: new Set(),
    processed: new Set(),
  };
  const scopes: (Scope | null)[] = [];
  /** Depth of an element that is left out, and of those whose children take its place. */
  let skipped = 0;
  let ignored = 0;
  const unwrapped: boolean[] = [];
  let failure: Error | undefined;

  const nameOf = (raw: string, attribute: boolean): string => {
    const known = attribute ? scope.attributes : scope.elements;
    const found = known.get(raw);
    if (found !== undefined) return found;
    const at = raw.indexOf(':');
    const prefix = at < 0 ? '' : raw.slice(0, at);
    const local = raw.slice(at + 1);
    let made = raw;
    if (at >= 0 || !attribute) {
      const bound = scope.prefixes.get(prefix);
      // A prefix without a declaration means what it usually means: the written part declares it.
      if (bound === undefined && prefix !== '' && !isKnownPrefix(prefix)) failure ??= failed(BROKEN);
      const now = bound ?? prefix;
      made = now === '' ? local : `${now}:${local}`;
    }
    known.set(raw, made);
    return made;
  };
  /** Prefixes of unknown namespaces begin with `n`, and have eleven characters. */
  const isIgnorable = (name: string): boolean => {
    if (scope.ignorable.size === 0 || name[0] !== 'n' || name[11] !== ':') return false;
    const prefix = name.slice(0, 11);
    return isUnknownPrefix(prefix) && scope.ignorable.has(prefix);
  };
  const prefixList = (value: string): string[] =>
    value
      .split(/\s+/)
      .filter(Boolean)
      .map((prefix) => scope.prefixes.get(prefix) ?? prefix);

  const parser = new SaxesParser();
  parser.on('error', () => {
    failure ??= failed(BROKEN);
  });
  parser.on('doctype', () => {
    failure ??= failed(WITH_ENTITIES);
  });
  parser.on('opentag', ({ name: raw, attributes: given }) => {
    if (failure) throw failure;
    const values = given as Record<string, string>;
    const declared: [string, string][] = [];
    let compatibility = false;
    for (const name in values) {
      if (name.startsWith('xmlns')) declared.push([name, values[name] ?? '']);
      else if (name.endsWith(':Ignorable') || name.endsWith(':ProcessContent')) compatibility = true;
    }
    scopes.push(declared.length > 0 || compatibility ? scope : null);
    if (declared.length > 0) scope = declaredIn(scope, declared, unknown);
    if (compatibility) {
      const lists = Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (name.startsWith('xmlns') ? [] : [[nameOf(name, true), value]])),
      );
      scope = {
        ...scope,
        ignorable: new Set([...scope.ignorable, ...prefixList(lists['mc:Ignorable'] ?? '')]),
        processed: new Set([
          ...scope.processed,
          ...(lists['mc:ProcessContent'] ?? '')
            .split(/\s+/)
            .filter(Boolean)
            .map((name) => nameOf(name, false)),
        ]),
      };
    }
    const name = nameOf(raw, false);
    const foreign = isIgnorable(name);
    const unwrap = foreign && scope.processed.has(name);
    if (skipped > 0 || (foreign && !unwrap)) {
      if (skipped === 0) ignored += 1;
      skipped += 1;
      return;
    }
    unwrapped.push(unwrap);
    if (unwrap) return;
    if (open.length > DEPTH_MOST) failure ??= failed('文档嵌套层次过深，请简化表格或文本框后再上传');
    const element: XmlElement = { name, attributes: attributesOf(values, name), children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });

  const attributesOf = (values: Readonly<Record<string, string>>, element: string): Record<string, string> => {
    const made: Record<string, string> = {};
    for (const raw in values) {
      if (raw === 'xmlns' || raw.startsWith('xmlns:')) continue;
      const name = nameOf(raw, true);
      if (name === 'w:conformance' || isIgnorable(name)) continue;
      if (Object.hasOwn(made, name)) failure ??= failed(BROKEN);
      const value = values[raw] ?? '';
      made[name] =
        PREFIX_LISTS.has(name) && (name !== 'Requires' || element === 'mc:Choice')
          ? prefixList(value)
              .filter((one) => name !== 'mc:Ignorable' || !isUnknownPrefix(one))
              .join(' ')
          : value;
    }
    return made;
  };

  const addText = (text: string): void => {
    if (skipped > 0) return;
    const parent = open.at(-1);
    if (!parent || (text.trim() === '' && !TEXT_ELEMENTS.test(parent.name))) return;
    const last = parent.children.length - 1;
    const before = parent.children[last];
    if (typeof before === 'string') parent.children[last] = before + text;
    else parent.children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    scope = scopes.pop() ?? scope;
    if (skipped > 0) skipped -= 1;
    else if (!unwrapped.pop()) {
      const done = open.pop();
      if (done) trimText(done);
    }
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    throw failure ?? error;
  }
  if (failure) throw failure;
  const root = top.children.find(isElement);
  if (!root || top.children.filter(isElement).length !== 1) throw failed(BROKEN);
  return { root, unknown, ignored };
}

const TRIMMED: ReadonlySet<string> = new Set(['w:t', 'w:delText', 'w:instrText', 'w:delInstrText']);

/** Word shows the white space at the ends of a text only with `xml:space="preserve"`; the written part always has the attribute where it counts. */
function trimText(element: XmlElement): void {
  if (!TRIMMED.has(element.name)) return;
  const attributes = element.attributes as Record<string, string>;
  const kept = attributes['xml:space'] === 'preserve';
  delete attributes['xml:space'];
  const text = element.children
    .filter((child) => !isElement(child))
    .join('')
    .replaceAll(/[\t\r\n]/g, ' ');
  const shown = kept ? text : text.replaceAll(/^ +| +$/g, '');
  const elements = element.children.filter(isElement);
  element.children.splice(0, element.children.length, ...(shown === '' ? [] : [shown]), ...elements);
}

function declaredIn(scope: Scope, declared: readonly (readonly [string, string])[], unknown: Map<string, string>): Scope {
  const prefixes = new Map(scope.prefixes);
  for (const [name, uri] of declared) {
    const made = uri === '' ? '' : prefixOf(uri);
    if (isUnknownPrefix(made)) unknown.set(made, transitional(uri));
    prefixes.set(name === 'xmlns' ? '' : name.slice('xmlns:'.length), made);
  }
  return { ...scope, prefixes, elements: new Map(), attributes: new Map() };
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
// oxlint-disable-next-line no-control-regex -- characters that XML 1.0 does not allow
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const escapedText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
const escapedValue = (text: string): string =>
  escapedText(text.replaceAll(NOT_XML, '')).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

/** Writes a part as UTF-8. Reading it again gives the same tree. */
export function writePart({ root, unknown }: Pick<XmlPart, 'root' | 'unknown'>): string {
  const prefixes = new Set<string>();
  const names = new Set<string>();
  const note = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    const at = name.indexOf(':');
    if (at > 0) prefixes.add(name.slice(0, at));
  };
  const pieces: string[] = [];
  const write = (element: XmlElement, isRoot: boolean): void => {
    note(element.name);
    pieces.push('<', element.name);
    if (isRoot) pieces.push('');
    for (const name in element.attributes) {
      const value = element.attributes[name] ?? '';
      note(name);
      if (PREFIX_LISTS.has(name)) for (const one of value.split(' ')) if (unknown.has(one) || uriOf(one)) prefixes.add(one);
      if (value === '' && name === 'mc:Ignorable') continue;
      pieces.push(' ', name, '="', escapedValue(value), '"');
    }
    if (TRIMMED.has(element.name)) pieces.push(' xml:space="preserve"');
    if (element.children.length === 0) {
      pieces.push('/>');
      return;
    }
    pieces.push('>');
    for (const child of element.children)
      if (isElement(child)) write(child, false);
      else pieces.push(escapedText(child));
    pieces.push('</', element.name, '>');
  };
  write(root, true);
  prefixes.delete('xml');
  // The declarations stand after the name of the root; their place was kept free.
  pieces[2] = [...prefixes]
    .toSorted()
    .map((prefix) => ` xmlns:${prefix}="${escapedValue(unknown.get(prefix) ?? uriOf(prefix) ?? '')}"`)
    .join('');
  return HEAD + pieces.join('');
}
