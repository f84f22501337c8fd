import sharp, { type Sharp } from 'sharp';

const PIXELS = 50_000_000;

const jpeg = (image: Sharp) => image.jpeg({ quality: 88 });
const ENCODERS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  png: (image) => image.png(),
  jpg: jpeg,
  jpeg,
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: 88 }),
};

/** Encodes a picture again in the format of its extension, so that data hidden in the file is removed. Throws for one that cannot be read. */
export function encodedPicture(extension: string, bytes: Buffer): Promise<Buffer> {
  const moving = extension === 'gif' || extension === 'webp';
  const image = sharp(bytes, { limitInputPixels: PIXELS, animated: moving });
  const encode = ENCODERS[extension];
  if (!encode) throw new Error(`no encoder for ${extension}`);
  return encode(moving ? image : image.rotate()).toBuffer();
}

/** Draws a picture of another format, such as SVG or TIFF, as PNG. Throws for one that cannot be read. Loads nothing from elsewhere. */
export const drawnPicture = (bytes: Buffer): Promise<Buffer> => sharp(bytes, { limitInputPixels: PIXELS, density: 144 }).png().toBuffer();
