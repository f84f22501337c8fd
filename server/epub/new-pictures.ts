import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { readableCopy } from '../ffmpeg/readable-copy.ts';
import type { ContentTypes } from './package/content-type.ts';
import { FEW_SHOW } from './media.ts';
import type { ManifestItem } from './package/items.ts';

/** Time limit for a book full of such pictures; the remaining ones stay unchanged. */
const ALL_MS = 60_000;

/**
 * Converts pictures with little browser support, under their names, when the machine has the program for
 * it. Returns the manifest with their new types.
 */
export async function withShownPictures(
  manifest: readonly ManifestItem[],
  { raw, has, ffmpeg, types }: { raw: string; has(path: string): boolean; ffmpeg: string | null; types: ContentTypes },
): Promise<readonly ManifestItem[]> {
  const until = Date.now() + ALL_MS;
  const made: ManifestItem[] = [];
  for (const item of manifest) {
    const isNew = ffmpeg !== null && FEW_SHOW.has(item.type) && has(item.path) && Date.now() < until;
    const redrawn = isNew && (await isRedrawn(ffmpeg, item, raw, until - Date.now()));
    if (redrawn) types.forget(item.path);
    made.push(redrawn ? { ...item, type: 'image/webp' } : item);
  }
  return made;
}

/** Returns whether the conversion succeeded; a broken picture stays unchanged. */
async function isRedrawn(program: string, { path, type }: ManifestItem, raw: string, timeoutMs: number): Promise<boolean> {
  const folder = `${raw}.pictures`;
  await mkdir(folder, { recursive: true });
  try {
    const copy = await readableCopy(program, { path: join(raw, path), mime: type }, folder, timeoutMs);
    await sharp(copy).webp({ quality: 90 }).toFile(join(raw, path));
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const TIFF = 'image/tiff';
/** Pixel limit: a page scan in print quality. */
const PIXELS = 100_000_000;
/** Entropy of the brightness, in bits per pixel, above which a picture counts as a photograph. */
const PHOTOGRAPH = 5;

/** Converts TIFF pictures to PNG or JPEG under their names; an unreadable one stays unchanged. */
export async function redrawTiff(paths: Iterable<string>, raw: string, types: ContentTypes): Promise<void> {
  const until = Date.now() + ALL_MS;
  for (const path of paths) {
    if (types.of(path) !== TIFF || Date.now() > until) continue;
    const bytes = await redrawn(join(raw, path)).catch(() => null);
    if (!bytes) continue;
    await writeFile(join(raw, path), bytes);
    types.forget(path);
  }
}

/** Drawings and black-and-white scans become PNG, photographs JPEG. */
async function redrawn(file: string): Promise<Buffer> {
  const picture = sharp(file, { limitInputPixels: PIXELS, page: 0 }).rotate();
  const { hasAlpha, channels } = await picture.metadata();
  const { entropy } = await picture.clone().stats();
  const isDrawing = hasAlpha || channels === 1 || entropy < PHOTOGRAPH;
  return isDrawing ? picture.png().toBuffer() : picture.flatten({ background: '#fff' }).jpeg({ quality: 90 }).toBuffer();
}
