import { sendPendingLogouts } from '../session/pending-logouts.ts';
import { onPersonChange, session } from '../session/session.store.ts';
import { onDownloaded } from '../downloads/download-events.ts';
import { announce } from '../site/frame/dialogs.ts';
import { showStorageFull } from './storage-full-message.ts';
import { scrollFocusedIntoView } from './scroll-focused-into-view.ts';

/** Sends what was read and written offline, with or without a worker. Also starts other background work once the page is idle. */
export function startBackgroundSync(): void {
  showStorageFull();
  scrollFocusedIntoView();
  onDownloaded((name) => announce(`${name}已存到本机`));
  void sendPendingLogouts();
  addEventListener('online', () => void sendPendingLogouts());
  void import('../reading-progress/reading-progress.store.ts').then(({ startProgress }) => startProgress());
  void import('../favorites/favorites.store.ts').then(({ startFavorites }) => startFavorites());
  if (session.now.state !== 'anonymous') void startNotes();
  onPersonChange((userId) => void (userId !== null && startNotes()));
}

/** Notes, vocabulary and reading time. */
const startNotes = (): Promise<void> => import('../annotations/annotations.store.ts').then(({ startAnnotations }) => startAnnotations());
