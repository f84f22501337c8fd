import { clickSpread } from '../../contract/commerce/spread/click.ts';
import { SPREAD_CODE, SPREAD_PARAM } from '../../contract/commerce/spread/spread-code.ts';
import { call } from '../api/call.ts';
import { sendPendingLogouts } from '../session/pending-logouts.ts';
import { onLogOut } from '../session/log-out.ts';
import { onPersonChange, session } from '../session/session.store.ts';
import { onDownloaded } from '../downloads/download-events.ts';
import { bottomBar } from '../site/frame/bottom-bar.store.ts';
import { announce } from '../site/frame/dialogs.ts';
import { leavingUser, writeLeaving } from '../sign-out/sealed-users.ts';
import { watchInstallPrompt } from '../install/install-prompt.store.ts';
import { router } from './router.ts';
import { showStorageFull } from './storage-full-message.ts';
import { scrollFocusedIntoView } from './scroll-focused-into-view.ts';

/** Sends what was read and written offline, with or without a worker. Also starts other background work once the page is idle. */
export function startBackgroundSync(): void {
  // What the server wrote for the time before the application is hidden by now (`server/content/first-paint/first-paint.ts`).
  for (const early of document.querySelectorAll('.fs, .first-read')) early.remove();
  void reportLink();
  showStorageFull();
  scrollFocusedIntoView();
  watchInstallPrompt();
  // The browser keeps launches until a listener takes them.
  void import('../install/installed.ts').then(({ startInstalled }) => startInstalled((path) => void router.navigate(path)));
  onDownloaded((name) => announce(`${name}已存到本机`));
  void sendPendingLogouts();
  addEventListener('online', () => void sendPendingLogouts());
  void import('../reading-progress/reading-progress.store.ts').then(({ startProgress }) => startProgress());
  // The bag is in the bar of wide windows only; on a phone the cart has work to do for users who are signed in.
  if (matchMedia('(min-width: 768px)').matches) void import('../site/frame/bag-link.tsx').then(({ BagLink }) => (bottomBar.Bag = BagLink));
  if (session.now.state !== 'anonymous') startCart();
  void import('../favorites/favorites.store.ts').then(({ startFavorites }) => startFavorites());
  if (session.now.state !== 'anonymous') void startNotes();
  if (session.now.state === 'authenticated') void prepareSignOut(session.now.user.userId);
  onPersonChange((userId) => {
    if (userId === null) return;
    startCart();
    void startNotes();
    void prepareSignOut(userId);
  });
  onLogOut(async (userId) => {
    writeLeaving(userId);
    await (await signOut()).clearDevice(userId);
  });
  const left = leavingUser();
  // A user who is signing in again keeps the data.
  if (left !== null && session.now.state === 'anonymous') void signOut().then(({ clearDevice }) => clearDevice(left));
}

/** Reports the link of a promoter by which this visit came. The address is the one of the start: the application may have moved on since. */
async function reportLink(): Promise<void> {
  const [start] = performance.getEntriesByType('navigation');
  const code = new URL(start?.name ?? location.href, location.href).searchParams.get(SPREAD_PARAM)?.toUpperCase() ?? '';
  // Without a network the click is lost; it is no reader's business.
  if (SPREAD_CODE.test(code)) await call(clickSpread, { body: { code } }).catch(() => undefined);
}

let cartStarted = false;
/** Merges the cart of this device into that of the account, now and whenever there is a network. */
function startCart(): void {
  if (cartStarted) return;
  cartStarted = true;
  void import('../cart/cart.store.ts').then((cart) => cart.startCart());
}

const signOut = (): Promise<typeof import('../sign-out/clear-device.ts')> => import('../sign-out/clear-device.ts');

const prepareSignOut = (userId: number): Promise<void> => signOut().then(({ signedIn }) => signedIn(userId));

/** Notes, vocabulary and reading time. */
const startNotes = (): Promise<void> => import('../annotations/annotations.store.ts').then(({ startAnnotations }) => startAnnotations());
