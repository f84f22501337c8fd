import { createPath } from 'react-router-dom';
import { loadHttpClient, onSignedOut } from '../api/call.ts';
import { watchKept } from '../downloads/stored-downloads.store.ts';
import {
  followOtherTab,
  forgetSession,
  STORED_PERSON,
  storedPerson,
  loadPerson,
  onSessionAbandoned,
  onPersonChange,
  session,
} from '../session/session.store.ts';
import { LOGIN, loginPath } from '../site/frame/login-path.ts';
import { accessOf } from './route-guard.ts';
import { preloadReading } from './preload-reader.ts';
import { router } from './router.ts';

let keeping: Promise<void> | null = null;

/** Restores the answers of earlier visits from this device and stores new ones. */
export function cacheLoadedFiles(): Promise<void> {
  keeping ??= import('../api/query-cache.ts').then(async ({ answersBelongTo, persistQueries }) => {
    await answersBelongTo(session.now.state === 'anonymous' ? null : (storedPerson()?.user.userId ?? null));
    onPersonChange(answersBelongTo);
    await persistQueries();
  });
  return keeping;
}

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 600);
};

let starting = true;

export function afterFirstPaint(): void {
  void loadPerson().finally(() => {
    starting = false;
    // The route guard ran before the server reported that a second factor must be set up.
    if (session.factorDue) void router.revalidate();
  });
  whenIdle(() => {
    void loadHttpClient().catch(() => undefined);
    void cacheLoadedFiles();
    void watchKept();
    void import('./background-sync.ts').then(({ startBackgroundSync }) => startBackgroundSync());
    void import('./service-worker.ts').then(({ startWorker }) => startWorker());
    preloadReading();
  });
  const follow = (): void => void followOtherTab().then((other) => (other ? router.revalidate() : undefined));
  addEventListener('storage', ({ key }) => key === STORED_PERSON && follow());
  // A page restored from the back/forward cache has received no messages meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
}

let ending = false;

/** The session has ended. A visit that starts with an old token becomes anonymous without a message, on pages open to anonymous visitors. */
onSignedOut((token) => {
  const at = router.state.location;
  if (ending || at.pathname === LOGIN) return;
  if (starting) {
    void forgetSession();
    if (accessOf(at.pathname) !== 'public') void router.navigate(loginPath(createPath(location)), { replace: true });
    return;
  }
  ending = true;
  void import('./session-ended.ts').then(({ showSessionEnded }) => showSessionEnded(token)).finally(() => (ending = false));
});

onSessionAbandoned((error) => {
  void import('../site/frame/dialogs.ts').then(({ toastError }) => toastError(error));
  void router.navigate('/', { replace: true });
});
