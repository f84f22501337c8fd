import { createStore, delMany, get, keys, set } from 'idb-keyval';
import { cacheNames } from 'workbox-core';
import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching';

export interface ShellEntry {
  readonly url: string;
  /** Null for a file whose name contains a hash of its content. */
  readonly revision: string | null;
}

interface Spare {
  readonly type: string;
  readonly body: ArrayBuffer;
}

/** A copy of the code next to the stored books: a browser, or a program that frees space, can delete the caches and leave the databases. */
const copies = createStore('shuzhou-code', 'files');
/** Files fetched at the same time. */
const PARALLEL = 6;
const isHtml = (type: string | null): boolean => /^text\/html\b/i.test(type ?? '');
const revisions = new Map<string, string | null>();
const pathOf = (file: string): string => (file.startsWith('/') ? file : `/${file}`);
/** Two releases may have different files of the same name. */
const keyOf = (path: string): string => {
  const revision = revisions.get(path);
  return revision ? `${path}?${revision}` : path;
};

export function setShell(shell: readonly ShellEntry[]): void {
  for (const { url, revision } of shell) revisions.set(pathOf(url), revision);
}

/** Returns a file from the copy; null where it has none. */
export async function spareFile(file: string): Promise<Response | null> {
  const spare = await get<Spare>(keyOf(pathOf(file)), copies).catch(() => undefined);
  return spare ? new Response(spare.body, { headers: { 'content-type': spare.type } }) : null;
}

/** Returns a file of the shell, from its cache or from the copy; null where it is nowhere on this device. */
export const shellFile = async (file: string): Promise<Response | null> => (await matchPrecache(file)) ?? spareFile(file);

/** Writes the given files into the copy, and removes those of other releases. Files that `read` does not have are left out. */
export async function copyFiles(files: readonly string[], read: (path: string) => Promise<Response | null | undefined>): Promise<void> {
  const paths = [...new Set(files.map(pathOf))];
  const wanted = new Set(paths.map(keyOf));
  const there = new Set(await keys<string>(copies));
  for (const path of paths) {
    if (there.has(keyOf(path))) continue;
    const answer = await read(path);
    if (answer) await set(keyOf(path), { type: answer.headers.get('content-type') ?? '', body: await answer.arrayBuffer() } satisfies Spare, copies);
  }
  await delMany(
    [...there].filter((key) => !wanted.has(key)),
    copies,
  );
}

/** Puts back what the cache of the shell lost. Resolves to false when a file is neither in the copy nor on the server, which has another release. */
export async function repairShell(): Promise<boolean> {
  const cache = await caches.open(cacheNames.precache);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...revisions.keys()].filter((path) => !there.has(getCacheKeyForURL(path) ?? ''));
  if (missing.length === 0) return true;
  // The content of these files is the one of this release only while the server has this release.
  const unnamed = missing.some((path) => revisions.get(path) !== null);
  const served = unnamed ? await fetch('/worker.js', { cache: 'no-store' }).then((answer) => (answer.ok ? answer.text() : '')) : '';
  let whole = true;
  const queue = [...missing];
  const work = async (): Promise<void> => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const revision = revisions.get(path);
      const spare = await spareFile(path);
      const fresh = spare ?? (revision && !served.includes(revision) ? null : await fetch(path, { cache: revision ? 'no-cache' : 'default' }));
      const good = fresh?.ok && (path.endsWith('.html') || !isHtml(fresh.headers.get('content-type')));
      if (fresh && good) await cache.put(getCacheKeyForURL(path) ?? path, fresh);
      else whole = false;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return whole;
}

/** Makes the routes of the shell answer from the copy where the cache has lost a file. */
export const spareShell = {
  cachedResponseWillBeUsed: async ({
    cachedResponse,
    request,
    event,
  }: {
    cachedResponse?: Response;
    request: Request;
    event: ExtendableEvent;
  }): Promise<Response | undefined> =>
    // An installation must fill the cache, so it must not find the file.
    cachedResponse ?? (event.type === 'install' ? undefined : ((await spareFile(new URL(request.url).pathname)) ?? undefined)),
};
