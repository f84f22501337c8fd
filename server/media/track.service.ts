import type { RecycleKind } from '../crud/recycle-bin.ts';
import type { z } from 'zod';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { partsName, partUnit } from '../../contract/media/part-name.ts';
import type { AdminTrack, Track, TrackChapter, trackDraft } from '../../contract/media/track.ts';
import { webVttOf } from '../../contract/media/captions.ts';
import { CaptionFault } from '../../contract/media/web-vtt.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { putInBin } from '../db/recycle.ts';
import { finishedUpload, uploadById } from '../files/resumable-upload.ts';
import type { AppContext } from '../context.ts';
import { unloggedWrite, type Write } from '../audit/operation-log.ts';
import { conflict, invalid, missing, warning } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { GONE, holdWork } from '../catalog/book.service.ts';
import { notifyTrack } from '../catalog/publication-notify.service.ts';
import {
  insertTrack,
  lastOrder,
  placedTracks,
  placeTrack,
  playedWork,
  trackById,
  trackInBin,
  trackOfUpload,
  tracksOfWork,
  writeTrack,
  type TrackRow,
} from './track.queries.ts';
import { trackLeases } from './track-lease.queries.ts';
import { streamState } from './stream-state.ts';
import { retryStream, streamsOf } from './stream.queries.ts';
import { addedTrack, freePart } from './track.policy.ts';

const NO_WORK = '作品不存在或已删除，请刷新后重试';
const CHECKING = '上架审核中的作品不能修改，请先驳回';
const NO_TRACK = '这段音视频不存在或已删除，请刷新后重试';

const unitOf = ({ mediaType }: TrackRow): string => partUnit({ kind: mediaType });

export const wireTrack = (row: TrackRow, free: ReturnType<typeof freePart>): Track => ({
  mediaId: row.id,
  publishId: row.publicationId,
  mediaType: row.mediaType,
  title: row.title,
  durationSec: Math.ceil(row.durationMs / 1000),
  width: row.width,
  height: row.height,
  bytes: row.size,
  hasCaptions: row.captions !== '',
  chapters: JSON.parse(row.chapters) as TrackChapter[],
  posterUrl: row.posterUrl,
  isFree: free.whole,
  trialSec: free.trialSec,
});

async function wireAdmin(context: AppContext, rows: readonly TrackRow[]): Promise<AdminTrack[]> {
  const films = rows.filter((row) => row.mediaType === 'video').map((row) => row.id);
  const streams = new Map((films.length > 0 ? await streamsOf(context.db, films) : []).map((stream) => [stream.mediaId, stream]));
  return Promise.all(
    rows.map(async (row) => {
      const stream = streamState(row, streams.get(row.id), context.settings.ffmpeg !== null, Date.now());
      return {
        ...wireTrack(row, { whole: row.isFree === '1', trialSec: Math.min(row.trialSec, Math.ceil(row.durationMs / 1000)) }),
        isFree: row.isFree,
        trialSec: row.trialSec,
        orderNum: row.orderNum,
        isrc: row.isrc,
        fileName: row.fileName,
        mime: row.mime,
        codecs: row.codecs,
        state: row.state,
        message: row.message,
        stream,
        mayRetry: stream.state === 'failed' || (row.state === 'failed' && (await uploadById(context, row.uploadId)) !== null),
        version: row.version,
        createTime: wireTime(row.createTime),
      };
    }),
  );
}
const wireOne = async (context: AppContext, row: TrackRow): Promise<AdminTrack> => (await wireAdmin(context, [row]))[0] as AdminTrack;

/** The places of the tracks of a textbook; other works have none. */
export const placesOf = (db: Database | Tx, work: { readonly id: number; readonly kind: string }) =>
  work.kind === 'textbook' ? placedTracks(db, work.id) : Promise.resolve([]);

