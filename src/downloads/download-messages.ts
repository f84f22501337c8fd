import { CallError, GarbledAnswer, isAway, isOffline } from '../api/call.ts';
import { isQuotaError } from '../storage/storage-full.ts';
import { DownloadError } from './download-error.ts';
import { deviceUsage, storageFullMessage } from './device-space.ts';
import type { Progressing } from './download-queue.ts';
import type { PendingDownload } from './pending-downloads.ts';
import { DamagedFile } from './download-files.ts';

const NO_NETWORK = '等待网络，联网后自动继续';
const NO_ANSWER = '服务器暂时没有应答，稍后自动继续';
const FOREIGN = '没有连到书舟：这个网络可能要先登录，登录后自动继续';
const BLOCKED = '这个窗口不让保存数据（无痕浏览或存储被禁用），请在普通窗口中下载';
export const LOST = '浏览器清理了这份副本，点重试重新下载';
const BUSY = '本机书库正被另一个页面占用，请关闭其他书舟页面后重试';

/** Status of an incomplete download before it continues. */
export const askedOf = ({ asked, failed }: Pick<PendingDownload, 'asked' | 'failed'>): Pick<Progressing, 'state' | 'reason'> =>
  failed === undefined ? { state: asked === 'run' ? 'waiting' : 'paused', reason: '' } : { state: 'failed', reason: failed };

/** Status of a stopped download: it waits for the network, or it failed, with the reason. */
export async function afterFailure(error: unknown, item: Progressing | undefined): Promise<Pick<Progressing, 'state' | 'reason'>> {
  if (isOffline(error)) return { state: 'waiting', reason: NO_NETWORK };
  if (isAway(error)) return { state: 'waiting', reason: error instanceof GarbledAnswer ? FOREIGN : NO_ANSWER };
  return { state: 'failed', reason: await wordsOf(error, item) };
}

async function wordsOf(error: unknown, item: Progressing | undefined): Promise<string> {
  if (isQuotaError(error)) {
    const usage = await deviceUsage().catch(() => null);
    return storageFullMessage(Math.max(0, (item?.total ?? 0) - (item?.bytes ?? 0)), usage?.quota ? Math.max(0, usage.quota - usage.used) : Infinity);
  }
  if (error instanceof DamagedFile) return '文件在途中损坏，请重试';
  if (error instanceof DownloadError || error instanceof CallError) return error.message;
  if (!globalThis.indexedDB) return BLOCKED;
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError' || name === 'SecurityError' || name === 'NotAllowedError') return BLOCKED;
  if (name === 'VersionError' || name === 'AbortError' || name === 'TransactionInactiveError') return BUSY;
  return '没有存好，请重试';
}
