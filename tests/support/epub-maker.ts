import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export type Entries = Readonly<Record<string, string | Uint8Array>>;

export interface BookParts {
  readonly version?: 2 | 3;
  readonly title?: string;
  readonly creators?: readonly string[];
  readonly language?: string;
  /** More XML inside `metadata`. */
  readonly metadata?: string;
  /** XHTML of the body of each chapter, by file name, in reading order. */
  readonly chapters?: Readonly<Record<string, string>>;
  /** Added to the head of each chapter. */
  readonly head?: string;
  /** Further files below `OPS/`, by name. */
  readonly files?: Entries;
  /** Further `<item>` elements. */
  readonly manifest?: string;
  /** Replaces the `<itemref>` elements. */
  readonly spine?: string;
  readonly spineAttributes?: string;
  /** Replaces or adds archive entries; the name must not be empty; `null` leaves an entry out. */
  readonly entries?: Readonly<Record<string, string | Uint8Array | null>>;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  otf: 'font/otf',
  ttf: 'font/ttf',
  js: 'text/javascript',
  pdf: 'application/pdf',
  wav: 'audio/wav',
  xhtml: 'application/xhtml+xml',
};

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"';

/** Returns a chapter as a complete document. */
export const chapterDocument = (title: string, body: string, head = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html ${XHTML}><head><title>${title}</title>${head}</head><body>${body}</body></html>`;

/** Returns the entries of a small book, mimetype first, for `zipOf`. */
export function bookEntries(parts: BookParts = {}): Record<string, string | Uint8Array> {
  const chapters = parts.chapters ?? {
    'c1.xhtml': '<h1>第一章</h1><p>江上起了雾，船都不出港。</p>',
    'c2.xhtml': '<h1>第二章</h1><p>灯在雾里走，像有人提着。</p>',
  };
  const names = Object.keys(chapters);
  const files = parts.files ?? {};
  const items = [
    ...names.map((name, at) => `<item id="c${at}" href="${encodeURI(name)}" media-type="application/xhtml+xml"/>`),
    ...Object.keys(files).map(
      (name, at) => `<item id="f${at}" href="${encodeURI(name)}" media-type="${TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'}"/>`,
    ),
  ];
  const titleOf = (name: string): string => /<h1[^>]*>([^<]*)/.exec(chapters[name] ?? '')?.[1] ?? name;
  const made: Record<string, string | Uint8Array> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  };
  if (parts.version === 2) {
    items.push('<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>');
    const points = names.map(
      (name, at) =>
        `<navPoint id="p${at}" playOrder="${at + 1}"><navLabel><text>${titleOf(name)}</text></navLabel><content src="${encodeURI(name)}"/></navPoint>`,
    );
    made['OPS/toc.ncx'] =
      `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>${points.join('')}</navMap></ncx>`;
  } else {
    items.push('<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>');
    const list = names.map((name) => `<li><a href="${encodeURI(name)}">${titleOf(name)}</a></li>`);
    made['OPS/nav.xhtml'] = chapterDocument('目录', `<nav epub:type="toc"><ol>${list.join('')}</ol></nav>`);
  }
  const creators = (parts.creators ?? ['张九龄']).map((name) => `<dc:creator>${name}</dc:creator>`).join('');
  made['OPS/book.opf'] =
    `<?xml version="1.0" encoding="utf-8"?><package xmlns="http://www.idpf.org/2007/opf" version="${parts.version ?? 3}.0" unique-identifier="uid">` +
    `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:identifier id="uid">urn:uuid:12345678-1234-1234-1234-123456789abc</dc:identifier>` +
    `<dc:title>${parts.title ?? '望月怀远'}</dc:title>${creators}<dc:language>${parts.language ?? 'zh-CN'}</dc:language>${parts.metadata ?? ''}</metadata>` +
    `<manifest>${items.join('')}${parts.manifest ?? ''}</manifest>` +
    `<spine${parts.version === 2 ? ' toc="ncx"' : ''}${parts.spineAttributes ?? ''}>${parts.spine ?? names.map((_name, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`;
  for (const [name, body] of Object.entries(chapters))
    made[`OPS/${name}`] = body.startsWith('<?xml') || body.startsWith('<!') ? body : chapterDocument(titleOf(name), body, parts.head);
  for (const [name, bytes] of Object.entries(files)) made[`OPS/${name}`] = bytes;
  for (const [name, bytes] of Object.entries(parts.entries ?? {})) {
    if (bytes === null) delete made[name];
    else made[name] = bytes;
  }
  return made;
}

/** Returns a zip of the entries, in order, the first one uncompressed. */
export async function zipOf(entries: Entries | readonly (readonly [string, string | Uint8Array])[]): Promise<Buffer> {
  const zip = new ZipFile();
  const list = Array.isArray(entries) ? (entries as readonly (readonly [string, string | Uint8Array])[]) : Object.entries(entries as Entries);
  const mtime = new Date('2024-01-01T00:00:00Z');
  for (const [at, [name, bytes]] of list.entries())
    zip.addBuffer(Buffer.from(bytes as Uint8Array), name, { mtime, compress: at > 0 && bytes.length > 64 });
  zip.end();
  return buffer(zip.outputStream);
}

/** Returns a small EPUB. */
export const makeEpub = (parts: BookParts = {}): Promise<Buffer> => zipOf(bookEntries(parts));

/** Replaces a name in a zip by other bytes of the same length: for names that no archiver would write. */
export function renamed(zip: Buffer, from: string, to: string | Uint8Array): Buffer {
  const made = Buffer.from(zip);
  const old = Buffer.from(from);
  const fresh = Buffer.from(to as Uint8Array);
  if (old.length !== fresh.length) throw new Error('a name is replaced by one of the same length');
  for (let at = made.indexOf(old); at >= 0; at = made.indexOf(old, at + old.length)) fresh.copy(made, at);
  return made;
}

const CENTRAL = 0x02014b50;

/** Changes each entry of the central directory: `view` starts at its signature. */
export function patched(zip: Buffer, change: (view: Buffer, name: string) => void): Buffer {
  const made = Buffer.from(zip);
  for (let at = 0; at + 46 < made.length; at++) {
    if (made.readUInt32LE(at) !== CENTRAL) continue;
    const view = made.subarray(at);
    change(view, view.subarray(46, 46 + view.readUInt16LE(28)).toString());
    at += 45;
  }
  return made;
}
