import { proxy } from 'valtio/vanilla';
import type { BookCard } from '../../contract/catalog/book.ts';
import { finishDownload } from '../../contract/library/download.ts';
import type { Track } from '../../contract/media/track.ts';
import { isExpired, type DownloadedTrack, trackKey } from '../../sw/messages.ts';
import { call, CallError, OFFLINE } from '../api/call.ts';
import { advance, isUnmetered, joinQueue, type Progressing, retryWaiting, moveLast, stopEverywhere } from './download-queue.ts';
import { removePendingDownload, addPendingDownload, type PendingDownload, pendingDownloadsOf } from './pending-downloads.ts';
import { afterFailure, askedOf, LOST } from './download-messages.ts';
import { changesHere, postToTabs } from './download-broadcast.ts';
import { trackKeys } from './download-keys.ts';
import { type DownloadedTracks, downloadedTracks } from './downloaded-tracks.ts';
import { emitDownloaded } from './download-events.ts';

export interface TrackDownload extends Progressing {
  work: BookCard;
  track: Track;
}

/** Downloaded and downloading tracks on this device, by number. */
export const trackDownloads = proxy<{ items: Record<number, TrackDownload> }>({ items: {} });

const RETRY_MS = 20_000;
let owner: number | null = null;
const shelf = (): DownloadedTracks | null => (owner === null ? null : downloadedTracks(owner));
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Switches to another user's tracks. */
export function forgetTracks(person: number | null): void {
  owner = person;
  trackDownloads.items = {};
}

/** A complete copy that may no longer be played and is requested again. */
const renews = (over: boolean, pending?: PendingDownload): boolean => over && (pending?.asked === 'run' || pending?.failed !== undefined);

function listed(kept: DownloadedTrack, over: boolean, pending?: PendingDownload): TrackDownload {
  const about = { work: kept.work, track: kept.track, bytes: kept.bytes, total: kept.file.bytes, validTo: kept.validTo };
  if (kept.complete && !renews(over, pending)) return { ...about, state: over ? 'over' : 'ready', reason: '' };
  return { ...about, ...askedOf(pending ?? kept) };
}

const isWhole = ({ state }: Pick<TrackDownload, 'state'>): boolean => state === 'ready' || state === 'over';

/** A copy is complete: reports it to the server and clears the pending request. */
function ended({ mediaId, downloadId }: DownloadedTrack): void {
  removePendingDownload(owner, trackKey(mediaId));
  if (downloadId !== undefined) call(finishDownload, { body: { downloadId, result: 'ok' } }).catch(() => undefined);
}

/** Reads the downloads on this device; copies with cleared parts are completed again. */
export async function readTracks(): Promise<void> {
  const tracks = shelf();
  const mine = owner;
  const before = changesHere();
  const list = tracks ? await tracks.list().catch(() => null) : [];
  if (!tracks || !list) return;
  if (list.length > 0) void keepPlayer();
  const known = await Promise.all(list.map((kept) => checked(kept, tracks)));
  const over = new Set(await Promise.all(known.map(async (kept) => (kept.complete && (await isExpired(kept.validTo)) ? kept : null))));
  if (mine !== owner) return;
  if (before !== changesHere()) return readTracks();
  const pendingItems = pendingDownloadsOf(mine);
  for (const kept of known) {
    const pending = pendingItems[trackKey(kept.mediaId)];
    if (trackDownloads.items[kept.mediaId]?.state !== 'running') trackDownloads.items[kept.mediaId] = listed(kept, over.has(kept), pending);
    // Completed while no page was open.
    if (pending && kept.complete && !renews(over.has(kept), pending)) ended(kept);
  }
  for (const [key, item] of Object.entries(trackDownloads.items))
    if (item.state !== 'running' && !pendingItems[trackKey(Number(key))] && !list.some((kept) => kept.mediaId === Number(key)))
      delete trackDownloads.items[Number(key)];
  const there = list.map((kept) => kept.mediaId);
  for (const { work, track } of trackKeys.lostSince(mine, there))
    trackDownloads.items[track.mediaId] ??= wanted(work, track, pendingItems[trackKey(track.mediaId)] ?? { asked: 'pause', failed: LOST });
  for (const pending of Object.values(pendingItems))
    if (pending.track) trackDownloads.items[pending.track.mediaId] ??= wanted(pending.work, pending.track, pending);
  trackKeys.note(
    mine,
    known.filter((kept) => kept.complete).map(({ work, track }) => ({ work, track })),
  );
}

async function checked(kept: DownloadedTrack, tracks: DownloadedTracks): Promise<DownloadedTrack> {
  // If the parts cannot be read, the record is trusted.
  const stored = await tracks.parts(kept.mediaId).catch(() => null);
  if (kept.complete && (!stored || stored.size === kept.parts.length)) return kept;
  const each = Math.ceil(kept.file.bytes / Math.max(1, kept.parts.length));
  const found = { ...kept, complete: false, bytes: Math.min(kept.file.bytes, (stored?.size ?? 0) * each) };
  if (kept.complete) await tracks.put(found).catch(() => undefined);
  return found;
}

/** Requested, with nothing stored on this device yet. */
const wanted = (work: BookCard, track: Track, pending: Pick<PendingDownload, 'asked' | 'failed'>): TrackDownload => ({
  work: plain(work),
  track: plain(track),
  ...askedOf(pending),
  bytes: 0,
  total: track.bytes,
  validTo: null,
});

