import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { pictureTurn } from '../files/concurrency-limit.ts';
import type { AppContext } from '../context.ts';
import { failed } from '../http/app-error.ts';

const WIDE = { width: 600, height: 800 };
const CARD_WIDTH = 240;

/** Minimum length of the shorter side in pixels, and the maximum aspect ratio. A picture outside these limits was chosen by mistake. */
const LEAST = 100;
const LONGEST = 3;

/** Throws when a chosen picture has unsuitable dimensions for a cover. An unreadable picture is rejected later by `storeCover`. */
export async function assertCover(picture: Buffer): Promise<void> {
  const { width = 0, height = 0 } = await sharp(picture)
    .metadata()
    .catch(() => ({ width: LEAST, height: LEAST }));
  const [short, long] = width < height ? [width, height] : [height, width];
  if (short < LEAST) throw failed(`图片只有${width}×${height}像素，请换一张短边不少于${LEAST}像素的图片`);
  if (long > LONGEST * short) throw failed(`图片太窄长，请换一张长边不超过短边${LONGEST}倍的图片`);
}

/** Stores a cover as WebP in two sizes and returns its address. Throws when the picture cannot be read. */
export async function storeCover(context: AppContext, picture: Buffer): Promise<string> {
  const name = randomBytes(12).toString('hex');
  try {
    const image = sharp(picture, { limitInputPixels: 50_000_000 }).rotate();
    const [wide, card] = await pictureTurn(async () => [
      await image
        .clone()
        .resize({ ...WIDE, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer(),
      await image.clone().resize({ width: CARD_WIDTH, withoutEnlargement: true }).webp({ quality: 78 }).toBuffer(),
    ]);
    await context.files.put(`covers/${name}.webp`, wide, 'image/webp');
    await context.files.put(`covers/${name}-${CARD_WIDTH}.webp`, card, 'image/webp');
  } catch {
    throw failed('图片无法读取，请换一张png、jpg或jpeg图片');
  }
  return `/covers/${name}.webp`;
}
