import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import PizZip from 'pizzip';
import { fromBufferPromise, type Entry } from 'yauzl';
import type { TaskText } from '../../../contract/contest/judge-task.ts';
import { anonymisePicture } from '../../document/anonymise-picture.ts';
import { AppError, failed } from '../../http/app-error.ts';

type Paragraph = TaskText['paragraphs'][number];

/** Limits of an EPUB: bytes of all files, bytes of the files with text, entries, and nested elements. The parser takes quadratic time for deep nesting. */
const INFLATED = 96 * 1024 * 1024;
const TEXTS = 24 * 1024 * 1024;
const ENTRIES = 4000;
const DEPTH = 400;
/** Characters that are parsed before other requests get their turn. */
const PIECE = 256 * 1024;

const BROKEN = '文件不完整或已损坏，打不开';
const TEXT = /\.(xml|opf|ncx|x?html?|css|svg|txt)$/i;
const PACKAGE = /\.(opf|ncx)$/i;
/** Files beside the book in which reading programs and shops keep names. */
const DROPPED = /^(META-INF\/(?!container\.xml$|encryption\.xml$)|iTunes)/;

async function entriesOf(bytes: Buffer, wanted: (name: string) => boolean): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true }).catch(() => {
    throw failed(BROKEN);
  });
  if (zip.entryCount > ENTRIES) throw failed(BROKEN);
  const found = new Map<string, Buffer>();
  let size = 0;
  let texts = 0;
  try {
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      if (entry.fileName.endsWith('/') || !wanted(entry.fileName)) continue;
      const parts: Buffer[] = [];
      for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        size += part.length;
        if (TEXT.test(entry.fileName)) texts += part.length;
        if (size > INFLATED || texts > TEXTS) throw failed('文件解压后过大，打不开');
        parts.push(part);
      }
      found.set(entry.fileName, Buffer.concat(parts));
    }
  } catch (error) {
    throw error instanceof AppError ? error : failed(BROKEN);
  }
  return found;
}

interface Handler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>, parser: Parser) => void;
  readonly close?: (name: string, parser: Parser) => void;
  readonly text?: (text: string) => void;
  readonly comment?: (text: string, parser: Parser) => void;
}

/** Parses markup in pieces, so that a long file does not stop the server. Throws for elements that are nested too deeply. */
async function parsed(markup: string, xmlMode: boolean, { open, close, text, comment }: Handler): Promise<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEPTH) throw failed(BROKEN);
        open?.(name, attributes, parser);
      },
      onclosetag(name) {
        close?.(name, parser);
        depth -= 1;
      },
      ontext: (part) => text?.(part),
      oncomment: (part) => comment?.(part, parser),
    },
    { xmlMode },
  );
  for (let at = 0; at < markup.length; at += PIECE) {
    if (at > 0) await setImmediate();
    parser.write(markup.slice(at, at + PIECE));
  }
  parser.end();
}

/** Name of an element without its prefix. */
const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Path of a file that a package names relative to itself; null for an address that cannot be read. */
function pathFrom(base: string, href: string): string | null {
  let address: string;
  try {
    address = decodeURIComponent(href.split('#')[0] ?? '');
  } catch {
    return null;
  }
  const path: string[] = [];
  for (const part of [...base.split('/').slice(0, -1), ...address.split('/')]) {
    if (part === '..') path.pop();
    else if (part !== '.' && part !== '') path.push(part);
  }
  return path.join('/');
}

async function packagePath(files: ReadonlyMap<string, Buffer>): Promise<string> {
  let path = '';
  await parsed(files.get('META-INF/container.xml')?.toString('utf8') ?? '', true, {
    open: (name, attributes) => {
      if (localOf(name) === 'rootfile') path ||= attributes['full-path'] ?? '';
    },
  });
  return path;
}

/** The documents of an EPUB in reading order, each once. */
async function spineOf(files: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const opfPath = await packagePath(files);
  const opf = files.get(opfPath)?.toString('utf8');
  if (!opf) throw failed(BROKEN);
  const items = new Map<string, string>();
  const order = new Set<string>();
  await parsed(opf, true, {
    open: (name, attributes) => {
      const path = localOf(name) === 'item' ? pathFrom(opfPath, attributes['href'] ?? '') : null;
      if (path !== null) items.set(attributes['id'] ?? '', path);
      if (localOf(name) === 'itemref') order.add(attributes['idref'] ?? '');
    },
  });
  return [...new Set([...order].flatMap((id) => items.get(id) ?? []))];
}

const BLOCKS = new Set(['p', 'div', 'li', 'blockquote', 'tr', 'br', 'section', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'figcaption', 'dt', 'dd']);
const HIDDEN = new Set(['head', 'script', 'style']);

