import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** One rendition of a video, split into segments. */
export interface Level {
  /** Pixels of the shorter side, as in 720P. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Bits per second: the maximum of all segments. */
  readonly bandwidth: number;
  /** In the format of RFC 6381. */
  readonly codecs: string;
  /** Duration of each segment in seconds. */
  readonly seconds: readonly number[];
}

/** Duration of a segment in seconds; a trial ends at the end of its last segment. */
export const PIECE_SECONDS = 4;
const SIZES = [360, 720, 1080] as const;
/** Maximum kilobits per second. */
const RATES: Readonly<Record<number, number>> = { 360: 900, 720: 2800, 1080: 5000 };

/** Returns the sizes in which a video is encoded: the smaller ones and its own, up to 1080. */
export function sizesOf(width: number, height: number): number[] {
  const own = Math.min(width, height, 1080);
  return [...SIZES.filter((size) => size < own), own - (own % 2)];
}

export const initName = (size: number): string => `${size}-init.mp4`;
export const pieceName = (size: number, index: number): string => `${size}-${String(index).padStart(5, '0')}.m4s`;

const words = (text: string): string[] => text.split(' ');

/** Returns the ffmpeg arguments that encode one size of a video in `folder`. */
export function levelArgs(
  input: readonly string[],
  film: { width: number; height: number },
  size: number,
  folder: string,
  threads: number,
): string[] {
  const rate = RATES[size] ?? Math.round(size * size * 0.0055 + 200);
  const scale = film.width >= film.height ? `scale=-2:${size}` : `scale=${size}:-2`;
  return [
    ...input,
    ...words(`-map 0:v:0 -map 0:a:0? -sn -dn -map_metadata -1 -map_chapters -1 -threads ${threads}`),
    ...words(`-vf ${scale},format=yuv420p -c:v libx264 -preset veryfast -crf 23 -maxrate ${rate}k -bufsize ${rate * 2}k`),
    // No B-frames: a reordered frame is shown some frames late, which at one frame per second is seconds late.
    ...words('-bf 0'),
    ...words(`-force_key_frames expr:gte(t,n_forced*${PIECE_SECONDS}) -c:a aac -b:a 128k -ac 2 -ar 48000`),
    ...words(`-f hls -hls_time ${PIECE_SECONDS} -hls_playlist_type vod -hls_flags independent_segments -hls_segment_type fmp4`),
    '-hls_fmp4_init_filename',
    initName(size),
    '-hls_segment_filename',
    join(folder, `${size}-%05d.m4s`),
    join(folder, `${size}.m3u8`),
  ];
}

/** Reads the result for one size. Throws when it is incomplete. */
export async function levelIn(folder: string, film: { width: number; height: number }, size: number): Promise<Level> {
  const list = await readFile(join(folder, `${size}.m3u8`), 'utf8');
  const seconds = [...list.matchAll(/^#EXTINF:([\d.]+)/gm)].map((found) => Number(found[1]));
  if (seconds.length === 0 || !list.includes('#EXT-X-ENDLIST')) throw new Error(`the list of ${size} is not whole`);
  const sizes = await Promise.all(seconds.map((_, index) => stat(join(folder, pieceName(size, index))).then((found) => found.size)));
  const bandwidth = Math.ceil(Math.max(...sizes.map((bytes, index) => (bytes * 8) / Math.max(0.5, seconds[index] ?? 0))));
  const other = (side: number): number => Math.round((side * size) / Math.min(film.width, film.height) / 2) * 2;
  return {
    size,
    width: other(film.width),
    height: other(film.height),
    bandwidth,
    codecs: codecsIn(await readFile(join(folder, initName(size)))),
    seconds,
  };
}

function codecsIn(init: Buffer): string {
  const at = init.indexOf('avcC', 0, 'latin1');
  if (at < 0) throw new Error('there is no picture in what was made');
  const video = `avc1.${init.subarray(at + 5, at + 8).toString('hex')}`;
  return init.includes('mp4a', 0, 'latin1') ? `${video},mp4a.40.2` : video;
}

/** Returns how many segments cover the first `seconds`. */
export function piecesWithin(level: Level, seconds: number): number {
  let at = 0;
  let count = 0;
  for (const piece of level.seconds) {
    if (at >= seconds) break;
    at += piece;
    count += 1;
  }
  return count;
}
