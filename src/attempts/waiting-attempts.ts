import { readMemory, writeMemory } from '../storage/local-memory.ts';

/** How many attempts of a user wait on this device for the server, and the last two signs of the user name: nothing else is readable by others. */
export interface WaitingAttempts {
  readonly count: number;
  readonly tail: string;
}

const NAME = 'shuzhou.answers-waiting';

/** By user id; read without opening a database. */
export function waitingAttempts(): Readonly<Record<string, WaitingAttempts>> {
  try {
    return (JSON.parse(readMemory(NAME) ?? 'null') as Record<string, WaitingAttempts> | null) ?? {};
  } catch {
    return {};
  }
}

/** Without the user name, the one of before stays. */
export function writeWaiting(userId: number, count: number, userName: string | null): void {
  const { [userId]: before, ...others } = waitingAttempts();
  if ((before?.count ?? 0) === count) return;
  const tail = userName === null ? (before?.tail ?? '') : [...userName].slice(-2).join('');
  const after = count === 0 ? others : { ...others, [userId]: { count, tail } };
  writeMemory(NAME, Object.keys(after).length > 0 ? JSON.stringify(after) : null);
}
