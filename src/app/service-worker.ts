import { Workbox } from 'workbox-window';
import type { ToWorker } from '../../sw/messages.ts';
import { noteWorkerFailed } from '../downloads/worker-support.ts';
import { storedPerson, onPersonChange, session } from '../session/session.store.ts';
import { readToken } from '../api/token.ts';
import { appUpdate } from './app-update.store.ts';

/** Routes on which the update offer stays hidden: a book or a film is open. */
const READER = /^\/cms\/main\/(epubRead|collectedVideoPlay)/;
const UPDATE_CHECK_MS = 60 * 60_000;
let workbox: Workbox | null = null;
/** True while an installed worker waits to replace the one that controls this page. */
let updateWaiting = false;

/** Registers the service worker after the page has loaded, and sends it the user whose downloads it may serve. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  workbox = new Workbox('/worker.js', { updateViaCache: 'none' });
  tellWho();
  // Both events fire for workers of other tabs too; the very first worker of a device never waits.
  workbox.addEventListener('waiting', () => {
    updateWaiting = true;
    settle();
  });
  workbox.addEventListener('controlling', () => {
    tellWho();
    if (appUpdate.state === 'applying') location.reload();
  });
  onPersonChange((userId) => tell({ type: 'who', userId }));
  void workbox.register().then(watch, noteWorkerFailed);
}

/** Activates the waiting worker; the page reloads when that worker takes control. */
export function takeUpdate(): void {
  if (!updateWaiting) return;
  appUpdate.state = 'applying';
  workbox?.messageSkipWaiting();
}

function watch(): void {
  tellWho();
  setInterval(() => void workbox?.update().catch(() => undefined), UPDATE_CHECK_MS);
  // Shows a pending offer once the reader or player is left.
  for (const name of ['popstate', 'visibilitychange', 'pointerup', 'keyup'] as const) window.addEventListener(name, () => setTimeout(settle));
}

function settle(): void {
  if (appUpdate.state === 'applying') return;
  appUpdate.state = updateWaiting && !READER.test(location.pathname) ? 'offered' : 'current';
}

function tellWho(): void {
  const person = session.now.state === 'authenticated' ? session.now.user.userId : readToken() ? (storedPerson()?.user.userId ?? null) : null;
  tell({ type: 'who', userId: person });
}

function tell(message: ToWorker): void {
  navigator.serviceWorker?.controller?.postMessage(message);
  if (!navigator.serviceWorker?.controller) void navigator.serviceWorker?.ready.then((registration) => registration.active?.postMessage(message));
}
