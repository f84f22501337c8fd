import { readMemory, writeMemory } from '../storage/local-memory.ts';

const nameOf = (userId: number): string => `shuzhou.practice-waiting.${userId}`;

/** Whether practice of a user waits on this device for the server; read without opening a database. */
export const practiceWaits = (userId: number): boolean => readMemory(nameOf(userId)) !== null;

export function notePracticeWaits(userId: number, waits: boolean): void {
  if (practiceWaits(userId) !== waits) writeMemory(nameOf(userId), waits ? '1' : null);
}
