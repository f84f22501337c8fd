import { proxy } from 'valtio/vanilla';
import type { BookCard } from '../../contract/catalog/book.ts';
import { finishDownload } from '../../contract/library/download.ts';
import type { Track } from '../../contract/media/track.ts';
import { isOver, type KeptTrack, trackKey } from '../../sw/messages.ts';
import { call } from '../api/call.ts';
import { advance, alone, joinQueue, type Progressing, retryWaiting, standLast, stopEverywhere } from './download-queue.ts';
import { askWish, dropWish, noteWish, wishesOf } from './download-wishes.ts';
import { afterFailure } from './download-words.ts';
import { keepTrack } from './keep-track.ts';
import { type KeptTracks, keptTracks } from './kept-tracks.ts';

export interface TrackDownload extends Progressing {
  work: BookCard;
  track: Track;
}

/** Tracks on this device and on their way to it, by number. */
export const trackDownloads = proxy<{ items: Record<number, TrackDownload> }>({ items: {} });

const RETRY_MS = 20_000;
let owner: number | null = null;
const shelf = (): KeptTracks | null => (owner === null ? null : keptTracks(owner));
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Another person's tracks. */
export function forgetTracks(person: number | null): void {
  owner = person;
  trackDownloads.items = {};
}

const listed = (kept: KeptTrack, over: boolean): TrackDownload => ({
  work: kept.work,
  track: kept.track,
  state: over ? 'over' : kept.complete ? 'ready' : kept.asked === 'run' ? 'waiting' : 'paused',
  bytes: kept.bytes,
  total: kept.file.bytes,
  reason: '',
  validTo: kept.validTo,
});

const isWhole = ({ state }: Pick<TrackDownload, 'state'>): boolean => state === 'ready' || state === 'over';

/** A copy is whole: the house is told, and nobody wishes for it any more. */
function ended({ mediaId, downloadId }: KeptTrack): void {
  dropWish(owner, trackKey(mediaId));
  if (downloadId !== undefined) call(finishDownload, { body: { downloadId, result: 'ok' } }).catch(() => undefined);
}

/** Reads what is on this device; what the browser has taken a part from is made whole again. */
export async function readTracks(): Promise<void> {
  const tracks = shelf();
  const mine = owner;
  const list = tracks ? await tracks.list().catch(() => null) : [];
  if (!list) return;
  for (const kept of list) {
    // What cannot be looked at is taken at its word.
    const stored = await tracks?.parts(kept.mediaId).catch(() => null);
    const each = Math.ceil(kept.file.bytes / Math.max(1, kept.parts.length));
    const whole = !stored || stored.size === kept.parts.length;
    const found = kept.complete && whole ? kept : { ...kept, complete: false, bytes: Math.min(kept.file.bytes, (stored?.size ?? 0) * each) };
    if (kept.complete && !found.complete) await tracks?.put(found).catch(() => undefined);
    const over = found.complete && (await isOver(kept.validTo));
    if (mine !== owner) return;
    // Made whole while no page was open.
    if (found.complete && wishesOf(mine)[trackKey(kept.mediaId)]) ended(found);
    if (trackDownloads.items[kept.mediaId]?.state !== 'running') trackDownloads.items[kept.mediaId] = listed(found, over);
  }
  for (const { work, track, asked } of Object.values(wishesOf(mine))) if (track) trackDownloads.items[track.mediaId] ??= wanted(work, track, asked);
  for (const [key, item] of Object.entries(trackDownloads.items))
    if (isWhole(item) && !list.some((kept) => kept.mediaId === Number(key))) delete trackDownloads.items[Number(key)];
}

/** Asked for, and nothing of it here yet. */
const wanted = (work: BookCard, track: Track, asked: 'run' | 'pause'): TrackDownload => ({
  work: plain(work),
  track: plain(track),
  state: asked === 'run' ? 'waiting' : 'paused',
  bytes: 0,
  total: track.bytes,
  reason: '',
  validTo: null,
});

export function keepOne(work: BookCard, track: Track): void {
  const item = trackDownloads.items[track.mediaId];
  if (item?.state === 'ready' || item?.state === 'running') return;
  trackDownloads.items[track.mediaId] = { ...wanted(work, track, 'run'), bytes: item?.bytes ?? 0 };
  noteWish(owner, trackKey(track.mediaId), { work: plain(work), track: plain(track), asked: 'run' });
  standLast(trackKey(track.mediaId));
  advance();
}

export async function pauseTrack(mediaId: number): Promise<void> {
  const item = trackDownloads.items[mediaId];
  if (!item || isWhole(item)) return;
  Object.assign(item, { state: 'paused', reason: '' });
  stopEverywhere(trackKey(mediaId));
  askWish(owner, trackKey(mediaId), 'pause');
  await mark(mediaId, { asked: 'pause', bytes: item.bytes });
}

export async function resumeTrack(mediaId: number): Promise<void> {
  const item = trackDownloads.items[mediaId];
  if (!item || item.state === 'ready' || item.state === 'running') return;
  Object.assign(item, { state: 'waiting', reason: '' });
  askWish(owner, trackKey(mediaId), 'run');
  await mark(mediaId, { asked: 'run' });
  advance();
}

export async function removeTrack(mediaId: number): Promise<void> {
  stopEverywhere(trackKey(mediaId));
  delete trackDownloads.items[mediaId];
  dropWish(owner, trackKey(mediaId));
  const tracks = shelf();
  await alone(trackKey(mediaId), async () => tracks?.remove(mediaId));
}

/** A track that is wholly on this device and may still be played; null otherwise. */
export async function keptTrack(mediaId: number): Promise<KeptTrack | null> {
  const kept =
    (await shelf()
      ?.get(mediaId)
      .catch(() => null)) ?? null;
  return kept?.complete && !(await isOver(kept.validTo)) ? kept : null;
}

/** The house says what is said in a track: a copy says it too, from its next opening on. */
export async function noteCaptions(mediaId: number, captions: string): Promise<void> {
  const tracks = shelf();
  const kept = await tracks?.get(mediaId);
  if (tracks && kept?.complete && kept.captions !== captions) await tracks.put({ ...kept, captions });
}

async function mark(mediaId: number, change: Partial<KeptTrack>): Promise<void> {
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
    // The player comes along: it must be there when the network is not.
    void import('../media-player/warm-player.ts').then(({ warmPlayer }) => warmPlayer()).catch(() => undefined);
    const kept = await keepTrack({
      work: plain(item.work),
      track: plain(item.track),
      kept: tracks,
      signal: stop.signal,
      onProgress: (bytes, total) => update({ bytes, total }),
    });
    update(listed(kept, false));
    ended(kept);
  } catch (error) {
    if (stop.signal.aborted) return;
    const after = await afterFailure(error, trackDownloads.items[mediaId]);
    const before = after.state === 'failed' ? await tracks.get(mediaId).catch(() => null) : null;
    // A copy that was to be renewed is what it was.
    if (before?.complete) return update({ ...listed(before, await isOver(before.validTo)), reason: after.reason });
    update(after);
    if (after.state === 'waiting') setTimeout(retryWaiting, RETRY_MS);
    else await mark(mediaId, { asked: 'pause' });
  }
}

joinQueue({
  items: () => Object.values(trackDownloads.items).map((item) => [trackKey(item.track.mediaId), item] as const),
  run: (key, stop) => run(Number(key.split('/')[1]), stop),
});
