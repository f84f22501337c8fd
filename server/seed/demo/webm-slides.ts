import sharp from 'sharp';
import { drawing } from './drawings.ts';

const WIDTH = 640;
const HEIGHT = 360;
const GROUNDS = ['#f4efe2', '#e6ede6', '#ece7f0', '#f2e6e0', '#e5ebf1'];

/** A WebM element with its length, always in eight bytes. */
function sized(id: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length));
  size[0] = 0x01;
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}
const whole = (id: string, value: number): Buffer => {
  const body = Buffer.alloc(8);
  body.writeBigUInt64BE(BigInt(value));
  return sized(id, body);
};
const text = (id: string, value: string): Buffer => sized(id, Buffer.from(value));
const float = (id: string, value: number): Buffer => {
  const body = Buffer.alloc(8);
  body.writeDoubleBE(value);
  return sized(id, body);
};

const pictures = new Map<string, Promise<Buffer>>();
function drawn(picture: string): Promise<Buffer> {
  const known =
    pictures.get(picture) ??
    sharp(Buffer.from(drawing(picture)))
      .resize({ width: 480 })
      .png({ compressionLevel: 0 })
      .toBuffer();
  pictures.set(picture, known);
  return known;
}

/** Returns one slide as a VP8 frame: a lossy WebP picture contains exactly such a frame. */
async function frameOf(picture: string, index: number, count: number): Promise<Buffer> {
  const ground = GROUNDS[index % GROUNDS.length] ?? '#ffffff';
  const dots = Array.from(
    { length: count },
    (_, at) => `<circle cx="${WIDTH / 2 + (at - (count - 1) / 2) * 18}" cy="334" r="4" fill="${at === index ? '#007f80' : '#c9c4b6'}"/>`,
  );
  const back = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${ground}"/>${dots.join('')}</svg>`;
  const front = await drawn(picture);
  const webp = await sharp(Buffer.from(back))
    .composite([{ input: front, left: 80, top: 40 }])
    .flatten({ background: ground })
    .webp({ quality: 70, effort: 1 })
    .toBuffer();
  return vp8In(webp);
}

/** Returns the VP8 frame of a lossy WebP picture. */
export function vp8In(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  throw new Error('the picture was not written as VP8');
}

/** Returns a silent WebM of slides, `seconds` each, with a key frame every second so that players can seek to any position. */
export async function webmSlides(pictures: readonly string[], seconds: number): Promise<Buffer> {
  return webmOf(await Promise.all(pictures.map((picture, index) => frameOf(picture, index, pictures.length))), seconds);
}

/** Returns a silent WebM of pictures that are already VP8 frames, `seconds` each. */
export function webmOf(frames: readonly Buffer[], seconds: number, width = WIDTH, height = HEIGHT): Buffer {
  const head = sized(
    '1a45dfa3',
    whole('4286', 1),
    whole('42f7', 1),
    whole('42f2', 4),
    whole('42f3', 8),
    text('4282', 'webm'),
    whole('4287', 4),
    whole('4285', 2),
  );
  const info = sized(
    '1549a966',
    whole('2ad7b1', 1_000_000),
    float('4489', frames.length * seconds * 1000),
    text('4d80', 'shuzhou'),
    text('5741', 'shuzhou'),
  );
  const video = sized('e0', whole('b0', width), whole('ba', height));
  const tracks = sized('1654ae6b', sized('ae', whole('d7', 1), whole('73c5', 1), whole('83', 1), text('86', 'V_VP8'), video));
  const clusters = frames.map((frame, index) => {
    const blocks = Array.from({ length: seconds }, (_, second) => {
      const mark = Buffer.from([0x81, 0, 0, 0x80]);
      mark.writeInt16BE(second * 1000, 1);
      return sized('a3', mark, frame);
    });
    return sized('1f43b675', whole('e7', index * seconds * 1000), ...blocks);
  });
  const cuesFrom = (start: number): Buffer => {
    let at = start;
    const points = clusters.map((cluster, index) => {
      const point = sized('bb', whole('b3', index * seconds * 1000), sized('b7', whole('f7', 1), whole('f1', at)));
      at += cluster.length;
      return point;
    });
    return sized('1c53bb6b', ...points);
  };
  // Every number is eight bytes wide, so the length of the index does not depend on its values.
  const before = info.length + tracks.length + cuesFrom(0).length;
  return Buffer.concat([head, sized('18538067', info, tracks, cuesFrom(before), ...clusters)]);
}