function askFor({ work, track }: Pick<TrackDownload, 'work' | 'track'>, pending: Pick<PendingDownload, 'asked' | 'failed'>): void {
  addPendingDownload(owner, trackKey(track.mediaId), { work: plain(work), track: plain(track), ...pending });
}

export function startTrackDownload(work: BookCard, track: Track): void {
  const item = trackDownloads.items[track.mediaId];
  if (item?.state === 'ready' || item?.state === 'running') return;
  trackDownloads.items[track.mediaId] = { ...wanted(work, track, { asked: 'run' }), bytes: item?.bytes ?? 0 };
  askFor({ work, track }, { asked: 'run' });
  moveLast(trackKey(track.mediaId));
  advance();
  postToTabs();
}

export async function pauseTrack(mediaId: number): Promise<void> {
  const item = trackDownloads.items[mediaId];
  if (!item || isWhole(item)) return;
  Object.assign(item, { state: 'paused', reason: '' });
  askFor(item, { asked: 'pause' });
  stopEverywhere(trackKey(mediaId));
  await mark(mediaId, { asked: 'pause', bytes: item.bytes });
  postToTabs();
}

export async function resumeTrack(mediaId: number): Promise<void> {
  const item = trackDownloads.items[mediaId];
  if (!item || item.state === 'ready' || item.state === 'running') return;
  Object.assign(item, { state: 'waiting', reason: '' });
  askFor(item, { asked: 'run' });
  await mark(mediaId, { asked: 'run' });
  advance();
  postToTabs();
}

export async function removeTrack(mediaId: number): Promise<void> {
  const item = trackDownloads.items[mediaId];
  // Must be first: another tab that waits for it must not continue when this one stops.
  if (item && !isWhole(item)) askFor(item, { asked: 'pause' });
  stopEverywhere(trackKey(mediaId));
  delete trackDownloads.items[mediaId];
  trackKeys.forget(owner, [mediaId]);
  const tracks = shelf();
  const kept = await tracks?.get(mediaId).catch(() => null);
  await isUnmetered(trackKey(mediaId), async () => tracks?.remove(mediaId));
  removePendingDownload(owner, trackKey(mediaId));
  delete trackDownloads.items[mediaId];
  if (kept?.complete === false && kept.downloadId !== undefined)
    call(finishDownload, { body: { downloadId: kept.downloadId, result: 'failed' } }).catch(() => undefined);
  postToTabs();
}

/** Returns a track that is completely on this device and may still be played; null otherwise. */
export async function downloadedTrack(mediaId: number): Promise<DownloadedTrack | null> {
  const kept =
    (await shelf()
      ?.get(mediaId)
      .catch(() => null)) ?? null;
  return kept?.complete && !(await isExpired(kept.validTo)) ? kept : null;
}

/** Stores the server's captions of a track in its copy, for the next time it is opened. */
export async function noteCaptions(mediaId: number, captions: string): Promise<void> {
  const tracks = shelf();
  const kept = await tracks?.get(mediaId);
  if (tracks && kept?.complete && kept.captions !== captions) await tracks.put({ ...kept, captions });
}

/** A track plays without a network only where its player is stored too. */
const keepPlayer = (): Promise<unknown> => import('./offline-code.ts').then(({ keepCode }) => keepCode('track')).catch(() => undefined);

async function mark(mediaId: number, change: Partial<DownloadedTrack>): Promise<void> {
  const tracks = shelf();
  const kept = await tracks?.get(mediaId).catch(() => null);
  if (tracks && kept && !kept.complete) await tracks.put({ ...kept, ...change }).catch(() => undefined);
}

async function run(mediaId: number, stop: AbortController): Promise<void> {
  const tracks = shelf();
  const item = trackDownloads.items[mediaId];
  if (!tracks || !item) return;
  const update = (change: Partial<TrackDownload>): void => {
    const now = trackDownloads.items[mediaId];
    if (now && !stop.signal.aborted) Object.assign(now, change);
  };
  update({ state: 'running', reason: '' });
  try {
    const player = keepPlayer();
    // Without a network its code does not come either: the download waits.
    const { keepTrack } = await import('./download-track.ts').catch(() => {
      throw new CallError(OFFLINE, '没有网络');
    });
    const kept = await keepTrack({
      work: plain(item.work),
      track: plain(item.track),
      kept: tracks,
      signal: stop.signal,
      onProgress: (bytes, total) => update({ bytes, total }),
    });
    await player;
    update(listed(kept, false));
    emitDownloaded(`“${item.track.title}”`);
    trackKeys.note(owner, [{ work: kept.work, track: kept.track }]);
    ended(kept);
    postToTabs();
  } catch (error) {
    if (stop.signal.aborted) return;
    const after = await afterFailure(error, trackDownloads.items[mediaId]);
    const before = after.state === 'failed' ? await tracks.get(mediaId).catch(() => null) : null;
    // The copy that was to be renewed is unchanged.
    if (before?.complete) {
      removePendingDownload(owner, trackKey(mediaId));
      return update({ ...listed(before, await isExpired(before.validTo)), reason: after.reason });
    }
    update(after);
    if (after.state === 'waiting') return void setTimeout(retryWaiting, RETRY_MS);
    askFor(item, { asked: 'pause', failed: after.reason });
    await mark(mediaId, { asked: 'pause' });
    postToTabs();
  }
}

joinQueue({
  items: () => Object.values(trackDownloads.items).map((item) => [trackKey(item.track.mediaId), item] as const),
  run: (key, stop) => run(Number(key.split('/')[1]), stop),
  look: readTracks,
});
