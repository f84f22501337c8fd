import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { escapeXml } from '../document/escape-xml.ts';
import { DRAWN_COVER } from '../epub/cover.ts';
import { headingItems, numberHeadings, type BookHeading } from './book-headings.ts';
import type { Chapter } from './chapter-text.ts';
import { drawnCover } from './drawn-cover.ts';
import type { Imprint } from './imprint.service.ts';
import type { PageBreak } from './page-breaks.ts';

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
  readonly imprint?: Imprint;
  /** The cover that somebody uploaded; without one it is drawn from the title. */
  readonly cover?: EpubPicture | null;
  readonly pictures?: readonly EpubPicture[];
  /** Where the pages of the print edition begin; the chapters have a mark there. */
  readonly pages?: readonly PageBreak[];
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
.center{text-align:center;text-indent:0}
.right{text-align:right;text-indent:0}
.caps{text-transform:uppercase}
.small-caps{font-variant:small-caps}
.emphasis{text-emphasis:filled dot;text-emphasis-position:under right;-webkit-text-emphasis:filled dot;-webkit-text-emphasis-position:under}
.emphasis-circle{text-emphasis:open circle;text-emphasis-position:under right;-webkit-text-emphasis:open circle}
ol.plain{list-style:none;padding-left:0}
hr.page-break{border:0;margin:0;break-after:page}
aside.box{border:1px solid;padding:.6em 1em;margin:1em 0}
.cover{text-align:center;margin-top:25%}
.cover p{text-indent:0;text-align:center}
.imprint{font-size:.85em}
.imprint p{text-indent:0}
.imprint dl div{margin:.2em 0}
.imprint dt{display:inline-block;width:5em}
.imprint dd{display:inline;margin:0}
blockquote.verse{margin:0 2em}
blockquote.verse p{text-indent:0;text-align:left}
p.caption{font-size:.85em;text-align:center;text-indent:0}
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

/** Links into another chapter get the name of its file; those that lead nowhere become text. */
function linkedChapters(chapters: readonly Chapter[]): Chapter[] {
  const fileOfId = new Map<string, string>();
  for (const [index, { body, heading = '' }] of chapters.entries())
    for (const [, id] of `${heading}${body}`.matchAll(/ id="([^"]+)"/g)) if (id !== undefined && !fileOfId.has(id)) fileOfId.set(id, fileOf(index));
  const linked = (xhtml: string, own: string): string =>
    xhtml.replaceAll(/<a href="#([^"]+)">([\s\S]*?)<\/a>/g, (all, id: string, inner: string) => {
      const file = fileOfId.get(id);
      if (file === undefined) return inner;
      return file === own ? all : `<a href="${file}#${id}">${inner}</a>`;
    });
  return chapters.map((chapter, index) => ({
    ...chapter,
    body: linked(chapter.body, fileOf(index)),
    ...(chapter.heading === undefined ? {} : { heading: linked(chapter.heading, fileOf(index)) }),
  }));
}

const hasMath = ({ body, heading = '' }: Chapter): boolean => /<math\b/.test(heading + body);

const chapterPage = (chapter: Chapter, index: number, language: string): string =>
  documentOf(
    language,
    chapter.title,
    `<section epub:type="chapter" role="doc-chapter" aria-labelledby="t${index}"><h1 id="t${index}">${chapter.heading ?? escapeXml(chapter.title)}</h1>\n${chapter.body}</section>`,
  );

/** A chapter whose headings have ids. */
interface ReadyChapter extends Chapter {
  readonly headings: readonly BookHeading[];
}

/** Entries of the table of contents: chapters below the title of their part, and the headings of each chapter. */
function tocOf({ parts = [] }: EpubBook, chapters: readonly ReadyChapter[]): string {
  const entry = (index: number): string => {
    const { title = '', headings = [] } = chapters[index] ?? {};
    const inner = headingItems(headings, fileOf(index));
    return `<li><a href="${fileOf(index)}">${escapeXml(title)}</a>${inner === '' ? '' : `<ol>${inner}</ol>`}</li>`;
  };
  const range = (from: number, to: number): string => Array.from({ length: Math.max(0, to - from) }, (_, index) => entry(from + index)).join('');
  const ordered = parts.toSorted((a, b) => a.from - b.from);
  const sections = ordered.map(({ from, title }, index) => {
    const inside = range(from, ordered[index + 1]?.from ?? chapters.length);
    return inside ? `<li><span>${escapeXml(title)}</span><ol>${inside}</ol></li>` : '';
  });
  return range(0, ordered[0]?.from ?? chapters.length) + sections.join('');
}

