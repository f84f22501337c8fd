/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { cacheNames, clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { MEDIA_ADDRESS } from '../contract/media/address.ts';
import { LEFT_TO_WORKER } from '../contract/reading/download-hint.ts';
import { followBackground } from './background-events.ts';
import {
  setWorkerUser,
  bookResponse,
  downloadedBooks,
  bookPathOf,
  forgetRights,
  storedCover,
  storedDetail,
  storedTrackResponse,
} from './offline-responses.ts';
import { reportDownloaded } from './download-hint.ts';
import { copyCode, dropOldCode, keepCode, KEPT_CODE, refreshCode } from './kept-code.ts';
import { latestTime, setServerTime } from './license-clock.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { followPush } from './push-messages.ts';
import { rejectHtml } from './reject-html.ts';
import { offlinePage } from './offline-page.ts';
import { isReader, storedFirstPage, pageFrom } from './offline-first-page.ts';
import { readerScript, readerShell } from './reader-shell.ts';
import { isPage, isPublicCall, ownBookOf } from './public-calls.ts';
import { repairShell, setShell, shellFile, type ShellEntry, spareFile, spareShell } from './spare-code.ts';

declare const self: ServiceWorkerGlobalScope;

const SHELL = self.__WB_MANIFEST as ShellEntry[];
const VERSION = SHELL.map((entry) => entry.revision ?? entry.url).join('|');
const PAGE_WAIT_MS = 3_000;
const DAY_S = 86_400;
/** Chunks of the previous release, for a tab that still runs it. */
const BEFORE = 'shuzhou-release-before';
const PIECES = 'shuzhou-pieces';
const CACHES = ['shuzhou-public', 'shuzhou-covers', PIECES, BEFORE, KEPT_CODE];
const only200 = new CacheableResponsePlugin({ statuses: [200] });

interface RoutingInstall extends ExtendableEvent {
  /** Chromium 123: a request that matches a rule does not start the service worker. */
  addRoutes?(rules: { condition: { urlPattern: URLPatternInit }; source: 'network' }): Promise<void>;
}

self.addEventListener('install', (event: RoutingInstall) => {
  event.waitUntil(replaceEmptyWorker());
  event.waitUntil(retainPreviousRelease());
  // Without the code of what is stored here, this release would open less offline than the one before: it is installed with it or later.
  event.waitUntil(refreshCode());
  event.waitUntil(
    event.addRoutes?.({ condition: { urlPattern: { pathname: '/books/*', search: 'keep' } }, source: 'network' }).catch(() => undefined) ??
      Promise.resolve(),
  );
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldCaches(), dropOldCode(BEFORE), self.registration.navigationPreload?.enable().then(changed)]));
});
cleanupOutdatedCaches();
clientsClaim();

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin) return;
  // Download requests go to the network without the service worker.
  if (url.searchParams.has('keep')) return event.stopImmediatePropagation();
  const script = readerScript(url.pathname);
  if (script) {
    event.stopImmediatePropagation();
    return event.respondWith(script);
  }
  if (event.request.mode === 'navigate' && isPage(url)) {
    event.stopImmediatePropagation();
    event.respondWith(page(event));
  }
});

followBackground(self, changed);
followPush(self);

setShell(SHELL);
addPlugins([spareShell]);
precacheAndRoute(SHELL, { directoryIndex: '', cleanURLs: false });

/** Chunks outside the shell (dialogs, admin): cached after first use. Their names contain a content hash. */
const pieces = new CacheFirst({ cacheName: PIECES, plugins: [only200, rejectHtml, new ExpirationPlugin({ maxEntries: 80 })] });
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async (options) =>
    (await caches.match(options.request, { cacheName: KEPT_CODE })) ??
    (await caches.match(options.request, { cacheName: BEFORE })) ??
    (await spareFile(options.url.pathname)) ??
    pieces.handle(options),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && bookPathOf(url) !== null,
  async ({ request, url }) => {
    const at = bookPathOf(url);
    return at ? bookResponse(request, at) : fetch(request);
  },
);

