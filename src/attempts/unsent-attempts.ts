import { fileFault, isUnsent } from './attempt-record.ts';
import { onAttemptSent, wakeAttempts } from './attempt-sender.ts';
import { attemptsOf } from './attempt-store.ts';

export interface UnsentAttempt {
  readonly title: string;
  /** Why the server took nothing of it; empty while it waits. */
  readonly rejected: string;
}

/** Tells of the attempts of a user that the server does not have yet, now and after each answer of the server, and sends them. Returns how to stop. */
export function watchUnsent(userId: number, listener: (waiting: readonly UnsentAttempt[]) => void): () => void {
  const read = (): void =>
    void attemptsOf(userId)
      .then((all) => listener(all.filter(isUnsent).map((one) => ({ title: one.paper.title, rejected: one.rejected || fileFault(one) }))))
      .catch(() => undefined);
  read();
  wakeAttempts();
  return onAttemptSent(read);
}
