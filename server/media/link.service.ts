import { MEDIA, MEDIA_LINK_MS } from '../../contract/limits.ts';
import { mediaPath, streamPath } from '../../contract/media/address.ts';
import { partUnit } from '../../contract/media/part-name.ts';
import { asCue, cuesOf } from '../../contract/media/web-vtt.ts';
import { GONE } from '../catalog/book.service.ts';
import { openRight, rightTo } from '../commerce/entitlement.service.ts';
import type { AppContext } from '../context.ts';
import { type RequestCaller, tokensIn } from '../http/request-credentials.ts';
import { addressFamily } from '../http/rate-limit-key.ts';
import { failed, forbidden, missing } from '../http/app-error.ts';
import { signToken, verifyToken } from '../http/signed-token.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rights, sessionIdOf } from '../identity/session.service.ts';
import type { From } from '../reading/download-device.service.ts';
import { isFreeNow, startTrackDownload } from '../library/download.service.ts';
import { TRIAL_STEP } from './probed.ts';
import type { Level } from './stream-level.ts';
import { streamOf } from './stream.queries.ts';
import { placesOf } from './track.service.ts';
import { freePart } from './track.policy.ts';
import { playedWork, sessionBeginning, trackById, type TrackRow } from './track.queries.ts';

/** Characters of the session id (a hash of the token) in a link: enough to find the session, useless for anything else. */
const SESSION_LETTERS = 16;
const NO_USER = { userId: 0, session: '' };
const holder = (currentUser: CurrentUser) => ({ userId: currentUser.userId, session: currentUser.sessionId.slice(0, SESSION_LETTERS) });
/** Characters of the file hash in the link to its parts. */
const FILE_LETTERS = 16;

interface Link {
  readonly userId: number;
  readonly session: string;
  readonly expires: number;
  /** The whole track, its trial, or the parts of one file for a browser background download. */
  readonly kind: 'w' | 't' | 'k';
  /** Beginning of the hash of that file; empty when it does not matter. */
  readonly file: string;
  /** Network from which a link to parts works (`addressFamily`); empty when any network may use it. */
  readonly network: string;
}

const purpose = (mediaId: number): string => `media-link\n${mediaId}`;

function addressOf(context: AppContext, mediaId: number, link: Link, path = mediaPath(mediaId)): string {
  return `${path}?l=${signToken(context, purpose(mediaId), [link.userId, link.session, link.expires, link.kind, link.file, link.network])}`;
}

function linkIn(context: AppContext, mediaId: number, text: string): Link | null {
  const [userId, session = '', expires, kind, file = '', network = ''] = verifyToken(context, purpose(mediaId), text) ?? [];
  if (kind !== 'w' && kind !== 't' && kind !== 'k') return null;
  return { userId: Number(userId), session, expires: Number(expires), kind, file, network };
}

const secondsOf = (row: TrackRow): number => Math.ceil(row.durationMs / 1000);

/** Returns the bytes the trial needs; 0 without a trial. */
export function trialSize(row: Pick<TrackRow, 'trialSec' | 'trialBytes' | 'size' | 'durationMs'>): number {
  if (row.trialSec === 0) return 0;
  if (row.trialSec * 1000 >= row.durationMs) return row.size;
  const steps = JSON.parse(row.trialBytes) as number[];
  return steps[Math.ceil(row.trialSec / TRIAL_STEP) - 1] ?? row.size;
}

async function playable(context: AppContext, mediaId: number) {
  const row = await trackById(context.db, mediaId);
  const work = row && (await playedWork(context.db, row.publicationId));
  return row && work ? { row, work, free: freePart(work, row, await placesOf(context.db, work)) } : null;
}

/** Returns the user's right to the whole track: through the work, or because the track is free while the work is on sale. */
async function rightOf(
  context: AppContext,
  currentUser: Pick<CurrentUser, 'userId' | 'permissions'> | null,
  found: NonNullable<Awaited<ReturnType<typeof playable>>>,
  asked: typeof rightTo = rightTo,
) {
  const { work, free } = found;
  if (work.status === 'listed' && free.whole) return { entitled: true, validTo: null };
  return currentUser ? asked(context, currentUser, work.id) : { entitled: false, validTo: null };
}

/** Returns a link for this user, to the whole track or to its trial. */
export async function linkFor(context: AppContext, currentUser: CurrentUser | null, mediaId: number) {
  const found = await playable(context, mediaId);
  const right = found && (await rightOf(context, currentUser, found, openRight));
  if (!found || !right || (found.work.status !== 'listed' && !right.entitled)) throw missing(GONE);
  const { row, free } = found;
  if (row.state === 'failed') throw failed(`这一${partUnit({ kind: row.mediaType })}暂时不能播放，请稍后再来`);
  if (row.state !== 'ready') throw failed(`${row.mediaType === 'video' ? '视频' : '音频'}正在转码，请稍后再来`);
  const whole = right.entitled;
  const playSec = whole ? secondsOf(row) : free.trialSec;
  if (playSec === 0)
    throw forbidden(`这一${partUnit({ kind: row.mediaType })}没有${row.mediaType === 'video' ? '试看' : '试听'}，获得授权后可以播放`);
  const now = Date.now();
  const expires = Math.min(now + MEDIA_LINK_MS, right.validTo ?? Infinity);
  const stream = row.mediaType === 'video' ? await streamOf(context.db, mediaId) : null;
  const link = { ...(currentUser ? holder(currentUser) : NO_USER), expires, kind: whole ? 'w' : 't', file: '', network: '' } as const;
  return {
    mediaId,
    publishId: found.work.id,
    url: addressOf(context, mediaId, link),
    streamUrl: stream?.state === 'ready' ? addressOf(context, mediaId, link, streamPath(mediaId)) : '',
    mime: row.mime,
    expiresIn: expires - now,
    rightMs: right.validTo === null || !whole ? null : right.validTo - now,
    whole,
    playSec,
    captions: whole ? row.captions : captionsUntil(row.captions, playSec),
  };
}

