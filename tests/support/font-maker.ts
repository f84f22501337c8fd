import { Buffer } from 'node:buffer';

const UNITS = 1000;

const words = (...values: number[]): Buffer => {
  const made = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => made.writeUInt16BE(value & 0xffff, at * 2));
  return made;
};
const longs = (...values: number[]): Buffer => {
  const made = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => made.writeUInt32BE(value >>> 0, at * 4));
  return made;
};

/** Returns a TrueType font with one glyph, a filled square that is `ems` wide. */
export function oneGlyphFont(codePoint: number, ems: number): Uint8Array {
  const advance = ems * UNITS;
  const outline = Buffer.concat([words(1, 0, 0, advance, 800, 3, 0), Buffer.from([1, 1, 1, 1]), words(0, advance, 0, -advance), words(0, 0, 800, 0)]);
  const cmap = Buffer.concat([
    words(0, 1, 3, 1),
    longs(12),
    words(4, 32, 0, 4, 4, 1, 0, codePoint, 0xffff, 0, codePoint, 0xffff, 1 - codePoint, 1, 0, 0),
  ]);
  const text = Buffer.from('square', 'utf16le').swap16();
  const name = Buffer.concat([words(0, 1, 18, 3, 1, 0x409, 1, text.length, 0), text]);
  const os2 = Buffer.alloc(78);
  words(0, 500, 400, 5, 0).copy(os2, 0);
  words(codePoint, codePoint, 800, -200, 0, 800, 200).copy(os2, 64);
  const tables: Record<string, Buffer> = {
    'OS/2': os2,
    cmap,
    glyf: outline,
    head: Buffer.concat([longs(0x00010000, 0x00010000, 0, 0x5f0f3cf5), words(0, UNITS), Buffer.alloc(16), words(0, 0, advance, 800, 0, 8, 2, 1, 0)]),
    hhea: Buffer.concat([longs(0x00010000), words(800, -200, 0, advance, 0, 0, advance, 1, 0, 0, 0, 0, 0, 0, 0, 2)]),
    hmtx: words(500, 0, advance, 0),
    loca: longs(0, 0, outline.length),
    maxp: Buffer.concat([longs(0x00010000), words(2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name,
    post: Buffer.concat([longs(0x00030000), Buffer.alloc(28)]),
  };
  const names = Object.keys(tables).sort();
  const heads: Buffer[] = [longs(0x00010000), words(names.length, 128, 3, names.length * 16 - 128)];
  const bodies: Buffer[] = [];
  let offset = 12 + names.length * 16;
  for (const each of names) {
    const table = tables[each] ?? Buffer.alloc(0);
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    let sum = 0;
    for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
    heads.push(Buffer.from(each), longs(sum, offset, table.length));
    bodies.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([...heads, ...bodies]);
}
