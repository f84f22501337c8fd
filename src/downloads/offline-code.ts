import type { FromWorker, OfflineKind, ToWorker } from '../../sw/messages.ts';
import { cannotStore, isWorkerBlocked } from './worker-support.ts';

/** A worker of an earlier release does not answer. */
const ANSWER_MS = 60_000;
/** Without a registration: the page registers the worker when it is idle, unless the browser blocks it without an error. */
const REGISTER_MS = 3_000;
const asked = new Map<OfflineKind, Promise<boolean>>();

/**
 * Asks the service worker to hold the code that shows a kind of stored things, also after an update of the app. Resolves to false when it
 * does not: what is stored may then not open without a network.
 */
export function keepCode(kind: OfflineKind): Promise<boolean> {
  if (import.meta.env.DEV) return Promise.resolve(true);
  if (isWorkerBlocked() || cannotStore()) return Promise.resolve(false);
  const known = asked.get(kind) ?? ask(kind).catch(() => false);
  asked.set(kind, known);
  void known.then((kept) => kept || asked.delete(kind));
  return known;
}

async function ask(kind: OfflineKind): Promise<boolean> {
  const registered = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const late = AbortSignal.timeout(registered ? ANSWER_MS : REGISTER_MS);
  return new Promise<boolean>((resolve) => {
    late.addEventListener('abort', () => resolve(false));
    void navigator.serviceWorker.ready.then(({ active }) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        port1.close();
        resolve(data.type === 'code' && data.kept);
      });
      port1.start();
      active?.postMessage({ type: 'keep-code', kind } satisfies ToWorker, [port2]);
    });
  });
}
