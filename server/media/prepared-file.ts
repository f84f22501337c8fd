import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MEDIA } from '../../contract/limits.ts';
import { movedIndex } from './mp4-boxes.ts';
import { probeIsolated } from './probe-isolated.ts';
import { MediaError, type Probed } from './probed.ts';

/** What is known of a recording or film that is ready to be played: columns of its row. */
export interface PreparedFile {
  readonly message: string;
  readonly mediaType: 'audio' | 'video';
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly durationMs: number;
  readonly width: number;
  readonly height: number;
  readonly codecs: string;
  readonly partHashes: string;
  readonly trialBytes: string;
  readonly chapters: string;
}

/** Checks an uploaded file and writes it into `folder` as `file`, ready to be played from its first bytes. Throws `MediaError`. */
export async function prepareFile(from: string, folder: string, check: (found: Probed) => Promise<void>): Promise<PreparedFile> {
  const found = await probeIsolated(from);
  await check(found);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const place = join(folder, 'file');
  if (found.indexAt) await indexFirst(from, place, found.indexAt);
  // The upload stays until the row says that all is well: a stop begins again.
  else await pipeline(createReadStream(from), createWriteStream(place));
  const { sha256, parts } = await hashesOf(place);
  const { size } = await stat(place);
  return {
    message: noteOn(found),
    mediaType: found.mediaType,
    mime: found.mime,
    size,
    sha256,
    durationMs: found.durationMs,
    width: found.width,
    height: found.height,
    codecs: found.codecs,
    partHashes: JSON.stringify(parts),
    trialBytes: JSON.stringify(found.trialBytes),
    chapters: JSON.stringify(found.chapters ?? []),
  };
}

/** A warning for the editor about a file that plays in most browsers only. */
const noteOn = (found: Probed): string => (found.codecs.includes('H.265') ? '画面是H.265编码，部分浏览器不能播放，建议导出为H.264' : '');

/** Writes an MP4 with its index before the media data, so that playback starts with the first bytes. */
async function indexFirst(from: string, to: string, index: { start: number; end: number }): Promise<void> {
  const read = async (start: number, end: number): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    if (end > start) for await (const chunk of createReadStream(from, { start, end: end - 1 })) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const head = await read(0, 8);
  const first = head.readUInt32BE(0);
  const moov = await read(index.start, index.end);
  let moved: Buffer;
  try {
    moved = movedIndex(moov, moov.length);
  } catch (error) {
    if (error instanceof RangeError) throw new MediaError('这个MP4过大，请导出为“快速启动”（faststart）的MP4后再上传');
    throw error;
  }
  const { size } = await stat(from);
  const part = `${to}.part`;
  await pipeline(async function* () {
    yield await read(0, first);
    yield moved;
    yield* createReadStream(from, { start: first, end: index.start - 1 });
    if (index.end < size) yield* createReadStream(from, { start: index.end });
  }, createWriteStream(part));
  await rename(part, to);
}

/** Hashes of the whole file and of each part that a device downloads. */
async function hashesOf(path: string): Promise<{ sha256: string; parts: string[] }> {
  const whole = createHash('sha256');
  const parts: string[] = [];
  let part = createHash('sha256');
  let filled = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes = chunk as Buffer;
    whole.update(bytes);
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + MEDIA.partBytes - filled);
      part.update(piece);
      filled += piece.length;
      at += piece.length;
      if (filled < MEDIA.partBytes) continue;
      parts.push(part.digest('hex'));
      part = createHash('sha256');
      filled = 0;
    }
  }
  if (filled > 0) parts.push(part.digest('hex'));
  return { sha256: whole.digest('hex'), parts };
}
