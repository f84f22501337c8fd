import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MEDIA } from '../../contract/limits.ts';
import { removeUpload, uploadById, uploadedFile } from '../files/resumable-upload.ts';
import type { AppContext } from '../context.ts';
import { isOutage } from '../outage/outage.ts';
import { retryDelay, WAITS_FOR_STORE } from '../jobs/backoff.ts';
import { movedIndex } from './mp4-boxes.ts';
import { probeIsolated } from './probe-isolated.ts';
import { MediaError, type Probed } from './probed.ts';
import { endTrack, nextDueTrack, noteFileKey, playedWork, postponeTrack, prolongTrack, takeTrack, type TrackRow } from './track.queries.ts';

const LEASE_MS = 60_000;
const ATTEMPTS = 20;

/** Checks and stores the oldest queued track. An interrupted one is retried when its lease has expired. */
export async function prepareNextTrack(context: AppContext): Promise<boolean> {
  const row = await nextDueTrack(context.db, Date.now());
  if (!row) return false;
  const leaseBy = randomBytes(8).toString('hex');
  if (!(await takeTrack(context.db, row, leaseBy, Date.now() + LEASE_MS))) return true;
  const timer = setInterval(() => void prolongTrack(context.db, row.id, leaseBy, Date.now() + LEASE_MS).catch(() => undefined), LEASE_MS / 4);
  timer.unref();
  const folder = join(context.settings.dataDir, 'preparing-media', String(row.id));
  try {
    if (row.attempts >= ATTEMPTS) throw new MediaError('处理多次中断，请检查文件后重新上传');
    await prepare(context, row, leaseBy, folder);
  } catch (error) {
    if (isOutage(error)) {
      await postponeTrack(context.db, row.id, leaseBy, Date.now() + retryDelay(row.attempts), WAITS_FOR_STORE);
      return true;
    }
    const fault = error instanceof MediaError;
    // A server fault, not a fault of the file: the upload stays for another attempt.
    const message = fault ? error.message : '处理时出现意外错误，请重试；如仍失败请联系管理员';
    const ended = await endTrack(context.db, row.id, leaseBy, { state: 'failed', message });
    if (!fault) throw error;
    if (ended) await removeUpload(context, row.uploadId);
  } finally {
    clearInterval(timer);
    await rm(folder, { recursive: true, force: true });
    await rm(uploadCopy(folder), { force: true });
  }
  return true;
}

/** Local copy of an upload from the object store: next to the folder, because the files in the folder are published. */
const uploadCopy = (folder: string): string => `${folder}.upload`;

async function prepare(context: AppContext, row: TrackRow, leaseBy: string, folder: string): Promise<void> {
  const upload = await uploadById(context, row.uploadId);
  if (!upload) throw new MediaError('上传的文件已过期，请重新上传');
  const from = await uploadedFile(context, row.uploadId, uploadCopy(folder));
  if (!from) throw new MediaError('上传的文件已过期，请重新上传');
  const found = await probeIsolated(from);
  const work = await playedWork(context.db, row.publicationId);
  if (work?.kind === 'audio' && found.mediaType === 'video') throw new MediaError('这是视频文件，请放到视频作品里，或导出声音后再上传');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const place = join(folder, 'file');
  if (found.indexAt) await indexFirst(from, place, found.indexAt);
  // The upload stays until the row says that all is well: a stop begins again.
  else await pipeline(createReadStream(from), createWriteStream(place));
  const { sha256, parts } = await hashesOf(place);
  const { size } = await stat(place);
  // Reuses the key of an interrupted attempt, so that no files are left behind.
  const fileKey = row.fileKey || `media/${randomBytes(16).toString('hex')}`;
  await noteFileKey(context.db, row.id, leaseBy, fileKey);
  await context.files.putFolder(folder, fileKey);
  const ended = await endTrack(context.db, row.id, leaseBy, {
    state: 'ready',
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
  });
  if (ended) await removeUpload(context, row.uploadId);
  // The streams of a video are created next.
  context.jobs.wake();
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