function imprintPage({ imprint, language }: EpubBook): string {
  const { lines, cip } = imprint as Imprint;
  const data =
    cip.length === 0
      ? ''
      : `<section aria-labelledby="cip"><h2 id="cip">图书在版编目（CIP）数据</h2>${cip.map((line) => `<p>${escapeXml(line)}</p>`).join('')}</section>`;
  const rows = lines.map(([name, value]) => `<div><dt>${escapeXml(name)}</dt><dd>${escapeXml(value)}</dd></div>`).join('');
  return documentOf(
    language,
    '版权页',
    `<section class="imprint" epub:type="copyright-page" aria-labelledby="imprint"><h1 id="imprint">版权页</h1>${data}<dl>${rows}</dl></section>`,
  );
}

function navOf(book: EpubBook, chapters: readonly ReadyChapter[]): string {
  const { language, imprint, pages = [] } = book;
  const items = pages.map(({ label, chapter, id }) => `<li><a href="${fileOf(chapter)}#${id}">${escapeXml(label)}</a></li>`).join('');
  const list = items === '' ? '' : `<nav epub:type="page-list" role="doc-pagelist" hidden="hidden" aria-label="纸质版页码"><ol>${items}</ol></nav>`;
  const landmarks = [
    ['titlepage', 'title.xhtml', '书名页'],
    ['toc', 'nav.xhtml#toc-list', '目录'],
    ['bodymatter', fileOf(0), '正文'],
    ...(imprint ? [['copyright-page', 'imprint.xhtml', '版权页']] : []),
  ];
  return documentOf(
    language,
    '目录',
    `<nav epub:type="toc" id="toc-list" role="doc-toc" aria-labelledby="toc"><h1 id="toc">目录</h1><ol>${tocOf(book, chapters)}${imprint ? '<li><a href="imprint.xhtml">版权页</a></li>' : ''}</ol></nav>` +
      `<nav epub:type="landmarks" hidden="hidden" aria-label="导航"><ol>${landmarks.map(([type, href, words]) => `<li><a epub:type="${type}" href="${href}">${words}</a></li>`).join('')}</ol></nav>${list}`,
  );
}

/** What the metadata may say of the book, from what is in it. Source: EPUB Accessibility 1.1, the schema.org accessibility vocabulary. */
function accessibilityOf(chapters: readonly ReadyChapter[], pictures: readonly EpubPicture[], paged: boolean): string[] {
  const text = chapters.map(({ body, heading = '' }) => heading + body).join('');
  const images = text.match(/<img [^>]*>/g) ?? [];
  const described = images.every((image) => / alt="[^"]/.test(image));
  const math = chapters.some(hasMath);
  const features = [
    ...(math ? ['MathML'] : []),
    ...(images.length > 0 && described ? ['alternativeText'] : []),
    ...(text.includes('<ruby>') ? ['rubyAnnotations'] : []),
    ...(paged ? ['pageBreakMarkers', 'pageNavigation'] : []),
    'tableOfContents',
    'structuralNavigation',
    'readingOrder',
    'displayTransformability',
    'unlocked',
  ];
  // An animated picture may flash, and no person has checked it.
  const moves = pictures.some(({ mime }) => mime === 'image/gif');
  const about = [
    `全书为可重排的文字${images.length > 0 ? '和插图' : ''}，带目录和标题层级，可由读屏软件朗读。`,
    ...(images.length > 0 ? [described ? '插图都有文字说明。' : '部分插图没有文字说明。'] : []),
    ...(math ? ['公式为MathML。'] : []),
    ...(paged ? ['标有纸质版的页码。'] : []),
  ];
  const meta = (name: string, value: string): string => `<meta property="schema:${name}">${value}</meta>`;
  return [
    meta('accessMode', 'textual'),
    ...(images.length > 0 ? [meta('accessMode', 'visual')] : []),
    // Without descriptions the pictures must be seen.
    meta('accessModeSufficient', described ? 'textual' : 'textual,visual'),
    ...features.map((feature) => meta('accessibilityFeature', feature)),
    meta('accessibilityHazard', moves ? 'unknown' : 'none'),
    meta('accessibilitySummary', about.join('')),
  ];
}

