import { Parser } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import { ENTITIES } from './entities.ts';
import { EpubError } from './problem.ts';

export interface Attribute {
  /** As written, including the prefix. */
  readonly name: string;
  readonly local: string;
  readonly value: string;
}

/** Receives the parts of a document in order; every element that opens also closes. */
export interface MarkupListener {
  open(name: string, local: string, attributes: readonly Attribute[]): void;
  close(name: string, local: string): void;
  text(text: string): void;
  /** `<?xml-stylesheet …?>`, before the first element. */
  stylesheet?(href: string): void;
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Entities with a short text value that the document declares; values with other entities or markup do not match. */
const ENTITY = /<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"&%<]{0,64})"|'([^'&%<]{0,64})')\s*>/g;

/** Reads XML strictly. It loads no DTD and accepts only short text entities of the document. Throws for XML that is not well-formed. */
export function readXml(text: string, file: string, listener: MarkupListener): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  // The object has no prototype, so that `&constructor;` is undefined.
  parser.ENTITIES = Object.assign(Object.create(null) as Record<string, string>, ENTITIES);
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY\s+(?:%\s+)?\S+\s+(?:SYSTEM|PUBLIC)\b/i.test(doctype))
      throw new EpubError(`“${file}”引用了外部实体，已拒绝；请删除文件中的 <!ENTITY … SYSTEM …> 声明后再上传`);
    for (const [, name = '', one, two] of doctype.matchAll(ENTITY)) parser.ENTITIES[name] ??= one ?? two ?? '';
  });
  parser.on('processinginstruction', ({ target, body }) => {
    const said = (name: string): string => new RegExp(`\\b${name}\\s*=\\s*["']([^"'<>&\\\\]*)["']`).exec(body)?.[1] ?? '';
    if (target === 'xml-stylesheet' && /^(text\/css)?$/.test(said('type')) && said('alternate') !== 'yes' && said('href'))
      listener.stylesheet?.(said('href'));
  });
  parser.on('opentag', (tag) => {
    listener.open(
      tag.name,
      tag.local,
      Object.values(tag.attributes).map(({ name, local, value }) => ({ name, local, value })),
    );
  });
  parser.on('closetag', (tag) => listener.close(tag.name, tag.local));
  parser.on('text', (piece) => listener.text(piece));
  parser.on('cdata', (piece) => listener.text(piece));
  parser.write(text.replace(/^[\ufeff\s]+/, '')).close();
}

const KNOWN_PREFIXES: Readonly<Record<string, string>> = {
  epub: 'http://www.idpf.org/2007/ops',
  ops: 'http://www.idpf.org/2007/ops',
  opf: 'http://www.idpf.org/2007/opf',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  xlink: 'http://www.w3.org/1999/xlink',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
  svg: 'http://www.w3.org/2000/svg',
  m: 'http://www.w3.org/1998/Math/MathML',
  mml: 'http://www.w3.org/1998/Math/MathML',
  math: 'http://www.w3.org/1998/Math/MathML',
  h: 'http://www.w3.org/1999/xhtml',
  html: 'http://www.w3.org/1999/xhtml',
  xhtml: 'http://www.w3.org/1999/xhtml',
  ncx: 'http://www.daisy.org/z3986/2005/ncx/',
  ssml: 'http://www.w3.org/2001/10/synthesis',
  ibooks: 'http://vocabulary.itunes.apple.com/rdf/ibooks/vocabulary-extensions-1.0/',
};
const FIRST_TAG = /<[A-Za-z_][^<>]*?(?=\/?>)/;
const USED_PREFIX = /<\/?([A-Za-z_][\w.-]*):[A-Za-z_]|\s([A-Za-z_][\w.-]*):[A-Za-z_][\w.-]*\s*=\s*["']/g;

/** Returns the prefixes of elements and attributes in a text, with their namespaces. */
function prefixesIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, element, attribute] of text.matchAll(USED_PREFIX)) {
    const prefix = element ?? attribute ?? '';
    if (prefix !== 'xmlns' && prefix !== 'xml' && !found.has(prefix))
      found.set(prefix, KNOWN_PREFIXES[prefix.toLowerCase()] ?? `urn:prefix:${prefix}`);
  }
  return found;
}