async function paragraphsOf(html: string): Promise<Paragraph[]> {
  const made: Paragraph[] = [];
  let text = '';
  let style: Paragraph['style'] = 'text';
  let hidden = 0;
  const flush = (): void => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line !== '') made.push({ style, text: line });
    text = '';
    style = 'text';
  };
  await parsed(html, false, {
    open: (name) => {
      if (HIDDEN.has(name)) hidden += 1;
      if (BLOCKS.has(name)) flush();
      if (/^h[1-6]$/.test(name)) style = name === 'h1' ? 'title' : 'heading';
    },
    text: (part) => {
      if (hidden === 0) text += part;
    },
    close: (name) => {
      if (HIDDEN.has(name)) hidden -= 1;
      if (BLOCKS.has(name)) flush();
    },
  });
  flush();
  return made;
}

/** Paragraphs of an EPUB in reading order: a little more than `most` when there are more. */
export async function bookParagraphs(bytes: Buffer, most: number): Promise<Paragraph[]> {
  const files = await entriesOf(bytes, (name) => TEXT.test(name));
  const made: Paragraph[] = [];
  for (const path of await spineOf(files)) {
    if (made.length > most) break;
    for (const one of await paragraphsOf(files.get(path)?.toString('utf8') ?? '')) made.push(one);
  }
  return made;
}

/** Elements of the package and of the old table of contents that say who made the book. */
const MAKERS = new Set(['creator', 'contributor', 'publisher', 'rights', 'source', 'docAuthor']);
const MAKER_META = /refines|file-as|author|creator|publisher|generator/i;

const saysMaker = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  MAKERS.has(localOf(name)) ||
  (localOf(name) === 'meta' && Object.entries(attributes).some(([key, value]) => key === 'refines' || (key !== 'content' && MAKER_META.test(value))));

async function withoutMakers(xml: string): Promise<string> {
  const cuts: { from: number; to: number }[] = [];
  let depth = 0;
  let cut: { depth: number; from: number } | null = null;
  await parsed(xml, true, {
    open: (name, attributes, parser) => {
      depth += 1;
      if (!cut && saysMaker(name, attributes)) cut = { depth, from: parser.startIndex };
    },
    close: (_name, parser) => {
      if (cut?.depth === depth) {
        cuts.push({ from: cut.from, to: parser.endIndex + 1 });
        cut = null;
      }
      depth -= 1;
    },
    comment: (_text, parser) => {
      if (!cut) cuts.push({ from: parser.startIndex, to: parser.endIndex + 1 });
    },
  });
  const kept: string[] = [];
  let at = 0;
  for (const { from, to } of cuts) {
    kept.push(xml.slice(at, from));
    at = to;
  }
  return [...kept, xml.slice(at)].join('');
}

/** Everything in a file that a reader of its source finds: text, values of attributes and comments. */
async function everyText(name: string, source: string): Promise<string> {
  if (!/\.(xml|opf|ncx|x?html?|svg)$/i.test(name)) return source;
  const parts: string[] = [];
  const attributes: string[] = [];
  await parsed(source, !/\.x?html?$/i.test(name), {
    open: (tag, values) => {
      if (BLOCKS.has(tag)) parts.push('\n');
      attributes.push(...Object.values(values));
    },
    text: (part) => void parts.push(part),
    comment: (part) => void attributes.push(part),
  });
  return `${parts.join('')}\n${attributes.join('\n')}`;
}

/**
 * A copy of an EPUB without the names in its package data, its table of contents and its pictures, and the text of all its files for the search of
 * names.
 */
export async function blindBook(bytes: Buffer): Promise<{ bytes: Buffer; text: string }> {
  const files = await entriesOf(bytes, (name) => !DROPPED.test(name));
  const opfPath = await packagePath(files);
  const made = new PizZip();
  const texts: string[] = [];
  // One date for all entries: the times of the files say when the author worked.
  const date = new Date(Date.UTC(1980, 0, 2));
  for (const [name, content] of files) {
    const isPackage = name === opfPath || PACKAGE.test(name);
    if (!isPackage && !TEXT.test(name)) {
      made.file(name, anonymisePicture(content) ?? content, { date });
      continue;
    }
    const text = isPackage ? await withoutMakers(content.toString('utf8')) : content.toString('utf8');
    texts.push(name, await everyText(name, text));
    made.file(name, isPackage ? text : content, { date });
  }
  await spineOf(files);
  return { bytes: made.generate({ type: 'nodebuffer', compression: 'DEFLATE' }), text: texts.join('\n') };
}
