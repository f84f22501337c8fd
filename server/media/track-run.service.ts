import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeUpload, uploadById, uploadedFile } from '../files/resumable-upload.ts';
import type { AppContext } from '../context.ts';
import { isOutage } from '../outage/outage.ts';
import { retryDelay, WAITS_FOR_STORE } from '../jobs/backoff.ts';
import type { Worker } from '../jobs/jobs.ts';
import { prepareFile } from './prepared-file.ts';
import { MediaError, type Probed } from './probed.ts';
import { masterLeases, trackLeases, type LeasedRow, type Leases } from './track-lease.queries.ts';
import { playedWork } from './track.queries.ts';
import { newHolder } from '../db/leases.ts';
import { runQueued } from '../telemetry/log.ts';

const LEASE_MS = 60_000;
const ATTEMPTS = 20;

/** Checks and stores the oldest queued track of a work. An interrupted one is retried when its lease has expired. */
export const prepareNextTrack = preparerOf(trackLeases, 'preparing-media', async ({ db }, { id }, { mediaType }) => {
  const { publicationId } = await db.selectFrom('media').select('publicationId').where('id', '=', id).executeTakeFirstOrThrow();
  const work = await playedWork(db, publicationId);
  if (work?.kind === 'audio' && mediaType === 'video') throw new MediaError('这是视频文件，请放到视频作品里，或导出声音后再上传');
});

/** The same for the parts of a master, which are of the kind of their work. */
export const prepareNextMaster = preparerOf(masterLeases, 'preparing-masters', async (_context, row, { mediaType }) => {
  if (row.mediaType !== mediaType)
    throw new MediaError(mediaType === 'video' ? '这是视频文件，请导出声音后再上传' : '文件里没有画面，请换一个影片文件');
});

type Check = (context: AppContext, row: LeasedRow, found: Probed) => Promise<void>;

function preparerOf(leases: Leases, place: string, check: Check): Worker<AppContext> {
  return async (context) => {
    const row = await leases.next(context.db, Date.now());
    if (!row) return false;
    const leaseBy = newHolder();
    if (!(await leases.take(context.db, row, leaseBy, Date.now() + LEASE_MS))) return true;
    const timer = setInterval(() => void leases.prolong(context.db, row.id, leaseBy, Date.now() + LEASE_MS).catch(() => undefined), LEASE_MS / 4);
    timer.unref();
    const folder = join(context.settings.dataDir, place, String(row.id));
    try {
      if (row.attempts >= ATTEMPTS) throw new MediaError('处理多次中断，请检查文件后重新上传');
      const work = { name: place, id: row.id, requestId: row.requestId };
      await runQueued(work, () => prepare(context, { leases, row, leaseBy, folder, check }));
    } catch (error) {
      if (isOutage(error)) {
        await leases.postpone(context.db, row.id, leaseBy, Date.now() + retryDelay(row.attempts), WAITS_FOR_STORE);
        return true;
      }
      const fault = error instanceof MediaError;
      // A server fault, not a fault of the file: the upload stays for another attempt.
      const message = fault ? error.message : '处理时出现意外错误，请重试；如仍失败请联系管理员';
      const ended = await leases.end(context.db, row.id, leaseBy, { state: 'failed', message });
      if (!fault) throw error;
      if (ended) await removeUpload(context, row.uploadId);
    } finally {
      clearInterval(timer);
      await rm(folder, { recursive: true, force: true });
      await rm(uploadCopy(folder), { force: true });
    }
    return true;
  };
}

/** Local copy of an upload from the object store: next to the folder, because the files in the folder are published. */
const uploadCopy = (folder: string): string => `${folder}.upload`;

interface Preparation {
  readonly leases: Leases;
  readonly row: LeasedRow;
  readonly leaseBy: string;
  readonly folder: string;
  readonly check: Check;
}

async function prepare(context: AppContext, { leases, row, leaseBy, folder, check }: Preparation): Promise<void> {
  const upload = await uploadById(context, row.uploadId);
  const from = upload && (await uploadedFile(context, row.uploadId, uploadCopy(folder)));
  if (!from) throw new MediaError('上传的文件已过期，请重新上传');
  const prepared = await prepareFile(from, folder, (found) => check(context, row, found));
  // Reuses the key of an interrupted attempt, so that no files are left behind.
  const fileKey = row.fileKey || `media/${randomBytes(16).toString('hex')}`;
  await leases.noteFileKey(context.db, row.id, leaseBy, fileKey);
  await context.files.putFolder(folder, fileKey);
  const ended = await leases.end(context.db, row.id, leaseBy, { state: 'ready', ...prepared });
  if (ended) await removeUpload(context, row.uploadId);
  // The streams of a video are created next.
  context.jobs.wake();
}
