import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { MissingFile } from '../files/file-store.ts';
import { concurrencyLimit } from '../files/concurrency-limit.ts';
import type { AppContext } from '../context.ts';
import type { App } from '../http/serve.ts';

/** The pictures that other sites show next to a link: a wide one, and a square one for chats. */
export const SHARE_SHAPES = { wide: { width: 1200, height: 630 }, square: { width: 1200, height: 1200 } } as const;
export type ShareShape = keyof typeof SHARE_SHAPES;
export const SHARE_TYPE = 'image/jpeg';

/** Changes when the drawing changes, so that stored pictures are drawn again. */
const DRAWING = 1;
const PIXELS = 50_000_000;
/** Part of the height that an upright picture takes. */
const INSIDE = 0.84;
/** A picture at least this wide for its height fills the card. */
const FILLS_FROM = 1.3;
/** Drawn on a grid of 24: the mark of the site. Text is never drawn: the fonts of a server are unknown. */
const MARK = 'M11 3.2C7.6 5.8 5 9 3.8 13.4H11zM13 5.6c2.9 1.9 5.2 4.4 6.6 7.8H13zM2.2 15.4h19.6c-1.9 3.7-5.1 5.4-9.8 5.4s-7.9-1.7-9.8-5.4z';
/** Grounds of pages without a picture, dark enough for the white mark. */
const GROUNDS = ['#00595a', '#5b3a29', '#2f4858', '#6b2737', '#3d5a3c', '#4a3f6b'] as const;
const VARIANTS = 32;
const turn = concurrencyLimit(1);

/** What a picture is made of: the address of a public picture, or '' for the ground of the page with `title`. */
export interface ShareSource {
  readonly picture: string;
  readonly title: string;
}

/** Names a picture by its source; the address of a changed source is another one, so that caches do not keep the old picture. */
export const shareName = ({ picture, title }: ShareSource): string =>
  createHash('sha256')
    .update(`${DRAWING}\n${picture || variantOf(title)}`)
    .digest('hex')
    .slice(0, 32);

/** One of few grounds: a title may be anything, such as the keyword of a search, and must not fill the store. */
const variantOf = (title: string): number => (createHash('sha256').update(title).digest()[0] ?? 0) % VARIANTS;

/** Returns the picture of a page, which is drawn once and stored. */
export async function sharePicture(app: App, source: ShareSource, shape: ShareShape): Promise<Buffer> {
  const { files } = app.context;
  const key = `share/${shareName(source)}-${shape}.jpg`;
  return (
    (await stored(app.context, key)) ??
    turn(async () => {
      // Another request may have drawn it meanwhile.
      const before = await stored(app.context, key);
      if (before) return before;
      const picture = source.picture ? await publicPicture(app, source.picture) : null;
      const made = (picture && (await composed(picture, shape).catch(() => null))) ?? (await drawn(variantOf(source.title), shape));
      // A picture that could not be read this time is not stored: the next request tries again.
      if (picture || !source.picture) await files.put(key, made, SHARE_TYPE);
      return made;
    })
  );
}

async function stored({ files }: AppContext, key: string): Promise<Buffer | null> {
  if ((await files.size(key)) === null) return null;
  try {
    return await buffer(await files.read(key));
  } catch (error) {
    if (error instanceof MissingFile) return null;
    throw error;
  }
}

/** Reads a picture as an anonymous visitor does, so that nothing else than what is public is shown. */
async function publicPicture(app: App, address: string): Promise<Buffer | null> {
  if (!address.startsWith('/')) return null;
  const answer = await app.inject({ method: 'GET', url: address, headers: { 'accept-encoding': 'identity' } });
  return answer.statusCode === 200 && String(answer.headers['content-type']).startsWith('image/') ? answer.rawPayload : null;
}

/** A picture on a ground of its own colours; a wide one fills the card. */
async function composed(picture: Buffer, shape: ShareShape): Promise<Buffer> {
  const size = SHARE_SHAPES[shape];
  const read = () => sharp(picture, { limitInputPixels: PIXELS }).rotate();
  const { width, height } = (await read().toBuffer({ resolveWithObject: true })).info;
  const fills = width / height >= FILLS_FROM && shape === 'wide';
  if (fills) return jpeg(read().resize({ ...size, fit: 'cover' }));
  const ground = await read()
    .resize({ width: 60, height: 60, fit: 'cover' })
    .blur(8)
    .resize({ ...size, fit: 'fill' })
    .modulate({ brightness: 0.72 })
    .flatten({ background: '#f4f1ea' })
    .toBuffer();
  const inner = await read()
    .resize({ width: Math.round(size.width * INSIDE), height: Math.round(size.height * INSIDE), fit: 'inside' })
    .toBuffer();
  return jpeg(sharp(ground).composite([{ input: inner, gravity: 'centre' }]));
}

/** The mark of the site on a ground that differs from page to page. */
function drawn(first: number, shape: ShareShape): Promise<Buffer> {
  const { width, height } = SHARE_SHAPES[shape];
  const ground = GROUNDS[first % GROUNDS.length];
  const side = height * 0.5;
  const turned = (first >> 3) * 6;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>
    <circle cx="${width * (0.15 + (first % 7) / 10)}" cy="${height}" r="${height * 0.7 + turned}" fill="#fff" fill-opacity=".06"/>
    <circle cx="${width * (0.85 - (first % 5) / 10)}" cy="0" r="${height * 0.5}" fill="#000" fill-opacity=".08"/>
    <g transform="translate(${(width - side) / 2} ${(height - side) / 2}) scale(${side / 24})" fill="#fff"><path d="${MARK}"/></g></svg>`;
  return jpeg(sharp(Buffer.from(svg)));
}

const jpeg = (image: Sharp): Promise<Buffer> => image.flatten({ background: '#f4f1ea' }).jpeg({ quality: 82, progressive: true }).toBuffer();
