import { MASTER_TRACKS, type MasterTrack } from '../../../contract/media/master-track.ts';
import type { TrackChapter } from '../../../contract/media/track.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Tx } from '../../db/database.ts';
import { playLinkFor } from '../../files/play-link.ts';
import { uploadById, type Upload } from '../../files/resumable-upload.ts';
import { conflict, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { insertMaster, masterById, masterOfUpload, mastersOf, placeMaster, writeMaster, type MasterRow } from './master-track.queries.ts';
import { masterLeases } from '../track-lease.queries.ts';
import { insertTrack } from '../track.queries.ts';
import { captionsOf } from '../track.service.ts';

export type { MasterRow } from './master-track.queries.ts';

const GONE = '这一段不存在或已删除，请刷新后重试';
const secondsOf = ({ durationMs }: Pick<MasterRow, 'durationMs'>): number => Math.ceil(durationMs / 1000);

export async function existingMaster(db: Database | Tx, id: number): Promise<MasterRow> {
  const row = await masterById(db, id);
  if (!row) throw missing(GONE);
  return row;
}

export const wireMaster = async (context: AppContext, row: MasterRow): Promise<MasterTrack> => ({
  trackId: row.id,
  orderNum: row.orderNum,
  mediaType: row.mediaType,
  title: row.title,
  fileName: row.fileName,
  bytes: row.size,
  durationSec: secondsOf(row),
  hasCaptions: row.captions !== '',
  chapters: JSON.parse(row.chapters) as TrackChapter[],
  state: row.state,
  message: row.message,
  mayRetry: row.state === 'failed' && (await uploadById(context, row.uploadId)) !== null,
  version: row.version,
});

/** The parts of the master of a manuscript, in order. */
export const masterListOf = async (context: AppContext, archiveId: number): Promise<MasterTrack[]> =>
  Promise.all((await mastersOf(context.db, archiveId)).map((row) => wireMaster(context, row)));

/** Seconds of all parts that are ready. */
export const masterSeconds = async (db: Database | Tx, archiveId: number): Promise<number> =>
  (await mastersOf(db, archiveId)).reduce((sum, row) => sum + secondsOf(row), 0);

/** What a master lacks before it can be proofread or published, in words; empty when every part is ready. */
export async function masterLacking(db: Database | Tx, archiveId: number, kind: string): Promise<string[]> {
  const { parts } = workFiles(kind);
  if (!parts) return [];
  const rows = await mastersOf(db, archiveId);
  const named = (list: readonly MasterRow[]): string => `“${list[0]?.title ?? ''}”${list.length > 1 ? `等${list.length}${parts.unit}` : ''}`;
  const broken = rows.filter(({ state }) => state === 'failed');
  const waiting = rows.filter(({ state }) => state === 'queued' || state === 'running');
  const silent = rows.filter(({ state, durationMs }) => state === 'ready' && durationMs <= 0);
  const bare = parts.captions ? rows.filter(({ state, captions }) => state === 'ready' && captions === '') : [];
  return [
    rows.length === 0 && `${parts.name}文件`,
    broken.length > 0 && `${named(broken)}处理失败，请更换文件`,
    waiting.length > 0 && `${named(waiting)}还在处理，请稍候`,
    silent.length > 0 && `${named(silent)}没有内容，请更换文件`,
    bare.length > 0 && `${named(bare)}的字幕`,
  ].filter((one) => one !== false);
}

interface NewMaster {
  readonly archiveId: number;
  readonly kind: string;
  readonly title: string;
}

/** Adds a finished upload as the last part of a master; its file is prepared by the queue. */
export async function addMaster(tx: Tx, currentUser: CurrentUser, { archiveId, kind, title }: NewMaster, upload: Upload): Promise<MasterRow> {
  const { parts } = workFiles(kind);
  if (!parts) throw failed('这类作品没有曲目和分集，请上传校样PDF');
  const known = await masterOfUpload(tx, upload.uploadId);
  if (known && known.archiveId === archiveId) return known;
  const there = await mastersOf(tx, archiveId);
  if (there.length >= MASTER_TRACKS) throw failed(`一部作品最多${MASTER_TRACKS}${parts.unit}`);
  const now = Date.now();
  return insertMaster(tx, {
    archiveId,
    title,
    mediaType: parts.media,
    orderNum: (there.at(-1)?.orderNum ?? 0) + 1,
    uploadId: upload.uploadId,
    fileName: upload.fileName,
    size: upload.size,
    userId: currentUser.userId,
    createBy: currentUser.userName,
    createTime: now,
    updateBy: currentUser.userName,
    updateTime: now,
  });
}

const by = (currentUser: CurrentUser) => ({ updateBy: currentUser.userName, updateTime: Date.now() });

/** Puts another file in the place of a part: what was marked in it keeps its place. */
export async function replaceMaster(tx: Tx, currentUser: CurrentUser, row: MasterRow, upload: Upload): Promise<void> {
  const file = { uploadId: upload.uploadId, fileName: upload.fileName, size: upload.size, fileKey: '', durationMs: 0 };
  const again = { state: 'queued', message: '', attempts: 0, leaseUntil: 0, leaseBy: '' } as const;
  if (!(await writeMaster(tx, row.id, row.version, { ...file, ...again, ...by(currentUser) }))) throw conflict();
}

export async function saveMaster(
  tx: Tx,
  currentUser: CurrentUser,
  row: MasterRow,
  { version, title, captions }: { readonly version: number; readonly title: string; readonly captions?: string | null | undefined },
): Promise<void> {
  const set = { title, ...(captions === undefined || captions === null ? {} : { captions: captionsOf(captions) }), ...by(currentUser) };
  if (!(await writeMaster(tx, row.id, version, set))) throw conflict();
}

/** Requires all parts: an outdated list would lose a part added meanwhile. */
export async function orderMasters(tx: Tx, archiveId: number, ids: readonly number[]): Promise<void> {
  const there = (await mastersOf(tx, archiveId)).map(({ id }) => id);
  if (there.length !== new Set(ids).size || there.length !== ids.length || there.some((id) => !ids.includes(id))) throw conflict();
  for (const [index, id] of ids.entries()) await placeMaster(tx, id, index + 1);
}

export async function removeMaster(tx: Tx, currentUser: CurrentUser, row: MasterRow): Promise<void> {
  if (!(await writeMaster(tx, row.id, row.version, { delFlag: '2', ...by(currentUser) }))) throw conflict();
  for (const [index, { id }] of (await mastersOf(tx, row.archiveId)).entries()) await placeMaster(tx, id, index + 1);
}

export async function retryMaster(tx: Tx, row: MasterRow): Promise<void> {
  if (!(await masterLeases.retry(tx, row.id))) throw failed('这一段没有失败的处理，请刷新后查看');
}

/** What the player of a part needs. The caller has checked the right to it. */
export function masterPlayOf(context: AppContext, currentUser: CurrentUser, row: MasterRow) {
  if (row.state !== 'ready') throw failed(row.state === 'failed' ? `这一段处理失败：${row.message}` : '这一段还在处理，请稍后再来');
  return { ...playLinkFor(context, currentUser, { key: `${row.fileKey}/file`, mime: row.mime, size: row.size }), captions: row.captions };
}

/** Makes the parts of an accepted master the tracks of its publication, in order; both have the same files. */
export async function publishMaster(tx: Tx, currentUser: CurrentUser, archiveId: number, publicationId: number): Promise<void> {
  const now = Date.now();
  for (const row of await mastersOf(tx, archiveId))
    await insertTrack(tx, {
      publicationId,
      mediaType: row.mediaType,
      title: row.title,
      state: 'ready',
      message: row.message,
      uploadId: `master-${row.id}-${publicationId}`,
      fileName: row.fileName,
      fileKey: row.fileKey,
      mime: row.mime,
      size: row.size,
      sha256: row.sha256,
      durationMs: row.durationMs,
      width: row.width,
      height: row.height,
      codecs: row.codecs,
      partHashes: row.partHashes,
      trialBytes: row.trialBytes,
      chapters: row.chapters,
      captions: row.captions,
      orderNum: row.orderNum,
      userId: row.userId,
      createBy: currentUser.userName,
      createTime: now,
      updateBy: currentUser.userName,
      updateTime: now,
    });
}
