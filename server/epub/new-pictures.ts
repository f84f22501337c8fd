import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { readableCopy } from '../media/picture.service.ts';
import type { ContentTypes } from './content-type.ts';
import { FEW_SHOW } from './media.ts';
import type { ManifestItem } from './items.ts';

/** A book of nothing but such pictures keeps the last of them as they are. */
const ALL_MS = 60_000;

/**
 * Pictures of kinds that few browsers show are written anew, under their names, where the machine has the program for
 * it. Answers the manifest with what they are now.
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

/** Whether it could be; one that is broken stays as it is. */
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
/** A scan of a page in print quality. */
const PIXELS = 100_000_000;
/** Bits of a pixel's brightness that are not foreseen: of a photograph they are more. */
const PHOTOGRAPH = 5;

/** TIFF pictures are written anew as PNG or JPEG, under their names; one that cannot be read stays as it is. */
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

/** Drawings and scans in black and white as PNG, photographs as JPEG. */
async function redrawn(file: string): Promise<Buffer> {
  const picture = sharp(file, { limitInputPixels: PIXELS, page: 0 }).rotate();
  const { hasAlpha, channels } = await picture.metadata();
  const { entropy } = await picture.clone().stats();
  const isDrawing = hasAlpha || channels === 1 || entropy < PHOTOGRAPH;
  return isDrawing ? picture.png().toBuffer() : picture.flatten({ background: '#fff' }).jpeg({ quality: 90 }).toBuffer();
}
