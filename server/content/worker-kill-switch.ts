/**
 * The worker that takes the place of the product's own where `SERVICE_WORKER=off`: it takes itself and every cache away,
 * answers nothing, and reloads nobody. What readers keep in IndexedDB stays for the day the product's worker comes back.
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

/** Said of every page then: without a worker nothing that is kept opens, so nothing is offered to be kept. */
export const CANNOT_STORE = 'data-keeps="nothing"';
