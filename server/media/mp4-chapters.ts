import { MEDIA } from '../../contract/limits.ts';
import type { TrackChapter } from '../../contract/media/track.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { childrenOf, find, needAll, type Box } from './mp4-boxes.ts';
import type { Bytes } from './probed.ts';

/** Maximum bytes read for one title. */
const TITLE_BYTES = 1024;
/** A title has its length before it, in two bytes. */
const TITLE_HEAD = 2;
/** Ticks per millisecond of the times in `chpl`. */
const CHPL_TICKS = 10_000n;

export const trackId = (trak: Box): number => {
  const tkhd = find(trak, 'tkhd')?.body;
  return tkhd?.readUInt32BE(tkhd[0] === 1 ? 20 : 12) ?? 0;
};

/** Returns the ids of the tracks with the chapters of other tracks: their titles as text, and perhaps a picture for each. */
export function chapterTracks(moov: Box): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const trak of childrenOf(moov)) {
    const list = (trak.type === 'trak' && find(trak, 'tref', 'chap')?.body) || Buffer.alloc(0);
    for (let at = 0; at + 4 <= list.length; at += 4) ids.add(list.readUInt32BE(at));
  }
  return ids;
}

/**
 * Returns the chapters of an MP4: from its chapter track (QuickTime), else from its chapter list (Nero). A file whose chapters are
 * damaged can be played, so it has none. One chapter alone is the whole file and says nothing.
 */
export async function chaptersOf(moov: Box, bytes: Bytes, durationMs: number): Promise<TrackChapter[]> {
  for (const read of [fromTrack, fromList]) {
    const found = ordered(await read(moov, bytes).catch(() => []), durationMs);
    if (found.length > 1) return found;
  }
  return [];
}

/** In the order of their times, inside the recording; of several chapters at one time the last one counts. */
function ordered(found: readonly TrackChapter[], durationMs: number): TrackChapter[] {
  const inside = found.filter(({ startMs }) => startMs >= 0 && startMs < durationMs);
  const byTime = new Map(inside.toSorted((one, two) => one.startMs - two.startMs).map((chapter) => [chapter.startMs, chapter]));
  return [...byTime.values()];
}

async function fromTrack(moov: Box, bytes: Bytes): Promise<TrackChapter[]> {
  const ids = chapterTracks(moov);
  const trak = childrenOf(moov).find((box) => box.type === 'trak' && ids.has(trackId(box)) && isText(box));
  const table = trak && find(trak, 'mdia', 'minf', 'stbl');
  const mdhd = trak && find(trak, 'mdia', 'mdhd')?.body;
  if (!table || !mdhd) return [];
  const scale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12);
  const found: TrackChapter[] = [];
  for (const { at, size, ticks } of firstSamples(table, MEDIA.chapters)) {
    const body = await bytes.read(at, Math.min(size, TITLE_HEAD + TITLE_BYTES));
    const length = body.length < TITLE_HEAD ? 0 : body.readUInt16BE(0);
    found.push({ title: titleOf(body.subarray(TITLE_HEAD, TITLE_HEAD + length)), startMs: scale > 0 ? Math.round((ticks / scale) * 1000) : -1 });
  }
  return found;
}

const isText = (trak: Box): boolean => ['text', 'sbtl'].includes(find(trak, 'mdia', 'hdlr')?.body.toString('latin1', 8, 12) ?? '');

async function fromList(moov: Box): Promise<TrackChapter[]> {
  const list = find(moov, 'udta', 'chpl')?.body;
  if (!list) return [];
  // The second version has four more bytes before the number of chapters.
  let at = list.readUInt8(0) === 0 ? 4 : 8;
  const found: TrackChapter[] = [];
  for (let left = list.readUInt8(at++); left > 0; left--) {
    const startMs = Number(list.readBigUInt64BE(at) / CHPL_TICKS);
    const length = list.readUInt8(at + 8);
    found.push({ title: titleOf(list.subarray(at + 9, at + 9 + length)), startMs });
    at += 9 + length;
  }
  return found;
}

/** UTF-8, or UTF-16 with a mark of its byte order. */
function titleOf(bytes: Buffer): string {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8';
  const text = visibleText(new TextDecoder(encoding).decode(bytes)).replace(/[\s\0]+/g, ' ');
  return [...text.trim()].slice(0, MEDIA.chapterTitle).join('');
}

interface Sample {
  readonly at: number;
  readonly size: number;
  readonly ticks: number;
}

/** Returns the first `most` samples of a track. Throws a `RangeError` where the tables end too early. */
function firstSamples(table: Box, most: number): Sample[] {
  const [stts, stsc, stsz] = needAll(table, 'stts', 'stsc', 'stsz');
  const wide = find(table, 'co64');
  const [chunks] = wide ? [wide] : needAll(table, 'stco');
  const chunkCount = chunks.body.readUInt32BE(4);
  const oneSize = stsz.body.readUInt32BE(4);
  const count = Math.min(most, stsz.body.readUInt32BE(8));
  const rules = stsc.body.readUInt32BE(4);
  const found: Sample[] = [];
  let [run, left, delta, ticks] = [-1, 0, 0, 0];
  for (let chunk = 0, rule = 0; chunk < chunkCount && found.length < count; chunk++) {
    while (rule + 1 < rules && stsc.body.readUInt32BE(8 + (rule + 1) * 12) <= chunk + 1) rule += 1;
    let at = wide ? Number(chunks.body.readBigUInt64BE(8 + chunk * 8)) : chunks.body.readUInt32BE(8 + chunk * 4);
    for (let inChunk = stsc.body.readUInt32BE(8 + rule * 12 + 4); inChunk > 0 && found.length < count; inChunk--) {
      while (left === 0) {
        run += 1;
        left = stts.body.readUInt32BE(8 + run * 8);
        delta = stts.body.readUInt32BE(8 + run * 8 + 4);
      }
      const size = oneSize || stsz.body.readUInt32BE(12 + found.length * 4);
      found.push({ at, size, ticks });
      at += size;
      ticks += delta;
      left -= 1;
    }
  }
  return found;
}
