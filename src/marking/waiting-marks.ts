import { readMemory, writeMemory } from '../storage/local-memory.ts';

const nameOf = (userId: number): string => `shuzhou.marks-waiting.${userId}`;

/** Whether marks of a user wait on this device for the server; read without opening a database. */
export const marksWait = (userId: number): boolean => readMemory(nameOf(userId)) !== null;

export function noteMarksWait(userId: number, waits: boolean): void {
  if (marksWait(userId) !== waits) writeMemory(nameOf(userId), waits ? '1' : null);
}
