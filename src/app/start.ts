import { onSignedOut } from '../api/call.ts';
import { watchKept } from '../site/library/kept.store.ts';
import { keptPerson, loadPerson, onPersonChange, session } from '../session/session.store.ts';
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
    void startWorker();
  });
}

/** The session has ended. A visit that begins with an old token becomes a visitor's without a word, where a visitor may stay. */
onSignedOut(() => {
  const { pathname, search } = router.state.location;
  if (pathname === LOGIN) return;
  const target = `${LOGIN}?redirect=${encodeURIComponent(pathname + search)}`;
  if (starting) {
    if (accessOf(pathname) !== 'public') void router.navigate(target, { replace: true });
    return;
  }
  void import('../site/frame/ask.ts').then(async ({ alertThat }) => {
    await alertThat('系统提示', '请登录!', '登录');
    void router.navigate(target);
  });
});
