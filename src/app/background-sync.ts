import { leaveAll } from '../session/pending-logouts.ts';
import { onPersonChange, session } from '../session/session.store.ts';
import { onKept } from '../downloads/download-events.ts';
import { speak } from '../site/frame/dialogs.ts';
import { sayWhenFull } from './storage-full-message.ts';
import { wholeOnFocus } from './scroll-focused-into-view.ts';

/** What was read and written without a network goes to the server, with or without a worker. What else can wait until a page is quiet begins here too. */
export function startSenders(): void {
  sayWhenFull();
  wholeOnFocus();
  onKept((name) => speak(`${name}已存到本机`));
  void leaveAll();
  addEventListener('online', () => void leaveAll());
  void import('../reading-progress/reading-progress.store.ts').then(({ startProgress }) => startProgress());
  void import('../favorites/favorites.store.ts').then(({ startCollects }) => startCollects());
  if (session.now.state !== 'visitor') void startNotes();
  onPersonChange((userId) => void (userId !== null && startNotes()));
}

/** Notes, words and reading time. */
const startNotes = (): Promise<void> => import('../annotations/annotations.store.ts').then(({ startAnnotations }) => startAnnotations());
