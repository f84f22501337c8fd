import { waitingAttempts } from './waiting-attempts.ts';

/** Sends answers that wait for the server, without a page of theirs being opened. Their code is loaded only when there are any. */
export async function sendWaitingAttempts(userId: number): Promise<void> {
  // Without a network the next start tries again.
  if (waitingAttempts()[userId])
    await import('./attempt-sender.ts').then(
      ({ wakeAttemptsSoon }) => wakeAttemptsSoon(),
      () => undefined,
    );
}
