import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { AppContext } from '../context.ts';
import { pictureTurn } from '../files/concurrency-limit.ts';
import { documentWorker } from '../document/document-worker.ts';
import { escapeXml } from '../document/escape-xml.ts';
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

async function fromHtml(context: AppContext, html: string): Promise<EpubSource> {
  const media = await uploadedPictures(context, html);
  return { html, notes: 0, tables: countOf(html, /<table\b/g), media, lost: pictureSources(html).length - media.size };
}

const paragraphs = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeXml(line.trim())}</p>`)
    .join('\n');

/** The newest version as HTML when it is HTML or plain text, else the online text. */
export async function htmlSource(context: AppContext, archiveId: number): Promise<string> {
  const version = await lastVersionOf(context.db, archiveId);
  if (!version?.mime.startsWith('text/')) return onlineTextOf(context.db, archiveId);
  const text = (await buffer(await context.files.read(version.fileKey))).toString('utf8');
  return version.mime.startsWith('text/html') ? text : paragraphs(text);
}

/** The newest version when it is a .docx, HTML or plain text, else the online text. Throws for a .docx with unresolved revision marks. */
export async function epubSource(context: AppContext, archiveId: number): Promise<EpubSource> {
  const version = await lastVersionOf(context.db, archiveId);
  if (version?.mime === DOCX) {
    const { html, notes, tables, media, pictures } = await documentWorker.html(await buffer(await context.files.read(version.fileKey)));
    return { html, notes, tables, media, lost: pictures };
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
