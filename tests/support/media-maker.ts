/** Returns an MP4 box. */
const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const numbers = (...values: readonly number[]): Buffer => {
  const made = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => made.writeUInt32BE(value, index * 4));
  return made;
};

/**
 * Returns an MP4 with one track declared as H.264: samples of one second with `sampleBytes` each, filled with their number. It contains no
 * decodable picture.
 */
export function makeMp4({
  seconds,
  sampleBytes = 100,
  indexLast = false,
  codec = 'avc1',
  upright = false,
}: {
  seconds: number;
  sampleBytes?: number;
  indexLast?: boolean;
  codec?: string;
  /** Rotated by 90 degrees, as a phone records it. */
  upright?: boolean;
}): Buffer {
  const ftyp = box('ftyp', Buffer.from('isom'), numbers(0), Buffer.from('isomavc1'));
  const samples = Buffer.concat(Array.from({ length: seconds }, (_, index) => Buffer.alloc(sampleBytes, index + 1)));
  const moovAt = (start: number): Buffer => {
    const tkhd = Buffer.alloc(84);
    for (const [at, value] of upright
      ? ([
          [44, 1],
          [52, -1],
        ] as const)
      : ([
          [40, 1],
          [56, 1],
        ] as const))
      tkhd.writeInt32BE(value * 0x10000, at);
    tkhd.writeUInt32BE(1280 << 16, 76);
    tkhd.writeUInt32BE(720 << 16, 80);
    const hdlr = Buffer.concat([numbers(0, 0), Buffer.from('vide'), numbers(0, 0, 0), Buffer.from([0])]);
    const stsd = Buffer.concat([numbers(0, 1), box(codec, Buffer.alloc(78))]);
    const stbl = box(
      'stbl',
      box('stsd', stsd),
      box('stts', numbers(0, 1, seconds, 1000)),
      box('stsc', numbers(0, 1, 1, 2, 1)),
      box('stsz', numbers(0, sampleBytes, seconds)),
      box(
        'stco',
        numbers(0, Math.ceil(seconds / 2)),
        numbers(...Array.from({ length: Math.ceil(seconds / 2) }, (_, index) => start + index * 2 * sampleBytes)),
      ),
    );
    const mdia = box('mdia', box('mdhd', numbers(0, 0, 0, 1000, seconds * 1000, 0)), box('hdlr', hdlr), box('minf', stbl));
    const mvhd = box('mvhd', numbers(0, 0, 0, 1000, seconds * 1000), Buffer.alloc(80));
    return box('moov', mvhd, box('trak', box('tkhd', tkhd), mdia));
  };
  const mdat = box('mdat', samples);
  if (indexLast) return Buffer.concat([ftyp, mdat, moovAt(ftyp.length + 8)]);
  const length = moovAt(0).length;
  return Buffer.concat([ftyp, moovAt(ftyp.length + length + 8), mdat]);
}

/** Returns a silent MP3, one channel, 32 kbit/s: `frames` frames of 26.12 ms, after a tag of `tagBytes`. */
export function makeMp3(frames: number, tagBytes = 300): Buffer {
  const tag = Buffer.alloc(10 + tagBytes);
  tag.write('ID3', 0, 'latin1');
  tag[3] = 4;
  tag[8] = tagBytes >> 7;
  tag[9] = tagBytes & 0x7f;
  const frame = Buffer.alloc(104);
  frame.writeUInt32BE(0xfffb10c0);
  return Buffer.concat([tag, ...Array.from({ length: frames }, () => frame)]);
}
