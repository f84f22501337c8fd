import type { ToWorker } from '../../sw/messages.ts';
import { noteWorkerFailed } from '../downloads/worker-support.ts';
import { storedPerson, onPersonChange, session } from '../session/session.store.ts';
import { readToken } from '../api/token.ts';
import { appUpdate } from './app-update.store.ts';
import { reloadPage } from './reload-page.ts';

/** Routes on which the update offer stays hidden: a book or a film is open. */
const READER = /^\/cms\/main\/(epubRead|collectedVideoPlay)/;
const UPDATE_CHECK_MS = 60 * 60_000;
/** A worker that has not taken over by then waits for work of the one before it; the update is offered again. */
const APPLY_MS = 10_000;
/** A newer worker controls this page, because another tab updated: the page still runs the earlier release, and a reload updates it. */
let takenOver = false;
let registered: ServiceWorkerRegistration | null = null;

/** Registers the service worker after the page has loaded, and sends it the user whose downloads it may serve. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const workers = navigator.serviceWorker;
  postCurrentUser();
  let controlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    postCurrentUser();
    if (appUpdate.state === 'applying') return reloadPage();
    // The first worker of a device has the release of the page that registered it.
    if (controlled) void isReplaced().then((replaced) => settle(replaced));
    controlled = true;
  });
  onPersonChange((userId) => notify({ type: 'who', userId }));
  void register().then(watch, noteWorkerFailed);
}

async function register(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  registered = (await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' })) ?? null;
  // After a rollback a tab that stayed open keeps the worker that withdrew all others: the registration has it again, without a check for a newer one.
  if (registered?.active && !navigator.serviceWorker.controller) await registered.update().catch(() => undefined);
}

/** Activates the waiting worker; the page reloads when that worker takes control. Where another tab has activated it, the page only reloads. */
export async function takeUpdate(): Promise<void> {
  const waiting = await waitingWorker();
  if (!waiting) return takenOver ? reloadPage() : settle();
  appUpdate.state = 'applying';
  waiting.postMessage({ type: 'SKIP_WAITING' } satisfies ToWorker);
  setTimeout(() => void waitingWorker().then((still) => (still ? settle(takenOver, true) : reloadPage())), APPLY_MS);
}

/** The registration is asked each time: another tab may have activated the worker, or a rollback may have replaced the registration. */
async function waitingWorker(): Promise<ServiceWorker | null> {
  const now = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  registered = now ?? registered;
  return now?.waiting ?? null;
}

/** Whether the shells of the worker in control start with other scripts than this page did. */
async function isReplaced(): Promise<boolean> {
  const shells = ['/index.html', '/reader.html'].map((path) => fetch(path).then((answer) => answer.text()));
  const text = (await Promise.all(shells).catch(() => [])).join('');
  return text !== '' && [...document.querySelectorAll('script[src^="/assets/"]')].some((script) => !text.includes(script.getAttribute('src') ?? ''));
}

function watch(): void {
  postCurrentUser();
  const found = (): void => registered?.installing?.addEventListener('statechange', () => settle());
  found();
  registered?.addEventListener('updatefound', found);
  setInterval(() => void registered?.update().catch(() => undefined), UPDATE_CHECK_MS);
  // Shows a pending offer once the reader or player is left.
  for (const name of ['popstate', 'visibilitychange', 'pointerup', 'keyup'] as const) window.addEventListener(name, () => setTimeout(settle));
  settle();
}

function settle(replaced = takenOver, again = false): void {
  takenOver = replaced;
  if (appUpdate.state === 'applying' && !again) return;
  // The very first worker of a device waits for a moment, with no active one before it.
  const waits = Boolean(registered?.waiting && registered.active);
  appUpdate.state = (waits || takenOver) && !READER.test(location.pathname) ? 'offered' : 'current';
}

function postCurrentUser(): void {
  const person = session.now.state === 'authenticated' ? session.now.user.userId : readToken() ? (storedPerson()?.user.userId ?? null) : null;
  notify({ type: 'who', userId: person });
}

function notify(message: ToWorker): void {
  navigator.serviceWorker?.controller?.postMessage(message);
  if (!navigator.serviceWorker?.controller) void navigator.serviceWorker?.ready.then((registration) => registration.active?.postMessage(message));
}
