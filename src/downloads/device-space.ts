import { DOWNLOAD_DATABASES, downloadDatabase } from '../../sw/messages.ts';
import { bytes } from '../format/bytes.ts';

export interface DeviceUsage {
  used: number;
  quota: number;
  /** The browser has promised not to clear it automatically. */
  persisted: boolean;
}

/** Older Safari does not report storage use. */
export const canMeasureSpace = (): boolean => typeof navigator.storage?.estimate === 'function';

export async function deviceUsage(): Promise<DeviceUsage | null> {
  if (!canMeasureSpace()) return null;
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted?.() ?? false]);
  return { used: usage, quota, persisted };
}

/**
 * Returns whether other users may have downloads on this device too, without their content or size. True if the browser does not report
 * databases.
 */
export async function othersKeep(person: number | null): Promise<boolean> {
  const found = await indexedDB.databases?.().catch(() => null);
  const own = person === null ? '' : downloadDatabase(person);
  return !found || found.some(({ name = '' }) => name.startsWith(DOWNLOAD_DATABASES) && name !== own);
}

export async function requestPersistence(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}

/** Databases need more space than the bytes of the files. */
const OVERHEAD = 1.05;

/** Returns the message for a full disk; null if there is enough space or the space is unknown. */
export function messageIfFull(need: number, usage: DeviceUsage | null): string | null {
  if (!usage || usage.quota === 0) return null;
  const free = Math.max(0, usage.quota - usage.used);
  return need * OVERHEAD <= free ? null : storageFullMessage(need, free);
}

/** A disk may be full before the browser's quota is: the remaining quota is not shown then. */
export function storageFullMessage(need: number, free: number): string {
  if (need * OVERHEAD > free) return `空间不足：需要 ${bytes(need)}，还可用 ${bytes(free)}。请删除一些下载，或清理这台设备后重试`;
  return `这台设备的存储空间满了${need > 0 ? `，还需要 ${bytes(need)}` : ''}。请清理后重试`;
}
