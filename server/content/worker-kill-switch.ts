/**
 * The worker that replaces the product's own when `SERVICE_WORKER=off`: it unregisters itself, deletes every cache,
 * answers no requests, and reloads no page. Readers' data in IndexedDB stays until the product's worker returns.
 */
export const KILL_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  );
});
`;

/** Set on every page then: without a worker no download opens, so the client offers no downloads. */
export const CANNOT_STORE = 'data-keeps="nothing"';