const clock = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${part(Math.floor(whole / 3600))}:${part(Math.floor(whole / 60) % 60)}:${part(whole % 60)}.${String(Math.round((seconds - whole) * 1000) % 1000).padStart(3, '0')}`;
};

function captionsUntil(text: string, seconds: number): string {
  const cues = text === '' ? [] : cuesOf(text).filter((cue) => cue.start < seconds);
  return cues.length === 0 ? '' : `WEBVTT\n\n${cues.map((cue) => `${clock(cue.start)} --> ${clock(cue.end)}\n${asCue(cue.text)}\n`).join('\n')}`;
}

/** Returns what a device needs to download a track, and the expiry time. */
export async function storeFor(context: AppContext, currentUser: CurrentUser, mediaId: number, from: From) {
  const found = await playable(context, mediaId);
  if (!found || found.row.state !== 'ready') throw missing(GONE);
  const right = await rightTo(context, currentUser, found.work.id);
  if (!right.entitled) throw forbidden('您还没有这部作品的使用权，不能保存到本机');
  if (found.work.downloadable !== '1') throw failed('这部作品只能在线播放');
  const { row } = found;
  const { url, expiresIn, mime, captions } = await linkFor(context, currentUser, mediaId);
  const expires = Math.min(Date.now() + MEDIA_LINK_MS, right.validTo ?? Infinity);
  const bound = { file: row.sha256.slice(0, FILE_LETTERS), network: addressFamily(from.request.ip) };
  const parts = { ...holder(currentUser), expires, kind: 'k', ...bound } as const;
  return {
    downloadId: await startTrackDownload(context, currentUser, { mediaId, publicationId: found.work.id, free: isFreeNow(found.work), ...from }),
    url,
    expiresIn,
    partsUrl: addressOf(context, mediaId, parts),
    mime,
    captions,
    bytes: row.size,
    partBytes: MEDIA.partBytes,
    parts: JSON.parse(row.partHashes) as string[],
    validTo: right.validTo,
  };
}

/** Returns the part of a video stream that a link opens now, and the seconds of it that may be played; null when the link is invalid. */
export async function streamFor(context: AppContext, mediaId: number, text: string, request: RequestCaller) {
  const found = await opened(context, mediaId, text, request);
  const stream = found && (await streamOf(context.db, mediaId));
  if (!stream || stream.state !== 'ready' || found.partsOnly) return null;
  const { row, whole, free } = found;
  const playSec = whole ? secondsOf(row) : free.trialSec;
  return { key: stream.fileKey, levels: JSON.parse(stream.levels) as Level[], playSec };
}

export interface PlayableFile {
  readonly key: string;
  readonly mime: string;
  /** Number of bytes that may be read, from the start. */
  readonly size: number;
  readonly etag: string;
  /** True for the whole track, false for the trial. */
  readonly whole: boolean;
  /** For a background download: only one part at a time. */
  readonly partsOnly: boolean;
}

interface Opened {
  readonly row: TrackRow;
  readonly free: ReturnType<typeof freePart>;
  readonly whole: boolean;
  readonly partsOnly: boolean;
}

/**
 * Returns the track that a link opens now. Signature, expiry, session, right and sale status are checked at every request,
 * and a browser with another signed-in user is rejected. Returns null for every other case, whatever the cause.
 */
async function opened(context: AppContext, mediaId: number, text: string, request: RequestCaller): Promise<Opened | null> {
  const now = Date.now();
  const link = linkIn(context, mediaId, text);
  if (!link || !(link.expires > now)) return null;
  if (link.kind === 'k' && link.network !== addressFamily(request.ip)) return null;
  if (tokensIn(request).some((token) => !sessionIdOf(token).startsWith(link.session || '-'))) {
    // A link of an anonymous visitor is a trial: it keeps working after a sign-in.
    if (link.userId !== 0) return null;
  }
  if (link.userId !== 0 && !(await sessionBeginning(context.db, link.userId, link.session, now))) return null;
  const found = await playable(context, mediaId);
  if (!found || found.row.state !== 'ready') return null;
  const { row, work, free } = found;
  const currentUser = link.userId === 0 ? null : { userId: link.userId, permissions: (await rights(context, link.userId)).permissions };
  const right = await rightOf(context, currentUser, found);
  const whole = link.kind !== 't';
  if (whole && !right.entitled) return null;
  if (!whole && work.status !== 'listed') return null;
  const partsOnly = link.kind === 'k';
  if (partsOnly && (work.downloadable !== '1' || !row.sha256.startsWith(link.file || '-'))) return null;
  return { row, free, whole, partsOnly };
}

/** Returns the bytes that a link opens now; null when it opens none. */
export async function fileOf(context: AppContext, mediaId: number, text: string, request: RequestCaller): Promise<PlayableFile | null> {
  const found = await opened(context, mediaId, text, request);
  if (!found) return null;
  const { row, free, whole, partsOnly } = found;
  const size = whole ? row.size : trialSize({ ...row, trialSec: free.trialSec });
  return size === 0 ? null : { key: `${row.fileKey}/file`, mime: row.mime, size, etag: `"${row.sha256.slice(0, 27)}-${size}"`, whole, partsOnly };
}