/** Returns the playable tracks of a work, in order, whether it is on sale or not. */
export async function playableTracks({ db }: AppContext, publishId: number): Promise<Track[]> {
  const work = await playedWork(db, publishId);
  if (!work) return [];
  const places = await placesOf(db, work);
  const rows = await tracksOfWork(db, publishId);
  return rows.filter((row) => row.state === 'ready').map((row) => wireTrack(row, freePart(work, row, places)));
}

/** Returns the playable tracks of a work on sale, in order; of a textbook, those that are placed in its text. */
export async function publicTracks(context: AppContext, publishId: number): Promise<Track[]> {
  const work = await playedWork(context.db, publishId);
  if (!work || work.status !== 'listed') throw missing(GONE);
  const tracks = await playableTracks(context, publishId);
  if (work.kind !== 'textbook') return tracks;
  const placed = new Set((await placesOf(context.db, work)).map(({ mediaId }) => mediaId));
  return tracks.filter(({ mediaId }) => placed.has(mediaId));
}

export async function adminTracks(context: AppContext, publishId: number): Promise<{ rows: AdminTrack[]; total: number }> {
  const rows = await wireAdmin(context, await tracksOfWork(context.db, publishId));
  return { rows, total: rows.length };
}

async function existing(db: Database | Tx, id: number): Promise<TrackRow> {
  const row = await trackById(db, id);
  if (!row) throw missing(NO_TRACK);
  return row;
}

/** Locks the work until the transaction ends: it cannot be listed and no other track can change, so the checked state is the listed state. */
export async function openWork(tx: Tx, publishId: number) {
  await holdWork(tx, publishId);
  const work = await playedWork(tx, publishId);
  if (!work) throw missing(NO_WORK);
  if (work.kind !== 'audio' && work.kind !== 'video' && work.kind !== 'textbook') throw invalid('只有音频、视频作品和数字教材可以上传音视频文件');
  if (work.status === 'checking') throw warning(CHECKING);
  return work;
}

export async function adminTrack(context: AppContext, id: number): Promise<AdminTrack & { captions: string }> {
  const row = await existing(context.db, id);
  return { ...(await wireOne(context, row)), captions: row.captions };
}

/** Adds a finished upload as the last track of its work and queues it. */
export async function addTrack(
  context: AppContext,
  currentUser: CurrentUser,
  order: { publishId: number; uploadId: string; title: string },
  write: Write = unloggedWrite(context),
): Promise<AdminTrack> {
  const known = (await uploadById(context, order.uploadId)) ? null : await trackOfUpload(context.db, order.uploadId);
  if (known && addedTrack(known, currentUser)) return wireOne(context, known);
  const upload = await finishedUpload(context, currentUser, order.uploadId);
  const now = Date.now();
  const row = await write(async (tx) => {
    const work = await openWork(tx, order.publishId);
    await notifyTrack(tx, currentUser, work.id, `增加了“${order.title}”`);
    return insertTrack(tx, {
      publicationId: work.id,
      mediaType: work.kind === 'video' ? 'video' : 'audio',
      title: order.title,
      uploadId: order.uploadId,
      fileName: upload.fileName,
      size: upload.size,
      userId: currentUser.userId,
      orderNum: (await lastOrder(tx, work.id)) + 1,
      createBy: currentUser.userName,
      createTime: now,
      updateBy: currentUser.userName,
      updateTime: now,
    });
  });
  context.jobs.wake();
  return wireOne(context, row);
}

type Draft = z.output<typeof trackDraft> & { mediaId: number; version: number };

export async function saveTrack(
  context: AppContext,
  currentUser: CurrentUser,
  draft: Draft,
  write: Write = unloggedWrite(context),
): Promise<AdminTrack> {
  const { mediaId, version, ...said } = draft;
  const set = { ...said, captions: captionsOf(said.captions) };
  const saved = await write(async (tx) => {
    const row = await existing(tx, mediaId);
    await openWork(tx, row.publicationId);
    if (!(await writeTrack(tx, mediaId, version, { ...set, updateBy: currentUser.userName, updateTime: Date.now() }))) throw conflict();
    await notifyTrack(tx, currentUser, row.publicationId, `修改了“${row.title}”的名称、字幕或试听范围`);
    return existing(tx, mediaId);
  });
  return wireOne(context, saved);
}