function packageOf(book: EpubBook, chapters: readonly ReadyChapter[]): string {
  const { identifier, isbn, title, subtitle, authors, language, publisher, description, modified, pictures = [], pages = [], cover, imprint } = book;
  const full = subtitle ? `${title}：${subtitle}` : title;
  const metadata = [
    `<dc:identifier id="id">${escapeXml(identifier)}</dc:identifier>`,
    ...(isbn ? [`<dc:identifier>urn:isbn:${isbn.replaceAll('-', '')}</dc:identifier>`] : []),
    `<dc:title>${escapeXml(full)}</dc:title>`,
    ...authors.map((name) => `<dc:creator>${escapeXml(name)}</dc:creator>`),
    `<dc:language>${language}</dc:language>`,
    ...(publisher ? [`<dc:publisher>${escapeXml(publisher)}</dc:publisher>`] : []),
    ...(description ? [`<dc:description>${escapeXml(description)}</dc:description>`] : []),
    `<meta property="dcterms:modified">${new Date(modified).toISOString().slice(0, 19)}Z</meta>`,
    // The edition whose pages are marked. Source: EPUB 3.3, the property source-of.
    ...(pages.length > 0
      ? [
          `<dc:source id="print">${isbn ? `urn:isbn:${isbn.replaceAll('-', '')}` : escapeXml(`${full}（纸质版）`)}</dc:source>`,
          '<meta refines="#print" property="source-of">pagination</meta>',
        ]
      : []),
    ...accessibilityOf(chapters, pictures, pages.length > 0),
  ];
  const items = chapters
    .map(
      (chapter, index) =>
        `<item id="c${index}" href="${fileOf(index)}" media-type="application/xhtml+xml"${hasMath(chapter) ? ' properties="mathml"' : ''}/>`,
    )
    .join('');
  const images = pictures.map(({ path, mime }, index) => `<item id="p${index}" href="${path}" media-type="${mime}"/>`).join('');
  const front = cover
    ? `<item id="cover" href="${cover.path}" media-type="${cover.mime}" properties="cover-image"/>`
    : `<item id="${DRAWN_COVER}" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/>`;
  const back = imprint ? '<item id="imprint" href="imprint.xhtml" media-type="application/xhtml+xml"/>' : '';
  const refs = chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata.join('\n')}</metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="css" href="book.css" media-type="text/css"/>${front}<item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>${items}${back}${images}</manifest>
<spine><itemref idref="title"/>${refs}${imprint ? '<itemref idref="imprint"/>' : ''}</spine></package>`;
}

/** Writes an EPUB 3 with a cover, a title page, one document for each chapter, the imprint, contents of all levels, and accessibility metadata. */
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
  const chapters: ReadyChapter[] = book.chapters.map((chapter, index) => ({ ...chapter, ...numberHeadings(chapter.body, `h${index + 1}`) }));
  add('OEBPS/book.opf', packageOf(book, chapters));
  add('OEBPS/nav.xhtml', navOf(book, chapters));
  add('OEBPS/book.css', CSS);
  add('OEBPS/title.xhtml', titlePage(book));
  for (const [index, chapter] of linkedChapters(chapters).entries()) add(`OEBPS/${fileOf(index)}`, chapterPage(chapter, index, book.language));
  if (book.imprint) add('OEBPS/imprint.xhtml', imprintPage(book));
  if (book.cover) zip.addBuffer(book.cover.bytes, `OEBPS/${book.cover.path}`, { mtime, compress: false });
  else add('OEBPS/cover.svg', drawnCover(book));
  for (const { path, bytes } of book.pictures ?? []) zip.addBuffer(bytes, `OEBPS/${path}`, { mtime, compress: false });
  zip.end();
  return buffer(Readable.from(zip.outputStream));
}

const PREVIEW_MOST = 20_000;
/** Chapters that are long enough to show what the styles become. */
const PREVIEW_CHAPTERS = 3;

/** The first chapters as one page of a phone, in the style of the book. The page has no scripts and loads nothing. */
export function phonePage(chapters: readonly Chapter[]): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  let body = '';
  for (const { title, heading, body: text } of chapters.slice(0, PREVIEW_CHAPTERS)) {
    const blocks = text.split('\n');
    let taken = '';
    for (const block of blocks) if ((body + taken).length < PREVIEW_MOST) taken += block;
    body += `<section><h1>${heading ?? escapeXml(title)}</h1>${numberHeadings(taken, 'p').body}</section>`;
  }
  const plain = body.replaceAll(/<a [^>]*>/g, '<a>').replaceAll(/<img [^>]*>/g, '');
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>预览</title><style>html{color-scheme:light;background:#fff;color:#1f1f1f}body{font:17px/1.8 serif;padding:1px 0 32px}a{color:inherit}${CSS}</style></head><body>${plain}</body></html>`;
}
