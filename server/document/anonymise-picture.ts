/** Removes what a picture says about its maker, without decoding its pixels. Unknown formats are returned unchanged. */

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Chunks that a PNG needs to look the same; texts, times, EXIF and private chunks are not among them. */
const PNG_KEPT: ReadonlySet<string> = new Set([
  'IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs', 'iCCP', 'cICP', 'acTL', 'fcTL', 'fdAT',
]); // prettier-ignore

function cleanPng(bytes: Buffer): Buffer {
  const parts: Buffer[] = [PNG_HEAD];
  let at = PNG_HEAD.length;
  while (at + 12 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + size;
    if (end > bytes.length) break;
    if (PNG_KEPT.has(name)) parts.push(bytes.subarray(at, end));
    at = end;
    // What follows the end of the picture is not shown.
    if (name === 'IEND') break;
  }
  return Buffer.concat(parts);
}

/** Orientation of an EXIF segment, 1 when it has none. */
function orientationOf(segment: Buffer): number {
  if (segment.length < 14 || segment.toString('latin1', 0, 6) !== 'Exif\0\0') return 1;
  const tiff = segment.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number): number => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number): number => (at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = u32(4);
  for (let index = 0; index < Math.min(u16(directory), 200); index += 1) {
    const entry = directory + 2 + index * 12;
    if (u16(entry) === 0x0112) return u16(entry + 8);
  }
  return 1;
}

/** An EXIF segment with nothing but the orientation: without it a phone's picture would lie on its side. */
function orientationSegment(orientation: number): Buffer {
  const body = Buffer.alloc(6 + 8 + 2 + 12 + 4);
  body.write('Exif\0\0MM\0*', 0, 'latin1');
  body.writeUInt32BE(8, 10);
  body.writeUInt16BE(1, 14);
  body.writeUInt16BE(0x0112, 16);
  body.writeUInt16BE(3, 18);
  body.writeUInt32BE(1, 20);
  body.writeUInt16BE(orientation, 24);
  return segmentOf(0xe1, body);
}

function segmentOf(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** APP segments that change how the pixels are read: JFIF, the colour profile, and Adobe's colour transform. */
const keptSegment = (marker: number, body: Buffer): boolean =>
  (marker === 0xe0 && body.toString('latin1', 0, 4) === 'JFIF') ||
  (marker === 0xe2 && body.toString('latin1', 0, 11) === 'ICC_PROFILE') ||
  (marker === 0xee && body.toString('latin1', 0, 5) === 'Adobe');

function cleanJpeg(bytes: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([0xff, 0xd8])];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) {
      at += 1;
      continue;
    }
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) break;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
      continue;
    }
    const size = bytes.readUInt16BE(at + 2);
    const end = Math.min(at + 2 + size, bytes.length);
    const body = bytes.subarray(at + 4, end);
    if (marker === 0xe1) {
      const orientation = orientationOf(body);
      if (orientation > 1 && orientation <= 8) parts.push(orientationSegment(orientation));
    } else if (marker === 0xda) {
      const scan = scanEnd(bytes, end);
      parts.push(bytes.subarray(at, scan));
      at = scan;
      continue;
    } else if ((marker < 0xe0 || marker > 0xef) && marker !== 0xfe) parts.push(bytes.subarray(at, end));
    else if (keptSegment(marker, body)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

/** End of the entropy-coded data that starts at `from`: the next marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at += 2;
  }
}

function cleanWebp(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 12;
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const end = Math.min(at + 8 + size + (size % 2), bytes.length);
    const chunk = Buffer.from(bytes.subarray(at, end));
    // The flags of EXIF and XMP in the extended header.
    if (name === 'VP8X' && chunk.length > 8) chunk[8] = (chunk[8] ?? 0) & ~0x0c;
    if (name !== 'EXIF' && name !== 'XMP ') parts.push(chunk);
    at = end;
  }
  const body = Buffer.concat(parts);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** GIF: comments and application data other than the loop count. */
function cleanGif(bytes: Buffer): Buffer {
  const palette = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + palette(bytes[10] ?? 0);
  const parts: Buffer[] = [bytes.subarray(0, at)];
  const blocksEnd = (from: number): number => {
    let end = from;
    while (end < bytes.length && bytes[end] !== 0) end += (bytes[end] ?? 0) + 1;
    return Math.min(end + 1, bytes.length);
  };
  while (at < bytes.length) {
    if (bytes[at] === 0x2c) {
      const end = blocksEnd(at + 10 + palette(bytes[at + 9] ?? 0) + 1);
      parts.push(bytes.subarray(at, end));
      at = end;
    } else if (bytes[at] === 0x21) {
      const end = blocksEnd(at + 2);
      const loop = bytes[at + 1] === 0xff && bytes.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0';
      if (bytes[at + 1] === 0xf9 || loop) parts.push(bytes.subarray(at, end));
      at = end;
    } else break;
  }
  return Buffer.concat([...parts, Buffer.from([0x3b])]);
}

/** EMF: the description in the header is the program and the name of the drawing. */
function cleanEmf(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const [count, offset] = [copy.readUInt32LE(60), copy.readUInt32LE(64)];
  if (offset > 0 && offset < copy.length) copy.fill(0, offset, Math.min(offset + count * 2, copy.length));
  return copy;
}

const cleanSvg = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes
      .toString('utf8')
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .replaceAll(/<(?:\w+:)?metadata\b[\s\S]*?<\/(?:\w+:)?metadata>/g, '')
      .replaceAll(/\s(?:inkscape|sodipodi):[\w-]+="[^"]*"/g, ''),
  );

export type PictureKind = 'png' | 'jpg' | 'webp' | 'gif' | 'emf' | 'svg';

/** Recognises a picture by its first bytes. */
export function pictureKind(bytes: Buffer): PictureKind | null {
  if (bytes.subarray(0, 8).equals(PNG_HEAD)) return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'jpg';
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  if (head.startsWith('GIF8')) return 'gif';
  if (bytes.length > 88 && bytes.readUInt32LE(0) === 1 && bytes.toString('latin1', 40, 44) === ' EMF') return 'emf';
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg\b/.test(bytes.toString('utf8', 0, 2000))) return 'svg';
  return null;
}

const CLEAN: Readonly<Record<PictureKind, (bytes: Buffer) => Buffer>> = {
  png: cleanPng,
  jpg: cleanJpeg,
  webp: cleanWebp,
  gif: cleanGif,
  emf: cleanEmf,
  svg: cleanSvg,
};

/** Returns a picture without metadata; null for a format that is not known. */
export function anonymisePicture(bytes: Buffer): Buffer | null {
  const kind = pictureKind(bytes);
  return kind && CLEAN[kind](bytes);
}
