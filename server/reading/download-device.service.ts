import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../contract/clock.ts';
import { MEDIA_LINK_MS } from '../../contract/limits.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { deviceKey, sessionOfKey } from '../identity/known-device.service.ts';
import { configOf } from '../db/config-value.ts';
import {
  copiesOf,
  copyById,
  downloadingDevices,
  dropCopy,
  storeCopy,
  markRemoved,
  sessionsAmong,
  stopDownloads,
  touchCopy,
} from './download-device.queries.ts';

/** A device not seen for this long does not count: it was probably sold, lost or reset. */
const FORGOTTEN_MS = 90 * DAY_MS;
const DEVICES = 5;
const PARALLEL = 3;

export interface DownloadLimits {
  readonly devices: number;
  readonly parallel: number;
}

/** The device on which a download is stored. */
export interface From {
  readonly request: FastifyRequest;
  /** Display name of the device. */
  readonly device: string;
}

async function numberOf(context: AppContext, key: string, otherwise: number): Promise<number> {
  const value = Number((await configOf(context, key)) ?? '');
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

/** Returns the limits of one licence from the configuration. A free work has no device limit. */
export async function downloadLimits(context: AppContext, free: boolean): Promise<DownloadLimits> {
  const parallel = await numberOf(context, 'sys.download.parallel', PARALLEL);
  return { devices: free ? Infinity : await numberOf(context, 'sys.download.devices', DEVICES), parallel };
}

interface Wanted {
  readonly publicationId: number;
  readonly deviceKey: string;
  readonly device: string;
  /** How messages refer to the work: 这本书, 这部作品. */
  readonly name: string;
}

/**
 * Registers a device for a copy of a work. Throws when the licence has no device left, or too many devices download at once. A
 * device fetches one file after another, so simultaneous downloads are counted in devices. The caller must lock the row of the
 * work, so that two devices cannot take the last slot.
 */
export async function registerDevice(tx: Tx, currentUser: CurrentUser, wanted: Wanted, limits: DownloadLimits): Promise<void> {
  const { userId } = currentUser;
  const { publicationId, name, device } = wanted;
  const now = Date.now();
  const others = (await copiesOf(tx, userId, [publicationId], now - FORGOTTEN_MS)).filter(
    (copy) => copy.removed === '0' && copy.deviceKey !== wanted.deviceKey,
  );
  if (others.length >= limits.devices)
    throw failed(
      `${name}已存到${others.length}台设备，达到上限：一份授权最多存到${limits.devices}台。请在其中一台上删除${name}，或在“我的下载”里移除一台，再试`,
    );
  const downloading = await downloadingDevices(tx, { userId, publicationId }, now - MEDIA_LINK_MS);
  // The links of a session end with it: a device identified by an ended session no longer downloads.
  const live = await sessionsAmong(
    tx,
    downloading.flatMap((key) => sessionOfKey(key) ?? []),
  );
  const elsewhere = downloading.filter((key) => key !== wanted.deviceKey && (sessionOfKey(key) === null || live.has(sessionOfKey(key) ?? '')));
  if (elsewhere.length >= limits.parallel)
    throw failed(`${name}正在${elsewhere.length}台设备上下载，达到上限：最多${limits.parallel}台同时下载。请等其中一台下完，再试`);
  await storeCopy(tx, { userId, publicationId, deviceKey: wanted.deviceKey, device, now });
}

export interface DownloadDevice {
  readonly deviceId: number;
  readonly device: string;
  readonly lastSeen: string;
  /** True for the requesting device. */
  readonly current: boolean;
}

/** Returns the devices that hold each of these works, by work, and the works whose copy on this device was removed elsewhere. */
export async function devicesOf(context: AppContext, currentUser: CurrentUser, publicationIds: readonly number[], request: FastifyRequest) {
  const devices = new Map<number, DownloadDevice[]>();
  const removedHere = new Set<number>();
  if (publicationIds.length === 0) return { devices, removedHere };
  const here = await deviceKey(context.db, currentUser, request);
  for (const copy of await copiesOf(context.db, currentUser.userId, publicationIds, Date.now() - FORGOTTEN_MS)) {
    const current = copy.deviceKey === here;
    if (copy.removed === '1') {
      if (current) removedHere.add(copy.publicationId);
      continue;
    }
    const list = devices.get(copy.publicationId) ?? [];
    list.push({ deviceId: copy.id, device: copy.device, lastSeen: wireTime(copy.lastSeen), current });
    devices.set(copy.publicationId, list);
  }
  return { devices, removedHere };
}

/** Removes one of the current user's devices from a work. The device deletes its copy when it reconnects. */
export async function removeDevice(context: AppContext, currentUser: CurrentUser, deviceId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const copy = await copyById(tx, currentUser.userId, deviceId);
    if (!copy || copy.removed === '1') throw missing('这台设备已经移除，请刷新后重试');
    await markRemoved(tx, deviceId);
    await stopDownloads(tx, copy);
  });
}

/** Records that the copy on this device was deleted. */
export async function removedHere(context: AppContext, currentUser: CurrentUser, publicationId: number, request: FastifyRequest): Promise<void> {
  const copy = { userId: currentUser.userId, publicationId, deviceKey: await deviceKey(context.db, currentUser, request) };
  await context.db.transaction().execute(async (tx) => {
    await dropCopy(tx, copy);
    await stopDownloads(tx, copy);
  });
}

/** Records, once a day, that this device still uses its copy of a work, and that a download of it is in progress. */
export async function seenHere(context: AppContext, currentUser: CurrentUser, publicationId: number, request: FastifyRequest): Promise<void> {
  const key = await deviceKey(context.db, currentUser, request);
  const now = Date.now();
  await touchCopy(context.db, { userId: currentUser.userId, publicationId, deviceKey: key }, now, now - DAY_MS);
}
