import { Parser } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import { ENTITIES } from './epub-entities.ts';
import { EpubProblem } from './epub-problem.ts';

export interface Attribute {
  /** As written, with its prefix. */
  readonly name: string;
  readonly local: string;
  readonly value: string;
}

/** What a document consists of, in order; every element that opens also closes. */
export interface MarkupListener {
  open(name: string, local: string, attributes: readonly Attribute[]): void;
  close(name: string, local: string): void;
  text(text: string): void;
  /** `<?xml-stylesheet …?>`, before the first element. */
  stylesheet?(href: string): void;
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Two letters that take two bytes each, as every markup begins: UTF-16, whether or not it says so. */
function wideOf([a, b, c, d]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d) ? 'utf-16be' : null;
}

/** Text of a file by its byte order mark, its first letters or its XML declaration; UTF-8 otherwise. */
export function decodeText(bytes: Uint8Array): string {
  const wide = wideOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const said = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? /<meta[^>]+charset\s*=\s*["']?([\w.-]+)/i.exec(head)?.[1];
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    try {
      return new TextDecoder(said && !/^utf-?8$/i.test(said) ? said : 'gb18030').decode(bytes);
    } catch {
      return new TextDecoder('gb18030').decode(bytes);
    }
  }
}

/** Short words of a document's own; one made of others, or of markup, is not among them. */
const ENTITY = /<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"&%<]{0,64})"|'([^'&%<]{0,64})')\s*>/g;

/** Reads XML strictly. No DTD is read; of a document's own entities only short words are known. Throws on XML that is not well-formed. */
export function readXml(text: string, file: string, listener: MarkupListener): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  // Without a prototype, `&constructor;` names nothing.
  parser.ENTITIES = Object.assign(Object.create(null) as Record<string, string>, ENTITIES);
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY\s+(?:%\s+)?\S+\s+(?:SYSTEM|PUBLIC)\b/i.test(doctype))
      throw new EpubProblem(`“${file}”引用了外部实体，已拒绝；请删除文件中的 <!ENTITY … SYSTEM …> 声明后再上传`);
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

const SVG_NAMES = new Map(
  'clipPath foreignObject linearGradient radialGradient textPath feBlend feColorMatrix feComponentTransfer feComposite feFlood feGaussianBlur feImage feMerge feMergeNode feOffset'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** Reads what is not well-formed as a browser would, more or less: open elements are closed, bare signs are text. */
export function readLooseHtml(text: string, listener: MarkupListener): void {
  const named = (name: string): string => SVG_NAMES.get(name) ?? name;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const kept = Object.entries(attributes).filter(([key]) => /^[a-z_][\w.-]*$/i.test(key) && !key.startsWith('xmlns'));
        const list = kept.map(([key, value]) => ({ name: key, local: key, value }));
        const link = attributes['xlink:href'];
        if (link !== undefined && attributes['href'] === undefined) list.push({ name: 'href', local: 'href', value: link });
        const language = attributes['xml:lang'];
        if (language !== undefined && attributes['lang'] === undefined) list.push({ name: 'lang', local: 'lang', value: language });
        if (name === 'html') list.push({ name: 'xmlns', local: 'xmlns', value: 'http://www.w3.org/1999/xhtml' });
        if (name === 'svg') list.push({ name: 'xmlns', local: 'xmlns', value: 'http://www.w3.org/2000/svg' });
        if (name === 'math') list.push({ name: 'xmlns', local: 'xmlns', value: 'http://www.w3.org/1998/Math/MathML' });
        listener.open(named(localOf(name)), named(localOf(name)), list);
      },
      onclosetag: (name) => listener.close(named(localOf(name)), named(localOf(name))),
      ontext: (piece) => listener.text(piece),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: false, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.write(text);
  parser.end();
}
