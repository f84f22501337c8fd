import { downloadableWork, newestDownloads } from './download.queries.ts';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../contract/clock.ts';
import { cards, GONE, holdWork, versionOf } from '../catalog/book.service.ts';
import { openRight } from '../commerce/entitlement.service.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { failed, forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { deviceKey } from '../identity/known-device.service.ts';
import { downloadLink } from '../reading/download-link.service.ts';
import { devicesOf, downloadLimits, type From, registerDevice } from '../reading/download-device.service.ts';

/** Records a request to download a work; throws without the right to all of it. */
export async function startDownload(context: AppContext, currentUser: CurrentUser, publishId: number, from: From) {
  const work = await downloadableWork(context.db, publishId);
  if (!work) throw missing(GONE);
  const right = await openRight(context, currentUser, publishId);
  if (!right.entitled) throw forbidden('您还没有这本书的阅读权，不能保存到本机');
  if (work.downloadable !== '1') throw failed('这本书只能在线阅读');
  const free = isFreeNow(work);
  const downloadId = await pending(context, currentUser, { publicationId: publishId, editionId: work.id, mediaId: null, free, ...from });
  const link = downloadLink(context, currentUser, { publishId, editionId: work.id }, { ip: from.request.ip, validTo: right.validTo });
  return { downloadId, editionId: work.id, bytes: work.bytes, files: work.files, link, validTo: right.validTo };
}

/** An unfinished request counts as the same request for this time: resuming it, or requesting another link, creates no new one. */
const REPEAT_MS = 7 * DAY_MS;
/** Maximum download requests per hour: a course has hundreds of tracks. */
const REQUESTS: RateLimit = { name: 'download', points: 600, windowMs: 3_600_000, message: '您下载得太频繁了，请一小时后再试' };

/** A work that everybody may read has no device limit. */
export const isFreeNow = ({ isFree, status }: { readonly isFree: string; readonly status: string }): boolean => isFree === '1' && status === 'listed';

interface PendingDownload extends From {
  readonly publicationId: number;
  /** 0 for a track. */
  readonly editionId: number;
  readonly mediaId: number | null;
  readonly free: boolean;
}

/** Records a request to download a track whose right was checked; returns the id of the record. */
export const startTrackDownload = (context: AppContext, currentUser: CurrentUser, track: Omit<PendingDownload, 'editionId'>): Promise<number> =>
  pending(context, currentUser, { ...track, editionId: 0 });

async function pending(context: AppContext, currentUser: CurrentUser, { request, free, device, ...of }: PendingDownload): Promise<number> {
  const now = Date.now();
  const wanted = { ...of, device, deviceKey: await deviceKey(context.db, currentUser, request) };
  const limits = await downloadLimits(context, free);
  // The browser provides the device name, so this is the only limit on the number of requests.
  if (!(await goingOn(context.db, currentUser.userId, wanted, now))) await rateLimit(context, REQUESTS, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    // The lock on the work row serializes concurrent requests.
    await holdWork(tx, wanted.publicationId);
    await registerDevice(tx, currentUser, { ...wanted, name: of.mediaId === null ? '这本书' : '这部作品' }, limits);
    const known = await goingOn(tx, currentUser.userId, wanted, now);
    if (known) {
      await tx.updateTable('download').set({ askedAt: now }).where('id', '=', known.id).execute();
      return known.id;
    }
    const row = await tx
      .insertInto('download')
      .values({ ...wanted, ip: request.ip, userId: currentUser.userId, result: 'started', createTime: now, askedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

interface Going {
  readonly publicationId: number;
  readonly editionId: number;
  readonly mediaId: number | null;
  readonly device: string;
  readonly deviceKey: string;
}

const goingOn = (db: Database | Tx, userId: number, { publicationId, editionId, mediaId, device, deviceKey: key }: Going, now: number) =>
  db
    .selectFrom('download')
    .select('id')
    .where('userId', '=', userId)
    .where('publicationId', '=', publicationId)
    .where('editionId', '=', editionId)
    .where('mediaId', mediaId === null ? 'is' : '=', mediaId)
    .where('device', '=', device)
    .where('deviceKey', '=', key)
    .where('result', '=', 'started')
    .where('createTime', '>', now - REPEAT_MS)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Only the reader's own record, and only once. */
export async function finishDownload(context: AppContext, currentUser: CurrentUser, downloadId: number, result: 'ok' | 'failed'): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('download')
      .set({ result })
      .where('id', '=', downloadId)
      .where('userId', '=', currentUser.userId)
      .where('result', '=', 'started')
      .returning('publicationId')
      .executeTakeFirst();
    if (!row || result !== 'ok') return;
    // A reader counts once, however often and on however many devices they download the work.
    await holdWork(tx, row.publicationId);
    if (!(await earlierCopy(tx, currentUser.userId, row.publicationId, downloadId)))
      await tx
        .updateTable('publication')
        .set((eb) => ({ downloadNum: eb('downloadNum', '+', 1) }))
        .where('id', '=', row.publicationId)
        .execute();
  });
}

const earlierCopy = (tx: Tx, userId: number, publicationId: number, downloadId: number) =>
  tx
    .selectFrom('download')
    .select('id')
    .where('userId', '=', userId)
    .where('publicationId', '=', publicationId)
    .where('result', '=', 'ok')
    .where('id', '!=', downloadId)
    .executeTakeFirst();

export async function downloadTotal(context: AppContext, currentUser: CurrentUser): Promise<number> {
  const { total } = await newestDownloads(context.db, currentUser.userId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function myDownloads(
  context: AppContext,
  currentUser: CurrentUser,
  page: { pageNum: number; pageSize: number },
  request: FastifyRequest,
) {
  const rows = await newestDownloads(context.db, currentUser.userId)
    .select(['download.publicationId', 'download.editionId', 'download.result', 'download.createTime', 'download.device', 'edition.bytes'])
    .select(['media.size', 'media.title as trackTitle', 'current.sourceSha256'])
    .orderBy('download.id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  const found = new Map(rows.map((row) => [row.publicationId, row]));
  const works = await cards(context, [...found.keys()]);
  const { devices, removedHere } = await devicesOf(context, currentUser, [...found.keys()], request);
  const wired = works.flatMap((work) => {
    const row = found.get(work.publishId);
    if (!row) return [];
    const { editionId, sourceSha256, bytes, size, trackTitle, result, createTime, device } = row;
    const version = versionOf(sourceSha256);
    const held = { devices: devices.get(work.publishId) ?? [], removedHere: removedHere.has(work.publishId) };
    const from = { downloadTime: wireTime(createTime), device, result };
    return [{ ...work, editionId, version, bytes: bytes ?? size ?? 0, trackTitle: trackTitle ?? '', ...from, ...held }];
  });
  return { rows: wired, total: await downloadTotal(context, currentUser) };
}