/** Attribute prefixes only; declarations in the book take precedence over the defaults. */
function attributePrefixes(text: string): ReadonlyMap<string, string> {
  const declared = new Map([...text.matchAll(/\sxmlns:([A-Za-z_][\w.-]*)\s*=\s*["']([^"'<>&]+)["']/g)].map(([, name = '', uri = '']) => [name, uri]));
  const used = [...text.matchAll(/\s([A-Za-z_][\w.-]*):[A-Za-z_][\w.-]*\s*=\s*["']/g)].map(([, prefix = '']) => prefix);
  return new Map(
    [...new Set(used)]
      .filter((prefix) => prefix !== 'xml' && prefix !== 'xmlns')
      .map((prefix) => [prefix, declared.get(prefix) ?? KNOWN_PREFIXES[prefix.toLowerCase()] ?? `urn:prefix:${prefix}`]),
  );
}

/** Declares every undeclared prefix at the root; without a declaration the text is not namespace-well-formed XML. */
export function withKnownPrefixes(text: string): string {
  const root = FIRST_TAG.exec(text);
  if (!root) return text;
  const missing = [...prefixesIn(text)].filter(([prefix]) => !new RegExp(`\\sxmlns:${prefix.replaceAll('.', '\\.')}\\s*=`).test(root[0]));
  const end = root.index + root[0].length;
  return text.slice(0, end) + missing.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('') + text.slice(end);
}

/** Reads XML that is not well-formed, such as a truncated package or list: elements that are open at the end are closed. */
export function readLooseXml(text: string, listener: MarkupListener): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        listener.open(
          name,
          localOf(name),
          Object.entries(attributes).map(([key, value]) => ({ name: key, local: localOf(key), value })),
        ),
      onclosetag: (name) => listener.close(name, localOf(name)),
      ontext: (piece) => listener.text(piece),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
}

const SVG_NAMES = new Map(
  'clipPath foreignObject linearGradient radialGradient textPath feBlend feColorMatrix feComponentTransfer feComposite feFlood feGaussianBlur feImage feMerge feMergeNode feOffset'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

const INTERNAL_SUBSET = /<!DOCTYPE[^[>]*\[[^\]]*\]\s*>/i;

/** Removes the declarations inside a doctype, which HTML shows as text, and replaces the entities that they declare. */
function withoutSubset(text: string): string {
  const [subset] = INTERNAL_SUBSET.exec(text) ?? [];
  if (subset === undefined) return text;
  const values = new Map([...subset.matchAll(ENTITY)].map(([, name = '', one, two]) => [name, one ?? two ?? '']));
  return text.replace(subset, '<!DOCTYPE html>').replace(/&([A-Za-z_][\w.-]*);/g, (whole, name: string) => values.get(name) ?? whole);
}

/** Reads markup that is not well-formed, roughly like a browser: open elements are closed, bare special characters are text. */
export function readLooseHtml(given: string, listener: MarkupListener): void {
  const text = withoutSubset(given);
  const named = (name: string): string => SVG_NAMES.get(name) ?? name;
  // Attribute prefixes that the document does not declare: their meaning (`epub:type`) must not be lost.
  const prefixes = attributePrefixes(text);
  let rooted = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const kept = Object.entries(attributes).filter(([key]) => /^([a-z_][\w.-]*:)?[a-z_][\w.-]*$/i.test(key) && !key.startsWith('xmlns'));
        const list = kept.map(([key, value]) => ({ name: key, local: localOf(key), value }));
        const language = attributes['xml:lang'];
        if (language !== undefined && attributes['lang'] === undefined) list.push({ name: 'lang', local: 'lang', value: language });
        // Declared once, on the element that contains all uses.
        if (!rooted) for (const [prefix, uri] of prefixes) list.push({ name: `xmlns:${prefix}`, local: prefix, value: uri });
        rooted = true;
        if (name === 'html') list.push({ name: 'xmlns', local: 'xmlns', value: 'http://www.w3.org/1999/xhtml' });
        if (localOf(name) === 'svg') list.push({ name: 'xmlns', local: 'xmlns', value: 'http://www.w3.org/2000/svg' });
        if (localOf(name) === 'math') list.push({ name: 'xmlns', local: 'xmlns', value: 'http://www.w3.org/1998/Math/MathML' });
        listener.open(named(localOf(name)), named(localOf(name)), list);
      },
      onclosetag: (name) => listener.close(named(localOf(name)), named(localOf(name))),
      ontext: (piece) => listener.text(piece),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: false, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  // A fragment without a root has no common parent on which to declare a prefix.
  const isPart = prefixes.size > 0 && !/<(?:\w+:)?(?:html|svg)[\s>]/i.test(text);
  parser.write(!isPart ? text : /<body[\s>]/i.test(text) ? `<html>${text}</html>` : `<html><body>${text}</body></html>`);
  parser.end();
}
