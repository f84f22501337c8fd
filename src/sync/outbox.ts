import { backOff } from './logical-clock.ts';

/** Runs in one tab of this device at a time, where the browser supports locks. */
export const aloneAs =
  (name: string) =>
  (work: () => Promise<void>): Promise<void> =>
    'locks' in navigator ? navigator.locks.request(name, work) : work();

/**
 * Runs sending rounds one at a time, in one tab of this device. A request during a round starts another round after it, also after
 * a failed one, because the network may be back. A round that returns `later` or throws is retried after a delay that grows
 * until something `went`.
 */
export function createOutbox(options: {
  readonly round: (went: () => void) => Promise<'done' | 'later'>;
  readonly alone: (work: () => Promise<void>) => Promise<void>;
}): { wake: (delayMs?: number) => void; sendNow: () => Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Infinity;
  let failures = 0;
  let sending: Promise<void> | null = null;
  let asked = false;
  const went = (): void => void (failures = 0);
  const tryLater = (): void => wake(backOff(failures++));

  async function run(): Promise<void> {
    let said: 'done' | 'later';
    do {
      asked = false;
      said = await options.round(went).catch(() => 'later');
      if (said === 'done') went();
    } while (asked);
    if (said === 'later') tryLater();
  }

  function sendNow(): Promise<void> {
    clearTimeout(timer);
    dueAt = Infinity;
    asked = true;
    sending ??= options
      .alone(run)
      .catch(tryLater)
      .finally(() => (sending = null));
    return sending;
  }

  function wake(delayMs = 0): void {
    const at = Date.now() + delayMs;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void sendNow(), delayMs);
  }

  return { wake, sendNow };
}
