import { Parser } from 'htmlparser2';
import PizZip from 'pizzip';
import { fromBufferPromise, type Entry } from 'yauzl';
import type { TaskText } from '../../contract/contest/judge-task.ts';
import { docxView } from '../document/docx-view.ts';
import { AppError, failed } from '../http/app-error.ts';

type Paragraph = TaskText['paragraphs'][number];

/** Paragraphs that a judge gets at once; a longer work is downloaded. */
const PARAGRAPHS = 6000;
/** Limits of an EPUB, bytes and entries. */
const INFLATED = 96 * 1024 * 1024;
const ENTRIES = 4000;

const BROKEN = '文件不完整或已损坏，打不开';

async function entriesOf(bytes: Buffer, wanted: (name: string) => boolean): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true }).catch(() => {
    throw failed(BROKEN);
  });
  if (zip.entryCount > ENTRIES) throw failed(BROKEN);
  const found = new Map<string, Buffer>();
  let size = 0;
  try {
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      if (entry.fileName.endsWith('/') || !wanted(entry.fileName)) continue;
      const parts: Buffer[] = [];
      for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        size += part.length;
        if (size > INFLATED) throw failed('文件解压后过大，打不开');
        parts.push(part);
      }
      found.set(entry.fileName, Buffer.concat(parts));
    }
  } catch (error) {
    throw error instanceof AppError ? error : failed(BROKEN);
  }
  return found;
}

/** Path of a file that a package names relative to itself. */
function pathFrom(base: string, href: string): string {
  const parts = [...base.split('/').slice(0, -1), ...decodeURIComponent(href.split('#')[0] ?? '').split('/')];
  const path: string[] = [];
  for (const part of parts) {
    if (part === '..') path.pop();
    else if (part !== '.' && part !== '') path.push(part);
  }
  return path.join('/');
}

const attribute = (tag: string, name: string): string => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '';

/** The documents of an EPUB in reading order. */
function spineOf(files: ReadonlyMap<string, Buffer>): string[] {
  const container = files.get('META-INF/container.xml')?.toString('utf8') ?? '';
  const opfPath = attribute(/<rootfile\b[^>]*>/.exec(container)?.[0] ?? '', 'full-path');
  const opf = files.get(opfPath)?.toString('utf8');
  if (!opf) throw failed(BROKEN);
  const items = new Map([...opf.matchAll(/<item\b[^>]*>/g)].map(([tag]) => [attribute(tag, 'id'), pathFrom(opfPath, attribute(tag, 'href'))]));
  return [...opf.matchAll(/<itemref\b[^>]*>/g)].flatMap(([tag]) => items.get(attribute(tag, 'idref')) ?? []);
}

const BLOCKS = new Set(['p', 'div', 'li', 'blockquote', 'tr', 'br', 'section', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'figcaption', 'dt', 'dd']);

function paragraphsOf(html: string): Paragraph[] {
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
  const parser = new Parser({
    onopentag(name) {
      if (name === 'head' || name === 'script' || name === 'style') hidden += 1;
      if (BLOCKS.has(name)) flush();
      if (/^h[1-6]$/.test(name)) style = name === 'h1' ? 'title' : 'heading';
    },
    ontext(part) {
      if (hidden === 0) text += part;
    },
    onclosetag(name) {
      if (name === 'head' || name === 'script' || name === 'style') hidden -= 1;
      if (BLOCKS.has(name)) flush();
    },
  });
  parser.end(html);
  flush();
  return made;
}

const cutOff = (paragraphs: Paragraph[]): TaskText => ({ paragraphs: paragraphs.slice(0, PARAGRAPHS), cut: paragraphs.length > PARAGRAPHS });

/** The text of a document or a book; throws for a type without text. */
export async function workText(type: string, bytes: Buffer): Promise<TaskText> {
  if (type === 'txt')
    return cutOff(
      bytes
        .toString('utf8')
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .map((text) => ({ style: 'text', text })),
    );
  if (type === 'docx') {
    const { paragraphs } = await docxView(bytes);
    return cutOff(
      paragraphs
        .map(({ style, runs }) => ({
          style: style === 'title' ? ('title' as const) : /^h\d$/.test(style) ? ('heading' as const) : ('text' as const),
          text: runs
            .filter(({ mark }) => mark !== 'delete')
            .map(({ text }) => text)
            .join(''),
        }))
        .filter(({ text }) => text.trim() !== ''),
    );
  }
  if (type === 'epub') {
    const files = await entriesOf(bytes, (name) => /\.(xml|opf|x?html?)$/i.test(name));
    return cutOff(spineOf(files).flatMap((path) => paragraphsOf(files.get(path)?.toString('utf8') ?? '')));
  }
  throw failed('这种文件没有可以显示的文字，请直接打开');
}

/** A copy of an EPUB without the names in its package data, and its text for the search of names. */
export async function blindBook(bytes: Buffer): Promise<{ bytes: Buffer; text: string }> {
  const files = await entriesOf(bytes, () => true);
  const made = new PizZip();
  for (const [name, content] of files) {
    if (!/\.opf$/i.test(name)) {
      made.file(name, content);
      continue;
    }
    const opf = content
      .toString('utf8')
      .replace(/<dc:(creator|contributor|publisher|rights|source)\b[^>]*>[\s\S]*?<\/dc:\1>/g, '')
      .replace(/<dc:(creator|contributor|publisher|rights|source)\b[^>]*\/>/g, '')
      .replace(/<meta\b[^>]*(refines|file-as|author|creator|generator)[^>]*?(\/>|>[\s\S]*?<\/meta>)/gi, '');
    made.file(name, opf);
  }
  const { paragraphs } = await workText('epub', bytes);
  return { bytes: made.generate({ type: 'nodebuffer', compression: 'DEFLATE' }), text: paragraphs.map(({ text }) => text).join('\n') };
}
