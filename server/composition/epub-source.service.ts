import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { AppContext } from '../context.ts';
import { pictureTurn } from '../files/concurrency-limit.ts';
import { documentWorker } from '../document/document-worker.ts';
import type { EpubRecipe } from '../../contract/composition/epub-recipe.ts';
import type { ImportFinding } from '../document/book/import-findings.ts';
import type { UsedStyle } from '../document/book/style-map.ts';
import type { SourceLine } from '../document/book/source-lines.ts';
import { plainText } from '../http/rich-text.ts';
import { htmlSource } from '../manuscript/document/corrected-text.service.ts';
import { pictureSources } from './chapter-text.ts';
import { lastVersionOf, onlineTextOf, publicPicture } from './composition.queries.ts';
import type { EpubPicture } from './epub-writer.ts';

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The final text of a manuscript as HTML. */
export interface EpubSource {
  readonly html: string;
  readonly notes: number;
  readonly tables: number;
  /** Pictures by their source in `html`. */
  readonly media: ReadonlyMap<string, Uint8Array>;
  /** Pictures that no browser shows. */
  readonly lost: number;
  /** Lines of the import sheet. */
  readonly findings: readonly ImportFinding[];
  /** The paragraph styles of a document; a text written online has none. */
  readonly styles: readonly UsedStyle[];
  /** What the book must have, by paragraphs. */
  readonly expected: readonly SourceLine[];
  /** Whether `html` was converted from a document, with numbers that the conversion made. */
  readonly converted: boolean;
}

const UPLOADED = /\/(profile\/upload\/[\w/.-]+)$/;
const countOf = (html: string, tag: RegExp): number => html.match(tag)?.length ?? 0;

/** Uploaded pictures of a text written online. */
async function uploadedPictures(context: AppContext, html: string): Promise<Map<string, Uint8Array>> {
  const media = new Map<string, Uint8Array>();
  for (const source of pictureSources(html)) {
    const key = UPLOADED.exec(source)?.[1];
    if (key && !key.includes('..') && (await publicPicture(context.db, `/${key}`))) media.set(source, await buffer(await context.files.read(key)));
  }
  return media;
}

/** The text of HTML by blocks, apart from the conversion into chapters. */
const htmlLines = (html: string): SourceLine[] =>
  html
    .split(/<\/?(?:p|h[1-6]|li|td|th|div|blockquote|section|table|tr|ul|ol|aside|pre|br|hr)\b[^>]*>/i)
    .map((piece, index) => ({ place: `正文第${index + 1}段`, text: plainText(piece) }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }, index) => ({ place: `正文第${index + 1}段`, text }));

async function fromHtml(context: AppContext, html: string): Promise<EpubSource> {
  const media = await uploadedPictures(context, html);
  return {
    html,
    notes: 0,
    tables: countOf(html, /<table\b/g),
    media,
    lost: pictureSources(html).length - media.size,
    findings: [],
    expected: htmlLines(html),
    converted: false,
    styles: [],
  };
}

/**
 * The newest version when it is a .docx, HTML or plain text, else the online text, without the lines of the import sheet that the editor took out. Throws for a .docx with unresolved revision marks.
 */
export async function epubSource(
  context: AppContext,
  archiveId: number,
  { decisions, styles }: Pick<EpubRecipe, 'decisions' | 'styles'>,
): Promise<EpubSource> {
  const dropped = decisions.filter(({ choice }) => choice === 'drop').map(({ key }) => key);
  const version = await lastVersionOf(context.db, archiveId);
  if (version?.mime === DOCX) {
    const bytes = await buffer(await context.files.read(version.fileKey));
    const roles = Object.fromEntries(styles.map(({ name, role }) => [name, role]));
    const { pictures, ...found } = await documentWorker.html(bytes, dropped, roles);
    return { ...found, lost: pictures, converted: true };
  }
  return fromHtml(context, await htmlSource(context, archiveId));
}

/** The kind of text of which an EPUB would be made. */
export async function epubSourceOf({ db }: AppContext, archiveId: number): Promise<'online' | 'docx' | 'none'> {
  const version = await lastVersionOf(db, archiveId);
  if (version?.mime === DOCX) return 'docx';
  return version?.mime.startsWith('text/') || (await onlineTextOf(db, archiveId)) !== '' ? 'online' : 'none';
}

/** The formats that every EPUB reader shows, and those that are converted to PNG. Source: EPUB 3.2, core media types. */
const FORMATS: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif' };
const CONVERTED = new Set(['webp', 'tiff', 'avif', 'heif']);
/** Longer side of a picture in a book, pixels. */
const LONGEST = 2000;
const PIXELS_MOST = 50_000_000;

/** Pictures for the package by source: without hidden data, and not larger than a screen shows. Unreadable ones are left out. */
export async function epubPictures(media: ReadonlyMap<string, Uint8Array>): Promise<Map<string, EpubPicture>> {
  const made = new Map<string, EpubPicture>();
  for (const [source, bytes] of media) {
    try {
      const image = sharp(bytes, { limitInputPixels: PIXELS_MOST }).rotate();
      const { format: read = '' } = await image.metadata();
      const format = CONVERTED.has(read) ? 'png' : read;
      const mime = FORMATS[format];
      if (!mime) continue;
      const small = await pictureTurn(() =>
        image
          .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
          .toFormat(format as 'png' | 'jpeg' | 'gif')
          .toBuffer(),
      );
      made.set(source, { path: `pictures/${String(made.size + 1).padStart(3, '0')}.${format === 'jpeg' ? 'jpg' : format}`, mime, bytes: small });
    } catch {
      // Counted by the caller as a picture that was left out.
    }
  }
  return made;
}
