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

export interface MadeChapter {
  readonly title: string;
  /** Milliseconds; of a chapter track, each begins where the one before ends. */
  readonly startMs: number;
}

/** Returns a chapter list (`udta`/`chpl`) of at most 255 chapters. */
export function chapterList(chapters: readonly MadeChapter[]): Buffer {
  const rows = chapters.map(({ title, startMs }) => {
    const head = Buffer.alloc(9);
    const text = Buffer.from(title);
    head.writeBigUInt64BE(BigInt(startMs) * 10_000n);
    head.writeUInt8(text.length, 8);
    return Buffer.concat([head, text]);
  });
  return box('udta', box('chpl', Buffer.from([1, 0, 0, 0]), numbers(0), Buffer.from([rows.length]), ...rows));
}

/** The description of MP3 frames in an MP4 (`esds`). */
const MP3_INSIDE = Buffer.from('000000000315000000040d6b1500000000007d0000007d00060102', 'hex');
const MP3_HERTZ = 44_100;
const MP3_SAMPLES = 1_152;
const MP3_FRAME = 104;

/**
 * Returns an audio book (M4B): silent MP3 frames, which browsers play, its chapters as a text track and as a list, and a picture of the cover
 * as a track, each if given. Another `codec` is declared without a description.
 */
export function makeM4b({
  seconds,
  track = [],
  list = [],
  cover = false,
  codec = 'mp4a',
}: {
  seconds: number;
  track?: readonly MadeChapter[];
  list?: readonly MadeChapter[];
  cover?: boolean;
  codec?: string;
}): Buffer {
  const ftyp = box('ftyp', Buffer.from('M4B '), numbers(0), Buffer.from('M4B isom'));
  const titles = track.map(({ title }) => {
    const text = Buffer.from(title);
    const head = Buffer.alloc(2);
    head.writeUInt16BE(text.length);
    return Buffer.concat([head, text]);
  });
  const frames = Math.ceil((seconds * MP3_HERTZ) / MP3_SAMPLES);
  const sound = Buffer.alloc(frames * MP3_FRAME);
  for (let frame = 0; frame < frames; frame++) sound.writeUInt32BE(0xfffb10c0, frame * MP3_FRAME);
  const entry = Buffer.alloc(28);
  entry.writeUInt16BE(1, 6);
  entry.writeUInt16BE(1, 16);
  entry.writeUInt16BE(16, 18);
  entry.writeUInt16BE(MP3_HERTZ, 24);
  const described = codec === 'mp4a' ? [entry, box('esds', MP3_INSIDE)] : [entry];
  interface Samples {
    readonly scale: number;
    /** Pairs of a count and a duration. */
    readonly runs: readonly number[];
    readonly sizes: readonly number[];
    readonly at: number;
  }
  const trak = (id: number, kind: string, codecOf: Buffer, { scale, runs, sizes, at }: Samples, chapters?: number): Buffer => {
    const tkhd = Buffer.alloc(84);
    tkhd.writeUInt32BE(id, 12);
    const hdlr = Buffer.concat([numbers(0, 0), Buffer.from(kind), numbers(0, 0, 0), Buffer.from([0])]);
    const stbl = box(
      'stbl',
      box('stsd', numbers(0, 1), codecOf),
      box('stts', numbers(0, runs.length / 2, ...runs)),
      box('stsc', numbers(0, 1, 1, sizes.length, 1)),
      box('stsz', numbers(0, 0, sizes.length, ...sizes)),
      box('stco', numbers(0, 1, at)),
    );
    const mdia = box('mdia', box('mdhd', numbers(0, 0, 0, scale, seconds * scale, 0)), box('hdlr', hdlr), box('minf', stbl));
    return box('trak', box('tkhd', tkhd), ...(chapters === undefined ? [] : [box('tref', box('chap', numbers(chapters)))]), mdia);
  };
  const lasting = track.flatMap(({ startMs }, index) => [1, (track[index + 1]?.startMs ?? seconds * 1000) - startMs]);
  const moovAt = (start: number): Buffer => {
    const textAt = start + sound.length;
    const pictureAt = textAt + titles.reduce((sum, { length }) => sum + length, 0);
    const soundSizes = Array.from({ length: frames }, () => MP3_FRAME);
    const heard = { scale: MP3_HERTZ, runs: [frames, MP3_SAMPLES], sizes: soundSizes, at: start };
    const told = { scale: 1000, runs: lasting, sizes: titles.map(({ length }) => length), at: textAt };
    const seen = { scale: 1000, runs: [1, seconds * 1000], sizes: [50], at: pictureAt };
    return box(
      'moov',
      box('mvhd', numbers(0, 0, 0, 1000, seconds * 1000), Buffer.alloc(80)),
      trak(1, 'soun', box(codec, ...described), heard, track.length > 0 ? 2 : undefined),
      ...(track.length > 0 ? [trak(2, 'text', box('text', Buffer.alloc(28)), told)] : []),
      ...(cover ? [trak(3, 'vide', box('jpeg', Buffer.alloc(78)), seen)] : []),
      ...(list.length > 0 ? [chapterList(list)] : []),
    );
  };
  const mdat = box('mdat', sound, ...titles, ...(cover ? [Buffer.alloc(50)] : []));
  return Buffer.concat([ftyp, moovAt(ftyp.length + moovAt(0).length + 8), mdat]);
}
