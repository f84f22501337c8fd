import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { House } from '../house.ts';
import { failed } from '../http/refusal.ts';

const WIDE = { width: 600, height: 800 };
const CARD_WIDTH = 240;

/** Stores a cover in two sizes of WebP and answers its address; a picture that cannot be read is refused. */
export async function storeCover(house: House, picture: Buffer): Promise<string> {
  const name = randomBytes(12).toString('hex');
  try {
    const image = sharp(picture, { limitInputPixels: 50_000_000 }).rotate();
    const wide = await image
      .clone()
      .resize({ ...WIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    const card = await image.clone().resize({ width: CARD_WIDTH, withoutEnlargement: true }).webp({ quality: 78 }).toBuffer();
    await house.files.put(`covers/${name}.webp`, wide, 'image/webp');
    await house.files.put(`covers/${name}-${CARD_WIDTH}.webp`, card, 'image/webp');
  } catch {
    throw failed('图片无法读取，请换一张png、jpg或jpeg图片');
  }
  return `/covers/${name}.webp`;
}
