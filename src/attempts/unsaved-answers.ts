import type { Answer } from '../../contract/textbook/question-kind.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';

/** Answers typed just before the page was left, when the database takes no more writes; by item. */
export type UnsavedAnswers = Readonly<Record<string, Answer>>;

const nameOf = (userId: number, attemptKey: string): string => `shuzhou.answers-left ${userId} ${attemptKey}`;

export function readUnsaved(userId: number, attemptKey: string): UnsavedAnswers {
  try {
    return (JSON.parse(readMemory(nameOf(userId, attemptKey)) ?? 'null') as UnsavedAnswers | null) ?? {};
  } catch {
    return {};
  }
}

export const writeUnsaved = (userId: number, attemptKey: string, answers: UnsavedAnswers | null): void =>
  writeMemory(nameOf(userId, attemptKey), answers && Object.keys(answers).length > 0 ? JSON.stringify(answers) : null);
