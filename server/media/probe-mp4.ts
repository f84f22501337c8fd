import { ownValue } from '../../contract/own-value.ts';
import { incomplete, MediaError, assertNotTooMany, TRIAL_STEP, TRIAL_STEPS, type Bytes, type Probed } from './probed.ts';
import { childrenOf, find, needAll, sampleEnds, type Box } from './mp4-boxes.ts';
import { chaptersOf, chapterTracks, trackId } from './mp4-chapters.ts';

const INDEX_MOST = 64 * 1024 * 1024;
/** Maximum tracks with sound or pictures. */
const TRACKS_MOST = 32;
const NAMES: Readonly<Record<string, string>> = {
  avc1: 'H.264',
  avc3: 'H.264',
  hvc1: 'H.265',
  hev1: 'H.265',
  vp09: 'VP9',
  av01: 'AV1',
  mp4a: 'AAC',
  '.mp3': 'MP3',
  Opus: 'Opus',
  fLaC: 'FLAC',
  alac: 'ALAC',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  samr: 'AMR',
  sawb: 'AMR',
};

/** Codecs of pictures: the cover of an audio book is often a track of its own. */
const PICTURES = new Set(['jpeg', 'mjpa', 'mjpb', 'png ']);
/** Codecs of protected files, which only the seller's own programs open. */
const PROTECTED = new Set(['drms', 'drmi', 'enca', 'encv', 'aavd', 'aaxc']);
/** Codecs of sound that only some browsers play. */
const FEW_PLAY = new Set(['alac', 'ac-3', 'ec-3', 'samr', 'sawb']);

/** Top-level boxes of the file; only their headers are read. */
async function topBoxes(bytes: Bytes): Promise<{ type: string; start: number; end: number }[]> {
  const boxes = [];
  for (let at = 0; at + 8 <= bytes.size; ) {
    const head = await bytes.read(at, Math.min(16, bytes.size - at));
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? bytes.size - at : short;
    if (length < 8) break;
    boxes.push({ type: head.toString('latin1', 4, 8), start: at, end: at + length });
    assertNotTooMany(boxes);
    at += length;
  }
  return boxes;
}

interface Stream {
  readonly kind: 'vide' | 'soun';
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly ends: readonly number[];
}

export async function probeMp4(bytes: Bytes): Promise<Probed> {
  const boxes = await topBoxes(bytes);
  const at = boxes.find((box) => box.type === 'moov');
  if (boxes.some((box) => box.type === 'moof')) throw new MediaError('这是分段的MP4，请导出为普通MP4后再上传');
  if (!at || at.end > bytes.size) throw new MediaError('文件里没有播放索引，多半没有传完或没有导出完，请重新导出后再上传');
  if (boxes.some((box) => box.type === 'mdat' && box.end > bytes.size)) throw incomplete();
  if (at.end - at.start > INDEX_MOST) throw new MediaError('这个MP4的播放索引过大，请拆分后再上传');
  const moov: Box = { type: 'moov', body: Buffer.from(await bytes.read(at.start + 8, at.end - at.start - 8)) };
  const [mvhd] = needAll(moov, 'mvhd');
  const wide = mvhd.body[0] === 1;
  const scale = mvhd.body.readUInt32BE(wide ? 20 : 12);
  const length = wide ? Number(mvhd.body.readBigUInt64BE(24)) : mvhd.body.readUInt32BE(16);
  const durationMs = scale > 0 ? Math.round((length / scale) * 1000) : 0;
  if (durationMs === 0) throw new MediaError('读不出这个MP4的时长，请重新导出后再上传');
  const steps = Math.min(TRIAL_STEPS, Math.ceil(durationMs / 1000 / TRIAL_STEP));
  const tracks = childrenOf(moov).filter((box) => box.type === 'trak' && ['vide', 'soun'].includes(handlerOf(box)));
  assertNotTooMany(tracks, TRACKS_MOST);
  const beside = chapterTracks(moov);
  const streams = tracks.filter((trak) => !beside.has(trackId(trak))).flatMap((trak) => streamOf(trak, steps));
  if (streams.some(({ codec }) => PROTECTED.has(codec)))
    throw new MediaError('这个文件有版权保护，只有原来的软件能打开；请向版权方要没有加密的文件后再上传');
  const video = streams.find((stream) => stream.kind === 'vide');
  if (streams.length === 0) throw new MediaError('文件里没有声音也没有画面，请重新导出后再上传');
  const unplayed = video ? undefined : streams.find(({ codec }) => FEW_PLAY.has(codec));
  if (unplayed)
    throw new MediaError(
      `声音是${ownValue(NAMES, unplayed.codec) ?? unplayed.codec}编码，多数浏览器不能播放；请导出为AAC编码的M4A、M4B或MP3后再上传`,
    );
  const chapters = await chaptersOf(moov, bytes, durationMs);
  // The index is moved to the beginning when the file is stored, because playback needs it first.
  const shift = at.start > (boxes.find((box) => box.type === 'mdat')?.start ?? Infinity) ? at.end - at.start : 0;
  const trialBytes = Array.from({ length: steps }, (_, step) =>
    Math.min(bytes.size, shift + Math.max(shift ? 0 : at.end, ...streams.map((stream) => stream.ends[step] ?? 0))),
  );
  return {
    mediaType: video ? 'video' : 'audio',
    mime: video ? 'video/mp4' : 'audio/mp4',
    durationMs,
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    codecs: [...new Set(streams.map((stream) => ownValue(NAMES, stream.codec) ?? stream.codec))].join('、'),
    trialBytes,
    chapters,
    ...(shift > 0 ? { indexAt: { start: at.start, end: at.end } } : {}),
  };
}

const handlerOf = (trak: Box): string => find(trak, 'mdia', 'hdlr')?.body.toString('latin1', 8, 12) ?? '';

function streamOf(trak: Box, steps: number): Stream[] {
  const [tkhd] = needAll(trak, 'tkhd');
  const mdhd = find(trak, 'mdia', 'mdhd')?.body;
  const table = find(trak, 'mdia', 'minf', 'stbl');
  if (!mdhd || !table) return [];
  const scale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12);
  const [stsd] = needAll(table, 'stsd');
  const codec = stsd.body.toString('latin1', 12, 16);
  if (PICTURES.has(codec)) return [];
  const size = tkhd.body[0] === 1 ? 88 : 76;
  const sides = [size, size + 4].map((at) => tkhd.body.readUInt32BE(at) >>> 16);
  // A phone held upright stores a landscape picture with a rotation matrix.
  const [a, b, c, d] = [-36, -32, -24, -20].map((at) => tkhd.body.readInt32BE(size + at));
  const [width = 0, height = 0] = a === 0 && d === 0 && b !== 0 && c !== 0 ? sides.toReversed() : sides;
  return [
    {
      kind: handlerOf(trak) === 'vide' ? 'vide' : 'soun',
      codec,
      width,
      height,
      ends: sampleEnds(table, scale, TRIAL_STEP, steps),
    },
  ];
}
