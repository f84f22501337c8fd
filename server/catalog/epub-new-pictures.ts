import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { readableCopy } from '../media/picture.service.ts';
import { FEW_SHOW } from './epub-media.ts';
import type { ManifestItem } from './epub-package.ts';

/** A book of nothing but such pictures keeps the last of them as they are. */
const ALL_MS = 60_000;

/**
 * Pictures of kinds that few browsers show are written anew, under their names, where the machine has the program for
 * it. Answers the manifest with what they are now.
 */
export async function withShownPictures(
  manifest: readonly ManifestItem[],
  { raw, has, ffmpeg }: { raw: string; has(path: string): boolean; ffmpeg: string | null },
): Promise<readonly ManifestItem[]> {
  const until = Date.now() + ALL_MS;
  const made: ManifestItem[] = [];
  for (const item of manifest) {
    const isNew = ffmpeg !== null && FEW_SHOW.has(item.type) && has(item.path) && Date.now() < until;
    made.push(isNew && (await isRedrawn(ffmpeg, item, raw, until - Date.now())) ? { ...item, type: 'image/webp' } : item);
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
