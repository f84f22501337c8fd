import { join } from 'node:path';
import sharp from 'sharp';
import type { BookFiles } from './files.ts';
import type { ManifestItem } from './package/items.ts';
import type { Package } from './package/package.ts';
import { hrefBetween } from './path.ts';
import { pageTraits } from './package/rendition.ts';
import { xmlEscape } from './xml.ts';

const WORDS_MOST = 1_000;

/** Maps a picture in the reading order, or its fallback, to its page, for contents and links. */
export function pageOfPictures(pack: Package): (path: string) => string {
  const byId = new Map(pack.manifest.map((item) => [item.id, item]));
  const read = new Set(pack.spine.map(({ item }) => item.path));
  const pages = new Map<string, string>();
  for (const { item, picture } of pack.spine) {
    for (const one of picture ? withFallbacks(picture, byId) : []) if (!read.has(one.path) && !pages.has(one.path)) pages.set(one.path, item.path);
  }
  return (path) => pages.get(path) ?? path;
}

/** Writes a page for each picture in the reading order, of its own size in a fixed-layout book; its fallback provides the alternative text. */
export async function writePicturePages(pack: Package, files: BookFiles, raw: string): Promise<void> {
  const byId = new Map(pack.manifest.map((item) => [item.id, item]));
  for (const { item, picture, properties } of pack.spine) {
    if (!picture || files.documents.has(item.path)) continue;
    const words = withFallbacks(picture, byId).map(({ path }) => files.documents.get(path)?.text ?? '');
    const isDrawn = (pageTraits(properties, pack.layout).layout ?? pack.layout) === 'pre-paginated';
    const size = isDrawn ? await sizeOf(join(raw, picture.path)) : null;
    files.carryDocument(item.path, pageMarkup(hrefBetween(item.path, picture.path), words.find(Boolean) ?? '', size));
  }
}

function withFallbacks(picture: ManifestItem, byId: ReadonlyMap<string, ManifestItem>): ManifestItem[] {
  const found = new Set<ManifestItem>();
  for (let at: ManifestItem | undefined = picture; at && !found.has(at); at = byId.get(at.fallback)) found.add(at);
  return [...found];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the displayed size, with the camera orientation applied. Null for an unreadable picture; a browser may still show it. */
async function sizeOf(file: string): Promise<Size | null> {
  const { autoOrient } = await sharp(file)
    .metadata()
    .catch(() => ({ autoOrient: null }));
  return autoOrient;
}

function pageMarkup(href: string, words: string, size: Size | null): string {
  const box = size ? `width:${size.width}px;height:${size.height}px` : 'max-width:100%';
  const viewport = size ? `<meta name="viewport" content="width=${size.width}, height=${size.height}"/>` : '';
  const alt = words.slice(0, WORDS_MOST).replace(/\s+/g, ' ');
  return (
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title>${viewport}<style>body{margin:0}img{display:block;${box}}</style></head>` +
    `<body><img src="${xmlEscape(href)}" alt="${xmlEscape(alt)}"/></body></html>`
  );
}