/** Books of the user's own are known on this device only: the server is not asked about them. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && ownBookOf(url) !== null,
  async ({ url }) =>
    (url.pathname.includes('/getInfo/') && (await storedDetail(ownBookOf(url) ?? 0))) || Response.json({ code: 404, msg: '这本书已从这台设备删除' }),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && MEDIA_ADDRESS.test(url.pathname),
  async ({ request, url }) => (await storedTrackResponse(url, request.headers.get('range'))) ?? fetch(request),
);

const lists = new StaleWhileRevalidate({
  cacheName: 'shuzhou-public',
  plugins: [only200, { cacheWillUpdate: wentWell }, new ExpirationPlugin({ maxEntries: 150, maxAgeSeconds: 14 * DAY_S, purgeOnQuotaError: true })],
});
registerRoute(
  ({ request, url }) => isPublicCall(request, url),
  async (options) => {
    try {
      return await lists.handle(options);
    } catch (error) {
      const publishId = /\/getInfo\/(\d+)$/.exec(options.url.pathname)?.[1];
      const kept = publishId && (await storedDetail(Number(publishId)));
      if (kept) return kept;
      throw error;
    }
  },
);

const covers = new CacheFirst({
  cacheName: 'shuzhou-covers',
  plugins: [only200, rejectHtml, new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: 30 * DAY_S, purgeOnQuotaError: true })],
});
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/covers/'),
  async (options) => {
    try {
      return await covers.handle(options);
    } catch (error) {
      const kept = await storedCover(options.url.pathname + options.url.search);
      if (kept) return kept;
      throw error;
    }
  },
);

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker;
  if (message.type === 'SKIP_WAITING' || message.type === 'skip-waiting') event.waitUntil(self.skipWaiting());
  else if (message.type === 'who') event.waitUntil(Promise.all([setWorkerUser(message.userId).then(sayAhead), latestTime(), repair()]));
  else if (message.type === 'kept-changed') event.waitUntil(changed());
  else if (message.type === 'keep-code') event.waitUntil(answerCode(message, event.ports[0]));
  else if (message.type === 'version') event.ports[0]?.postMessage({ type: 'version', version: VERSION } satisfies FromWorker);
});

async function answerCode(message: Extract<ToWorker, { type: 'keep-code' }>, port: MessagePort | undefined): Promise<void> {
  // A release that waits has looked already what it must fetch.
  self.registration.waiting?.postMessage(message);
  const kept = await keepCode(message.kind).catch(() => false);
  port?.postMessage({ type: 'code', kept } satisfies FromWorker);
  await repair();
}

let repairing: Promise<unknown> | null = null;
/** At each start of a page: puts back what the browser evicted of the code, and copies the code of what is stored here. */
function repair(): Promise<unknown> {
  repairing ??= Promise.resolve()
    .then(repairShell)
    .then((whole): unknown => whole || self.registration.update())
    .then(refreshCode)
    .then(() => copyCode(SHELL.map(({ url }) => url)))
    .catch(() => undefined)
    .finally(() => (repairing = null));
  return repairing;
}

const sayAhead = (): Promise<void> => reportDownloaded(self.registration.navigationPreload);

function changed(): Promise<void> {
  forgetRights();
  return sayAhead();
}

/** The first page of a downloaded book; else the network's page when it arrives in time, else the shell, else the offline message. */
async function page(event: FetchEvent): Promise<Response> {
  const kept = await keptPage(new URL(event.request.url)).catch(() => null);
  if (kept) {
    event.waitUntil(Promise.resolve(event.preloadResponse).catch(() => undefined));
    return kept;
  }
  const network = (async () => {
    const early = (await event.preloadResponse) as Response | undefined;
    return early && early.status !== LEFT_TO_WORKER ? early : fetch(event.request);
  })();
  event.waitUntil(network.catch(() => undefined));
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PAGE_WAIT_MS));
  const answer = await Promise.race([network.catch(() => null), late]);
  if (answer) event.waitUntil(setServerTime(answer.headers.get('date')));
  if (answer && answer.status < 500) return answer;
  const shell = await shellFile('index.html');
  return shell ?? network.catch(async () => offlinePage((await downloadedBooks().catch(() => [])).length > 0));
}

/** The shell and the book come from two stores, which are read in parallel. */
async function keptPage(url: URL): Promise<Response | null> {
  if (!isReader(url)) return null;
  const [kept, shell] = await Promise.all([storedFirstPage(url), readerShell()]);
  return kept && shell && pageFrom(shell, kept);
}

/** The response envelope contains the result; the HTTP status is 200 for almost everything. */
async function wentWell({ response }: { response: Response }): Promise<Response | null> {
  const answer = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: number } | null;
  return answer?.code === 200 ? response : null;
}

/**
 * A worker without a shell is the one that withdraws workers, still active because a tab was open when it unregistered, or its caches were
 * evicted and the server has no longer its files. It opens nothing without a network and no page runs from its caches, so this release does not wait for consent.
 */
async function replaceEmptyWorker(): Promise<void> {
  if (!self.registration.active) return;
  const shell = await (await caches.open(cacheNames.precache)).keys();
  if (!shell.some(({ url }) => url.includes('/index.html'))) await self.skipWaiting();
}

/** Maximum number of chunks from earlier releases that this one no longer has; the oldest are removed first. */
const BEFORE_MOST = 600;

/** A tab that runs an earlier release may still request its chunks after this one took over, however many releases came between. */
async function retainPreviousRelease(): Promise<void> {
  const now = new Set(SHELL.map((entry) => new URL(entry.url, self.location.origin).pathname));
  const before = await caches.open(BEFORE);
  for (const name of await caches.keys()) {
    if (!name.includes('precache')) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      const response = pathname.startsWith('/assets/') && !now.has(pathname) ? await cache.match(request) : undefined;
      if (response) await before.put(pathname, response);
    }
  }
  const kept = await before.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - BEFORE_MOST)).map((request) => before.delete(request)));
}

async function dropOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('shuzhou-') && !CACHES.includes(name)).map((name) => caches.delete(name)));
}
