import { type AttemptRecord, fileFault, isUnsent, unsentEvents, waitingFiles } from './attempt-record.ts';
import { onAttemptSent, wakeAttempts } from './attempt-sender.ts';
import { attemptsOf } from './attempt-store.ts';

export interface UnsentAttempt {
  readonly title: string;
  /** Whether the server lacks answers, and how many files it lacks. */
  readonly answers: boolean;
  readonly files: number;
  /** Why the server took nothing of it; empty while it waits. */
  readonly rejected: string;
}

const unsentOf = (one: AttemptRecord): UnsentAttempt => ({
  title: one.paper.title,
  answers: unsentEvents(one).length > 0,
  files: waitingFiles(one).length,
  rejected: one.rejected || fileFault(one),
});

/** Tells of the attempts of a user that the server does not have yet, now and after each answer of the server, and sends them. Returns how to stop. */
export function watchUnsent(userId: number, listener: (waiting: readonly UnsentAttempt[]) => void): () => void {
  const read = (): void =>
    void attemptsOf(userId)
      .then((all) => listener(all.filter(isUnsent).map(unsentOf)))
      .catch(() => undefined);
  read();
  wakeAttempts();
  return onAttemptSent(read);
}
