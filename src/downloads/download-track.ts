import type { BookCard } from '../../contract/catalog/book.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { mediaPartUrl } from '../../contract/media/address.ts';
import { keepTrack as keepTrackCall } from '../../contract/media/link.ts';
import type { Track } from '../../contract/media/track.ts';
import { backgroundId, type DownloadedTrack } from '../../sw/messages.ts';
import { call } from '../api/call.ts';
import { deviceName } from '../sync/device-name.ts';
import { BACKGROUND_FROM, inBackground } from './background.ts';
import { DownloadError } from './download-error.ts';
import { requestPersistence, deviceUsage, messageIfFull } from './device-space.ts';
import { canResumeAlone } from './download-queue.ts';
import { fetchPart } from './fetch-part.ts';
import { DamagedFile, sha256 } from './download-files.ts';
import { release } from './download-storage.ts';
import type { DownloadedTracks } from './downloaded-tracks.ts';

type Order = DataOf<typeof keepTrackCall>;

/** The worker does not answer these requests itself, as with a book's. */
const KEEPING = '&keep';

interface TrackOptions {
  readonly work: BookCard;
  readonly track: Track;
  readonly kept: DownloadedTracks;
  readonly signal: AbortSignal;
  onProgress(bytes: number, total: number): void;
  /** Requests the link from the server; tests replace it. */
  ask?(mediaId: number, signal: AbortSignal): Promise<Order>;
}

const requestServer = (mediaId: number, signal: AbortSignal): Promise<Order> =>
  call(keepTrackCall, { body: { mediaId, device: deviceName() } }, { signal });

/**
 * Downloads one track part by part and continues from the stored parts. A kill loses the current part; a stop or a broken connection does
 * not.
 */
export async function keepTrack({ work, track, kept, signal, onProgress, ask = requestServer }: TrackOptions): Promise<DownloadedTrack> {
  const { mediaId } = track;
  let order = await ask(mediaId, signal);
  const before = await kept.get(mediaId);
  // The file has changed, or the stored parts have no record: none of them can be used.
  if (before?.parts.join() !== order.parts.join()) await kept.remove(mediaId);
  let stored = await kept.parts(mediaId);
  const sizeOf = (index: number): number => Math.min(order.partBytes, order.bytes - index * order.partBytes);
  let bytes = [...stored].reduce((sum, index) => sum + sizeOf(index), 0);
  const full = messageIfFull(order.bytes - bytes, await deviceUsage().catch(() => null));
  if (full) throw new DownloadError(full);
  // Not awaited: a browser that shows a prompt may never answer.
  void requestPersistence();
  const record = (state: Pick<DownloadedTrack, 'complete' | 'bytes'>): DownloadedTrack => ({
    mediaId,
    work,
    track,
    file: { type: order.mime, bytes: order.bytes },
    parts: order.parts,
    captions: order.captions,
    downloadId: order.downloadId,
    validTo: order.validTo,
    asked: 'run',
    keptAt: Date.now(),
    ...state,
  });
  signal.throwIfAborted();
  await kept.begin(record({ complete: false, bytes }), order.partBytes);
  const notify = inPercents((now) => onProgress(now, order.bytes), order.bytes);
  notify(bytes);
  // The link to the parts lasts ten minutes: while a page is open, missing parts are fetched under a new one.
  for (let had = -1; order.bytes - bytes >= BACKGROUND_FROM && bytes > had; ) {
    if (had >= 0) order = { ...order, partsUrl: (await ask(mediaId, signal)).partsUrl };
    const missing = [...order.parts.keys()].filter((index) => !stored.has(index));
    const before = (had = bytes);
    await inBackground({
      id: backgroundId({ userId: kept.userId, mediaId }),
      title: track.title,
      urls: missing.map((index) => mediaPartUrl(order.partsUrl, index)),
      bytes: order.bytes - bytes,
      allowed: canResumeAlone(),
      signal,
      stored: async () => (await kept.parts(mediaId)).size,
      onProgress: (more) => onProgress(Math.min(order.bytes, before + more), order.bytes),
    });
    // Missing or damaged parts are fetched by the page below.
    stored = await kept.parts(mediaId);
    bytes = [...stored].reduce((sum, index) => sum + sizeOf(index), 0);
  }

  for (const [index, hash] of order.parts.entries()) {
    if (stored.has(index)) continue;
    const start = index * order.partBytes;
    const key = `${kept.userId}/${mediaId}/${hash}`;
    const stands = bytes;
    for (let attempt = 0; ; attempt++) {
      const body = await fetchPart({ url: order.url + KEEPING, start, size: sizeOf(index), key, onProgress: (got) => notify(stands + got) }, signal);
      if (body && body.byteLength === sizeOf(index) && (await sha256(body)) === hash) {
        await kept.putPart(mediaId, index, body);
        release(body);
        break;
      }
      if (attempt > 0) throw body ? new DamagedFile(`${mediaId}#${index}`) : new DownloadError('文件无法取得，请重试');
      // An expired link is requested again, once for each part.
      if (!body) order = { ...order, url: (await ask(mediaId, signal)).url };
    }
    bytes += sizeOf(index);
    notify(bytes);
  }
  const complete = record({ complete: true, bytes: order.bytes });
  await kept.put(complete);
  return complete;
}

/** Reports only when the percentage changes: a part arrives in hundreds of pieces, and each would cause a render. */
function inPercents(tell: (bytes: number) => void, total: number): (bytes: number) => void {
  let reported = -1;
  return (bytes) => {
    const percent = Math.floor((100 * bytes) / total);
    if (percent === reported) return;
    reported = percent;
    tell(bytes);
  };
}
