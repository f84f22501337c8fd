import { join } from 'node:path';
import sharp from 'sharp';
import type { BookFiles } from './files.ts';
import type { Package } from './package/package.ts';

/** Local names of the two pictures written next to the book. */
export const COVER = 'cover.webp';
export const SMALL_COVER = 'cover-240.webp';

/** The manifest id of a cover that the composition drew from the title. */
export const DRAWN_COVER = 'drawn-cover';
const SIZE = { width: 600, height: 800 };
const SMALL_WIDTH = 240;
const PIXELS = 60_000_000;
/** A first page with more text than this is not a cover. */
const COVER_PAGE_CHARACTERS = 60;

/** Returns the path of the cover picture; null when the book has none. */
export function coverSource(pack: Package, files: BookFiles): string | null {
  const isPicture = (path: string | undefined): path is string => path !== undefined && (files.written.get(path)?.type.startsWith('image/') ?? false);
  // The catalog draws a cover of its own for a book whose cover was drawn from its title.
  if (pack.cover?.id === DRAWN_COVER) return null;
  const named = pack.cover?.path;
  if (named !== undefined) {
    const shown = files.documents.get(named)?.images.find(isPicture);
    if (shown) return shown;
    if (isPicture(named)) return named;
  }
  const opening = files.documents.get(pack.spine[0]?.item.path ?? '');
  return opening && opening.text.length <= COVER_PAGE_CHARACTERS ? (opening.images.find(isPicture) ?? null) : null;
}

/** Writes two WebP pictures into `folder`; returns null, or a message why the picture cannot be used. */
export async function writeCovers(picture: string, folder: string): Promise<string | null> {
  try {
    const read = () => sharp(picture, { limitInputPixels: PIXELS, failOn: 'error' }).rotate();
    await read()
      .resize({ ...SIZE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toFile(join(folder, COVER));
    await read().resize({ width: SMALL_WIDTH, withoutEnlargement: true }).webp({ quality: 80 }).toFile(join(folder, SMALL_COVER));
    return null;
  } catch (error) {
    return /pixel limit/i.test(String(error)) ? `超过${PIXELS / 10_000}万像素` : '无法读取';
  }
}