/** Returns captions as WebVTT; throws with the line number for invalid captions, and for text that was read in a wrong encoding. */
export function captionsOf(text: string): string {
  if (text.includes('\ufffd')) throw invalid('字幕里有没能认出的字（�），请把字幕文件另存为UTF-8编码后再读入');
  try {
    return webVttOf(text);
  } catch (error) {
    throw error instanceof CaptionFault ? invalid(`${error.message}，请改正后再保存`) : error;
  }
}

/** Retries what failed for a track. Throws when nothing failed or the uploaded file is gone. */
export async function retryTrack(context: AppContext, mediaId: number, write: Write = unloggedWrite(context)): Promise<AdminTrack> {
  const row = await existing(context.db, mediaId);
  if (row.state === 'failed' && !(await uploadById(context, row.uploadId)))
    throw warning(`上传的文件已不在，请删除这一${unitOf(row)}，修正文件后重新上传`);
  await write(async (tx) => {
    await openWork(tx, row.publicationId);
    const again = row.state === 'failed' ? await trackLeases.retry(tx, mediaId) : await retryStream(tx, mediaId);
    if (!again) throw warning(`这一${unitOf(row)}没有失败的处理，请刷新后查看`);
  });
  context.jobs.wake();
  return wireOne(context, await existing(context.db, mediaId));
}

/** Requires all tracks of a work: an outdated list would lose a track added meanwhile. */
export async function orderTracks(
  context: AppContext,
  order: { publishId: number; mediaIds: readonly number[] },
  write: Write = unloggedWrite(context),
): Promise<void> {
  await write(async (tx) => {
    await openWork(tx, order.publishId);
    const there = (await tracksOfWork(tx, order.publishId)).map((row) => row.id);
    if (there.length !== order.mediaIds.length || there.some((id) => !order.mediaIds.includes(id))) throw conflict();
    for (const [index, id] of order.mediaIds.entries()) await placeTrack(tx, order.publishId, id, index + 1);
  });
}

/** Moves tracks to the recycle bin. The last playable track of a work on sale cannot be removed. */
export async function removeTracks(
  context: AppContext,
  currentUser: CurrentUser,
  ids: readonly number[],
  write: Write = unloggedWrite(context),
): Promise<void> {
  await write(async (tx) => {
    for (const id of ids) {
      const row = await existing(tx, id);
      const work = await openWork(tx, row.publicationId);
      const places = await placesOf(tx, work);
      if (places.some(({ mediaId }) => mediaId === id)) throw warning(`“${row.title}”已放在书里，请先从书里移走再删除`);
      const others = (await tracksOfWork(tx, row.publicationId)).filter((one) => one.state === 'ready' && one.id !== id);
      if (work.kind !== 'textbook' && work.status === 'listed' && others.length === 0)
        throw warning(`${inTitleMarks(work.title)}已上架，至少要留一${unitOf(row)}可以播放的`);
      if (!(await writeTrack(tx, id, row.version, { delFlag: '1', updateBy: currentUser.userName, updateTime: Date.now() }))) throw conflict();
      await notifyTrack(tx, currentUser, row.publicationId, `删除了“${row.title}”`);
      await putInBin(tx, currentUser, { entityType: 'media', entityId: id, title: row.title, origin: partsName({ kind: row.mediaType }) });
    }
  });
}

/** A restored track is treated like a new one: it cannot be added to a work under review. */
export async function rejectBackWhileChecked(tx: Tx, id: number): Promise<void> {
  const row = await trackInBin(tx, id);
  if (!row) return;
  await holdWork(tx, row.publicationId);
  if ((await playedWork(tx, row.publicationId))?.status === 'checking') throw warning(CHECKING);
}

export const trackBin: RecycleKind = { bin: 'publication', purge: 'mark', check: rejectBackWhileChecked };
