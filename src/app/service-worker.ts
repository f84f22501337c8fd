import type { ToWorker } from '../../sw/messages.ts';
import { noteWorkerRefused } from '../downloads/no-worker.ts';
import { keptPerson, onPersonChange, session } from '../session/session.store.ts';
import { readToken } from '../session/token.ts';
import { appUpdate } from './app-update.store.ts';

/** Where nobody is to be interrupted: a book, a film. */
const READER = /^\/cms\/main\/(epubRead|collectedVideoPlay)/;
const ASK_AGAIN_MS = 60 * 60_000;
let waiting: ServiceWorker | null = null;

/** Registers the worker once the page is at rest, and tells it whose kept books it may answer. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const { serviceWorker } = navigator;
  tellWho();
  serviceWorker.addEventListener('controllerchange', () => {
    tellWho();
    if (appUpdate.state === 'applying') location.reload();
  });
  onPersonChange((userId) => tell({ type: 'who', userId }));
  const register = (): void => void serviceWorker.register('/worker.js', { updateViaCache: 'none' }).then(watch, noteWorkerRefused);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** This page is loaded anew once the new worker stands. */
export function takeUpdate(): void {
  if (!waiting) return;
  appUpdate.state = 'applying';
  waiting.postMessage({ type: 'skip-waiting' } satisfies ToWorker, []);
}

/** Nothing where the browser was told to let no worker in. */
function watch(registration?: ServiceWorkerRegistration): void {
  if (!registration) return;
  const offer = (worker: ServiceWorker | null): void => {
    // The first worker of a device is no update.
    if (!worker || !navigator.serviceWorker.controller) return;
    waiting = worker;
    settle();
  };
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker));
  });
  tellWho();
  setInterval(() => void registration.update().catch(() => undefined), ASK_AGAIN_MS);
  // The offer waits outside the reader's door.
  for (const name of ['popstate', 'visibilitychange', 'pointerup', 'keyup'] as const) window.addEventListener(name, () => setTimeout(settle));
}

function settle(): void {
  if (appUpdate.state === 'applying') return;
  appUpdate.state = waiting && !READER.test(location.pathname) ? 'offered' : 'current';
}

function tellWho(): void {
  const person = session.now.state === 'known' ? session.now.user.userId : readToken() ? (keptPerson()?.user.userId ?? null) : null;
  tell({ type: 'who', userId: person });
}

function tell(message: ToWorker): void {
  navigator.serviceWorker?.controller?.postMessage(message);
  if (!navigator.serviceWorker?.controller) void navigator.serviceWorker?.ready.then((registration) => registration.active?.postMessage(message));
}
