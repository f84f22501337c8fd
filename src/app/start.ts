import { onSignedOut } from '../api/call.ts';
import { watchKept } from '../site/library/kept.store.ts';
import { alertOr } from '../session/alert.ts';
import {
  endSession,
  followOtherTab,
  forget,
  KEPT_PERSON,
  keptPerson,
  loadPerson,
  onGivenUp,
  onPersonChange,
  session,
} from '../session/session.store.ts';
import { readToken } from '../session/token.ts';
import { accessOf, LOGIN } from './admit.ts';
import { router } from './router.ts';
import { startWorker } from './service-worker.ts';

let keeping: Promise<void> | null = null;

/** Answers of the last visits come back from this device, and new ones are kept. */
export function keepWhatWasSeen(): Promise<void> {
  keeping ??= import('../api/kept-answers.ts').then(async ({ answersBelongTo, keepAnswers }) => {
    await answersBelongTo(session.now.state === 'visitor' ? null : (keptPerson()?.user.userId ?? null));
    onPersonChange(answersBelongTo);
    await keepAnswers();
  });
  return keeping;
}

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 600);
};

let starting = true;

export function afterFirstPaint(): void {
  void loadPerson().finally(() => (starting = false));
  whenIdle(() => {
    void keepWhatWasSeen();
    void watchKept();
    // What was read without a network goes to the server, with or without a worker.
    void import('../reading-progress/reading-progress.store.ts').then(({ startProgress }) => startProgress());
    if (session.now.state !== 'visitor') void startNotes();
    onPersonChange((userId) => void (userId !== null && startNotes()));
    void startWorker();
  });
  addEventListener('storage', ({ key }) => {
    if (key === KEPT_PERSON) void followOtherTab().then((other) => (other ? router.revalidate() : undefined));
  });
}

/** Notes, words and reading time that were written without a network go to the server. */
const startNotes = (): Promise<void> => import('../annotations/annotations.store.ts').then(({ startAnnotations }) => startAnnotations());

/** The way back is the browser's address: a reader who has turned on has taken the passage he came for out of it. */
const loginFromHere = (): string => `${LOGIN}?redirect=${encodeURIComponent(location.pathname + location.search + location.hash)}`;

let ending = false;

/** The session has ended. A visit that begins with an old token becomes a visitor's without a word, where a visitor may stay. */
onSignedOut((token) => {
  const at = router.state.location;
  if (ending || at.pathname === LOGIN) return;
  if (starting) {
    void forget();
    if (accessOf(at.pathname) !== 'public') void router.navigate(loginFromHere(), { replace: true });
    return;
  }
  ending = true;
  void sayEnded(token).finally(() => (ending = false));
});

/** One dialog, one logout, however many answers said so; what was typed on the page stays for the return. */
async function sayEnded(token: string): Promise<void> {
  const alert = alertOr(async (...words) => (await import('../site/frame/ask.ts')).alertThat(...words));
  await alert('系统提示', '请登录!', '登录');
  const now = readToken();
  if (now && now !== token) {
    // Signed in again in another window meanwhile.
    session.now = { state: 'unknown' };
    await loadPerson();
    return;
  }
  const login = loginFromHere();
  await endSession();
  await router.navigate(login);
}

onGivenUp((error) => {
  void import('../site/frame/ask.ts').then(({ tellFailure }) => tellFailure(error));
  void router.navigate('/', { replace: true });
});
