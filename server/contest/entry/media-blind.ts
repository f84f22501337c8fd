/** Removes what sound and film files say about people. Sizes of boxes and chunks do not change, so that no offset in the file breaks. */

/** ID3v2 at the start and ID3v1 at the end of an MP3. Source: id3.org, ID3v2.4.0 §3.1. */
function withoutId3(bytes: Buffer): Buffer {
  let start = 0;
  while (bytes.toString('latin1', start, start + 3) === 'ID3' && bytes.length > start + 10) {
    const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | ((bytes[start + at] ?? 0) & 0x7f), 0);
    // A footer of ten bytes repeats the header.
    start += 10 + size + ((bytes[start + 5] ?? 0) & 0x10 ? 10 : 0);
  }
  let end = bytes.length;
  if (end - start > 128 && bytes.toString('latin1', end - 128, end - 125) === 'TAG') end -= 128;
  const ape = bytes.lastIndexOf('APETAGEX', end);
  if (ape > start && end - ape <= 32 + 1024 * 1024 && ape + 32 >= end - 32) {
    const size = bytes.readUInt32LE(ape + 12);
    end = Math.max(start, Math.min(ape, end - size));
  }
  return bytes.subarray(Math.min(start, end), end);
}

const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'moof', 'traf']);

/** Boxes of MP4 that carry names become free space. Source: ISO/IEC 14496-12. */
function withoutUserData(bytes: Buffer, from = 0, to = bytes.length): void {
  for (let at = from; at + 8 <= to; ) {
    let size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    let head = 8;
    if (size === 1 && at + 16 <= to) {
      size = Number(bytes.readBigUInt64BE(at + 8));
      head = 16;
    }
    if (size === 0) size = to - at;
    if (size < head || at + size > to) return;
    if (type === 'udta' || type === 'meta' || type === 'uuid') {
      bytes.write('free', at + 4, 'latin1');
      bytes.fill(0, at + head, at + size);
    } else if (HOLDERS.has(type)) withoutUserData(bytes, at + head, at + size);
    at += size;
  }
}

/** Lists and broadcast chunks of WAV become padding. */
function withoutWaveLists(bytes: Buffer): void {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (type !== 'fmt ' && type !== 'data' && type !== 'fact') {
      bytes.write('JUNK', at, 'latin1');
      bytes.fill(0, at + 8, Math.min(bytes.length, at + 8 + size));
    }
    at += 8 + size + (size % 2);
  }
}

/** Length of an EBML number by its first byte. */
const widthOf = (first: number): number => Math.clz32(first) - 23;

function sizeAt(bytes: Buffer, at: number): { size: number; width: number } {
  const width = widthOf(bytes[at] ?? 0);
  if (width > 8) return { size: -1, width: 8 };
  let size = (bytes[at] ?? 0) & (0xff >> width);
  let unknown = size === 0xff >> width;
  for (let step = 1; step < width; step += 1) {
    const one = bytes[at + step] ?? 0;
    size = size * 256 + one;
    unknown &&= one === 0xff;
  }
  return { size: unknown ? -1 : size, width };
}

const SEGMENT = 0x18538067;
const TAGS = 0x1254c367;
const INFO = 0x1549a966;
/** Title, application names and attachments inside `Info`. */
const NAMES = new Set([0x7ba9, 0x4d80, 0x5741]);
const VOID = 0xec;

/** Tags of WebM become void elements, names in its information become blanks. Source: RFC 8794, RFC 9559. */
function withoutWebmTags(bytes: Buffer, from = 0, to = bytes.length, inside = ''): void {
  for (let at = from; at + 2 <= to; ) {
    const idWidth = widthOf(bytes[at] ?? 0);
    if (idWidth > 4) return;
    const id = bytes.readUIntBE(at, idWidth);
    const { size, width } = sizeAt(bytes, at + idWidth);
    const start = at + idWidth + width;
    const end = size < 0 ? to : Math.min(to, start + size);
    if (id === SEGMENT) withoutWebmTags(bytes, start, end, 'segment');
    else if (id === INFO) withoutWebmTags(bytes, start, end, 'info');
    else if (inside === 'info' && NAMES.has(id)) bytes.fill(0x20, start, end);
    else if (id === TAGS && size >= 0 && idWidth + width + size >= 9) {
      // A void element of the same length: one byte of id, eight of size.
      bytes[at] = VOID;
      bytes.writeBigUInt64BE(BigInt(end - at - 9) | (1n << 56n), at + 1);
      bytes.fill(0, at + 9, end);
    }
    if (end <= at) return;
    at = end;
  }
}

/** Returns a copy without names; null for a type that this module does not know. */
export function blindMedia(type: string, bytes: Uint8Array): Buffer | null {
  const copy = Buffer.from(bytes);
  switch (type) {
    case 'mp3':
      return withoutId3(copy);
    case 'mp4':
    case 'm4a':
      withoutUserData(copy);
      return copy;
    case 'wav':
      withoutWaveLists(copy);
      return copy;
    case 'webm':
      withoutWebmTags(copy);
      return copy;
    default:
      return null;
  }
}
