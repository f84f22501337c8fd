import { fromBufferPromise, type Entry } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import { failed } from '../http/app-error.ts';
import { escapeXml } from '../document/escape-xml.ts';
import { fontFamilyOf, type PageGeometry } from './page-geometry.ts';

const FOLDER = 'OEBPS/';
const CHAPTER = /^chapter-\d+\.xhtml$/;
const BODY = /<body>([\s\S]*)<\/body>/;
const TOC = /<nav epub:type="toc"[^>]*>([\s\S]*?)<\/nav>/;

const MIMES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' };
export const pictureMime = (path: string): string | null => MIMES[path.split('.').at(-1) ?? ''] ?? null;

/** The files of an EPUB that `writeEpub` made, by their path in the package. Throws when it cannot be read. */
export async function epubFiles(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>)
      if (entry.fileName.startsWith(FOLDER)) files.set(entry.fileName.slice(FOLDER.length), await buffer(await zip.openReadStreamPromise(entry)));
  } catch {
    throw failed('EPUB文件读不出来，请在“电子版”里重新生成');
  }
  return files;
}

/** Styles for both: on the screen each column is a page, in print each page is a page. Both have the same type area, so that lines end alike. */
function styles({ width, height, left, top, textWidth, textHeight, fontPt, linePt }: PageGeometry, family: string): string {
  const side = Math.max(0, width - left - textWidth).toFixed(2);
  const foot = Math.max(0, height - top - textHeight).toFixed(2);
  return `@page{size:${width}mm ${height}mm;margin:${top}mm ${side}mm ${foot}mm ${left}mm;@bottom-center{content:counter(page);font:9pt ${fontFamilyOf('')}}}
@page:first{@bottom-center{content:none}}
html{color-scheme:light;background:transparent;color:#000}
body{margin:0;font:${fontPt}pt/${linePt}pt ${fontFamilyOf(family)};text-align:justify;line-break:strict;overflow-wrap:anywhere;orphans:2;widows:2}
h1,h2,h3,h4,h5,h6{margin:0;line-height:calc(2*${linePt}pt);font-weight:700;break-after:avoid;text-align:center}
h1{font-size:1.6em;padding:${linePt}pt 0}
h2{font-size:1.25em}
h3,h4,h5,h6{font-size:1.05em;text-align:left}
p{margin:0;text-indent:2em}
li p,td p,th p,blockquote p,aside p{text-indent:0}
blockquote{margin:0 2em}
aside{font-size:.85em;line-height:1.5}
ul,ol{margin:0;padding-left:2em}
table{border-collapse:collapse;margin:0 auto;max-width:100%;break-inside:avoid-page}
td,th{border:1px solid;padding:0 .5em}
tr,img{break-inside:avoid}
img{display:block;max-width:100%;max-height:${textHeight}mm;margin:0 auto;object-fit:contain}
pre{white-space:pre-wrap}
a{color:inherit;text-decoration:none}
.cover{padding-top:25%;text-align:center}
.cover h1{font-size:2em}
.cover p{text-indent:0;text-align:center}
.toc ol{list-style:none;padding-left:0}
.toc ol ol{padding-left:2em}
section+section{break-before:page}
@media screen{
body{position:relative;width:max-content;height:${height}mm}
main{position:absolute;z-index:1;left:${left}mm;top:${top}mm;width:${textWidth}mm;height:${textHeight}mm;column-width:${textWidth}mm;column-gap:calc(${rounded(width - textWidth)}mm + 16px);column-fill:auto}
section+section{break-before:column}
.sheet{position:absolute;top:0;width:${width}mm;height:${height}mm;box-sizing:border-box;background:#fff;box-shadow:0 0 0 1px rgb(0 0 0/.16)}
.sheet span{position:absolute;inset:auto 0 calc(${foot}mm/2 - .7em);font-size:9pt;line-height:1.4;text-align:center}
}
@media print{.sheet{display:none}}`;
}
const rounded = (value: number): string => value.toFixed(2);

/** Removes links that leave the preview; links to notes are kept. */
const withoutLinks = (html: string): string =>
  html.replace(/<a ([^>]*?)href="(?!#)[^"]*"/g, '<a $1').replace(/ (?:epub:type|xmlns:epub)="[^"]*"/g, '');

/**
 * One HTML page of a book for the preview of its pages and for print: title page, table of contents, chapters. `pictureOf` gives the address of a
 * picture by its path in the package. The page has no scripts and loads nothing.
 */
export function printPage(
  files: ReadonlyMap<string, Buffer>,
  { language, title, family }: { readonly language: string; readonly title: string; readonly family: string },
  geometry: PageGeometry,
  pictureOf: (path: string) => string | null,
): { html: string; chapters: number } {
  const text = (path: string): string => files.get(path)?.toString('utf8') ?? '';
  const body = (path: string): string =>
    withoutLinks(BODY.exec(text(path))?.[1] ?? '').replace(/<img src="([^"]*)"/g, (_tag, path: string) => `<img src="${pictureOf(path) ?? ''}"`);
  const chapters = [...files.keys()].filter((path) => CHAPTER.test(path)).toSorted();
  const toc = withoutLinks(TOC.exec(text('nav.xhtml'))?.[1] ?? '');
  // `script-src` is closed by `default-src`: the frame has no scripts either way.
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
  const html = `<!doctype html><html lang="${escapeXml(language)}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${escapeXml(title)}</title><style>${styles(geometry, family)}</style></head><body><main>${body('title.xhtml')}<section class="toc">${toc}</section>${chapters.map(body).join('\n')}</main></body></html>`;
  return { html, chapters: chapters.length };
}
