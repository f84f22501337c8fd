import { sendPendingLogouts } from '../session/pending-logouts.ts';
import { onPersonChange, session } from '../session/session.store.ts';
import { onDownloaded } from '../downloads/download-events.ts';
import { announce } from '../site/frame/dialogs.ts';
import { showStorageFull } from './storage-full-message.ts';
import { scrollFocusedIntoView } from './scroll-focused-into-view.ts';

/** What was read and written without a network goes to the server, with or without a worker. What else can wait until a page is quiet begins here too. */
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

/** Notes, words and reading time. */
const startNotes = (): Promise<void> => import('../annotations/annotations.store.ts').then(({ startAnnotations }) => startAnnotations());
