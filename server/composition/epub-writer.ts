import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { escapeXml } from '../document/escape-xml.ts';
import type { Chapter } from './chapter-text.ts';

/** What the package says about the book. */
export interface EpubBook {
  /** Stable across editions: a UUID in URN form. */
  readonly identifier: string;
  readonly isbn: string;
  readonly title: string;
  readonly subtitle: string;
  readonly authors: readonly string[];
  readonly language: string;
  readonly publisher: string;
  readonly description: string;
  /** Epoch milliseconds. */
  readonly modified: number;
  readonly chapters: readonly Chapter[];
  readonly pictures?: readonly EpubPicture[];
  /** Parts above the chapters: the title, and the index of the first chapter. */
  readonly parts?: readonly { readonly from: number; readonly title: string }[];
}

export interface EpubPicture {
  /** In the package, relative to the chapters. */
  readonly path: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

const CSS = `body{margin:0 5%;line-height:1.8}
h1{font-size:1.5em;text-align:center;margin:2em 0 1.5em}
h2{font-size:1.2em;margin:1.5em 0 .8em}
p{margin:0;text-indent:2em;text-align:justify}
blockquote{margin:.8em 2em}
li p,td p,th p,blockquote p{text-indent:0}
table{border-collapse:collapse;margin:1em auto}
td,th{border:1px solid;padding:.3em .6em}
aside{font-size:.85em;margin-top:1.5em}
aside p{text-indent:0}
img{max-width:100%;height:auto}
.cover{text-align:center;margin-top:25%}
.cover p{text-indent:0;text-align:center}
`;

const fileOf = (index: number): string => `chapter-${String(index + 1).padStart(3, '0')}.xhtml`;

const documentOf = (language: string, title: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="book.css"/></head>
<body>${body}</body>
</html>`;

function titlePage({ title, subtitle, authors, publisher, isbn, language }: EpubBook): string {
  const lines = [subtitle, authors.join('　'), publisher, isbn && `ISBN ${isbn}`].filter(Boolean).map((line) => `<p>${escapeXml(line)}</p>`);
  return documentOf(
    language,
    title,
    `<section class="cover" epub:type="titlepage" aria-labelledby="title"><h1 id="title">${escapeXml(title)}</h1>${lines.join('')}</section>`,
  );
}

const chapterPage = (chapter: Chapter, index: number, language: string): string =>
  documentOf(
    language,
    chapter.title,
    `<section epub:type="chapter" role="doc-chapter" aria-labelledby="t${index}"><h1 id="t${index}">${escapeXml(chapter.title)}</h1>\n${chapter.body}</section>`,
  );

/** Entries of the table of contents; chapters of a part are below its title. */
function tocOf({ chapters, parts = [] }: EpubBook): string {
  const entry = (index: number): string => `<li><a href="${fileOf(index)}">${escapeXml(chapters[index]?.title ?? '')}</a></li>`;
  const range = (from: number, to: number): string => Array.from({ length: Math.max(0, to - from) }, (_, index) => entry(from + index)).join('');
  const ordered = parts.toSorted((a, b) => a.from - b.from);
  const sections = ordered.map(({ from, title }, index) => {
    const inside = range(from, ordered[index + 1]?.from ?? chapters.length);
    return inside ? `<li><span>${escapeXml(title)}</span><ol>${inside}</ol></li>` : '';
  });
  return range(0, ordered[0]?.from ?? chapters.length) + sections.join('');
}

function navOf(book: EpubBook): string {
  const { language } = book;
  return documentOf(
    language,
    '目录',
    `<nav epub:type="toc" role="doc-toc" aria-labelledby="toc"><h1 id="toc">目录</h1><ol>${tocOf(book)}</ol></nav>` +
      `<nav epub:type="landmarks" hidden="hidden" aria-label="导航"><ol><li><a epub:type="titlepage" href="title.xhtml">书名页</a></li><li><a epub:type="bodymatter" href="${fileOf(0)}">正文</a></li></ol></nav>`,
  );
}

function packageOf(book: EpubBook): string {
  const { identifier, isbn, title, subtitle, authors, language, publisher, description, modified, chapters, pictures = [] } = book;
  const full = subtitle ? `${title}：${subtitle}` : title;
  const features = ['tableOfContents', 'structuralNavigation', 'readingOrder', 'displayTransformability', 'unlocked'];
  const metadata = [
    `<dc:identifier id="id">${escapeXml(identifier)}</dc:identifier>`,
    ...(isbn ? [`<dc:identifier>urn:isbn:${isbn.replaceAll('-', '')}</dc:identifier>`] : []),
    `<dc:title>${escapeXml(full)}</dc:title>`,
    ...authors.map((name) => `<dc:creator>${escapeXml(name)}</dc:creator>`),
    `<dc:language>${language}</dc:language>`,
    ...(publisher ? [`<dc:publisher>${escapeXml(publisher)}</dc:publisher>`] : []),
    ...(description ? [`<dc:description>${escapeXml(description)}</dc:description>`] : []),
    `<meta property="dcterms:modified">${new Date(modified).toISOString().slice(0, 19)}Z</meta>`,
    '<meta property="schema:accessMode">textual</meta>',
    ...(pictures.length > 0 ? ['<meta property="schema:accessMode">visual</meta>'] : []),
    '<meta property="schema:accessModeSufficient">textual</meta>',
    ...features.map((feature) => `<meta property="schema:accessibilityFeature">${feature}</meta>`),
    '<meta property="schema:accessibilityHazard">none</meta>',
    `<meta property="schema:accessibilitySummary">全书为可重排的文字${pictures.length > 0 ? '和插图' : ''}，带目录和标题层级，可由读屏软件朗读。</meta>`,
  ];
  const items = chapters.map((_, index) => `<item id="c${index}" href="${fileOf(index)}" media-type="application/xhtml+xml"/>`).join('');
  const images = pictures.map(({ path, mime }, index) => `<item id="p${index}" href="${path}" media-type="${mime}"/>`).join('');
  const refs = chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata.join('\n')}</metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="css" href="book.css" media-type="text/css"/><item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>${items}${images}</manifest>
<spine><itemref idref="title"/>${refs}</spine></package>`;
}

/** Writes an EPUB 3 with a title page, one document for each chapter, a table of contents and accessibility metadata. */
export async function writeEpub(book: EpubBook): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const mtime = new Date(book.modified);
  const add = (path: string, text: string, compress = true) => zip.addBuffer(Buffer.from(text), path, { mtime, compress });
  // The specification wants the type first and not compressed.
  add('mimetype', 'application/epub+zip', false);
  add(
    'META-INF/container.xml',
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  );
  add('OEBPS/book.opf', packageOf(book));
  add('OEBPS/nav.xhtml', navOf(book));
  add('OEBPS/book.css', CSS);
  add('OEBPS/title.xhtml', titlePage(book));
  for (const [index, chapter] of book.chapters.entries()) add(`OEBPS/${fileOf(index)}`, chapterPage(chapter, index, book.language));
  for (const { path, bytes } of book.pictures ?? []) zip.addBuffer(bytes, `OEBPS/${path}`, { mtime, compress: false });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream as never);
}
