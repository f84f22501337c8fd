import { waitingAttempts } from '../attempts/waiting-attempts.ts';
import { marksWait } from '../marking/waiting-marks.ts';
import { practiceWaits } from '../practice/waiting-practice.ts';

/** Sends answers, practice and marks that wait for the server, without a page of theirs being opened. Their code is loaded only when there are any. */
export async function sendWaiting(userId: number): Promise<void> {
  const wakes = [
    ...(waitingAttempts()[userId] ? [import('../attempts/attempt-sender.ts').then(({ wakeAttemptsSoon }) => wakeAttemptsSoon())] : []),
    ...(practiceWaits(userId) ? [import('../practice/practice-sender.ts').then(({ wakePracticeSoon }) => wakePracticeSoon())] : []),
    ...(marksWait(userId) ? [import('../marking/marks-sender.ts').then(({ wakeMarksSoon }) => wakeMarksSoon())] : []),
  ];
  // Without a network the next start tries again.
  await Promise.allSettled(wakes);
}
