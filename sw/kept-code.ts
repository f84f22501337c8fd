import { createStore, get, update } from 'idb-keyval';
import { matchPrecache } from 'workbox-precaching';
import { copyFiles, shellFile, spareFile } from './spare-code.ts';
import { OFFLINE_KIND_NAMES, type OfflineKind, type OfflinePackages, PACKAGES_FILE } from './offline-kinds.ts';

/** The code that shows what is stored on this device, where the shell does not contain it. File names contain a content hash. */
export const KEPT_CODE = 'shuzhou-kept-code';
const own = createStore('shuzhou-worker', 'own');
const KINDS = 'kinds';
/** Files fetched at the same time. */
const PARALLEL = 6;

const keptKinds = async (): Promise<OfflineKind[]> => (await get<OfflineKind[]>(KINDS, own)) ?? [];

/** The files of each kind in this release: from the shell, or from the network while the shell is being installed. */
async function packages(): Promise<OfflinePackages> {
  const answer = (await shellFile(PACKAGES_FILE)) ?? (await fetch(`/${PACKAGES_FILE}`, { cache: 'no-store' }));
  if (!answer.ok) throw new TypeError(`${PACKAGES_FILE}: ${answer.status}`);
  return (await answer.json()) as OfflinePackages;
}

const filesOf = (all: OfflinePackages, kinds: readonly OfflineKind[]): string[] => [...new Set(kinds.flatMap((kind) => all[kind] ?? []))];

async function fetchMissing(files: readonly string[]): Promise<void> {
  const cache = await caches.open(KEPT_CODE);
  const queue = [...files];
  const work = async (): Promise<void> => {
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if ((await matchPrecache(file)) ?? (await cache.match(file))) continue;
      const answer = (await spareFile(file)) ?? (await fetch(file));
      if (!answer.ok || (answer.headers.get('content-type') ?? '').startsWith('text/html')) throw new TypeError(`${file}: ${answer.status}`);
      await cache.put(file, answer);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

/** Stores the code of a kind, and remembers the kind for the releases that follow. Resolves to false for an unknown kind; rejects when a file is not there. */
export async function keepCode(kind: OfflineKind): Promise<boolean> {
  if (!OFFLINE_KIND_NAMES.includes(kind)) return false;
  await update<OfflineKind[]>(KINDS, (kinds = []) => (kinds.includes(kind) ? kinds : [...kinds, kind]), own);
  await fetchMissing(filesOf(await packages(), [kind]));
  return true;
}

/** Fetches the code of this release for the kinds that are stored on this device. Rejects when a file is not there. */
export async function refreshCode(): Promise<void> {
  const kinds = await keptKinds().catch(() => []);
  if (kinds.length > 0) await fetchMissing(filesOf(await packages(), kinds));
}

/** Moves the code of earlier releases to the cache for tabs that still run them. */
export async function dropOldCode(before: string): Promise<void> {
  const kinds = await keptKinds().catch(() => null);
  const all = kinds && (await packages().catch(() => null));
  if (!kinds || !all) return;
  const now = new Set(filesOf(all, kinds));
  const [cache, old] = await Promise.all([caches.open(KEPT_CODE), caches.open(before)]);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (now.has(pathname)) continue;
    const answer = await cache.match(request);
    if (answer) await old.put(pathname, answer);
    await cache.delete(request);
  }
}

/** Copies the shell and the code of the kinds that are stored on this device to where the stored things are. */
export async function copyCode(shell: readonly string[]): Promise<void> {
  const kinds = await keptKinds().catch(() => []);
  if (kinds.length === 0) return;
  const cache = await caches.open(KEPT_CODE);
  await copyFiles([...shell, ...filesOf(await packages(), kinds)], async (path) => (await matchPrecache(path)) ?? cache.match(path));
}
