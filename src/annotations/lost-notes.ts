import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { currentPerson } from '../session/current-person.ts';

/** Notes whose text is not in the newest edition that this device has opened, by book. */
interface Lost {
  readonly editionId: number;
  readonly ids: readonly string[];
}

const keyOf = (userId: number | null): string => `shuzhou.notes.lost ${userId ?? 0}`;

function all(): Record<string, Lost> {
  try {
    return (JSON.parse(readMemory(keyOf(currentPerson())) ?? '{}') ?? {}) as Record<string, Lost>;
  } catch {
    return {};
  }
}

/** Stores the result of a search in an edition, for the list of all notes. */
export function writeLost(publishId: number, lost: Lost): void {
  const { [publishId]: before, ...others } = all();
  if (!before && lost.ids.length === 0) return;
  const next = lost.ids.length > 0 ? { ...others, [publishId]: lost } : others;
  writeMemory(keyOf(currentPerson()), Object.keys(next).length > 0 ? JSON.stringify(next) : null);
}

/** Returns whether a note was searched for in a newer edition and not found. */
export function lostNotes(): (note: { readonly publishId: number; readonly editionId: number; readonly clientId: string }) => boolean {
  const books = all();
  return ({ publishId, editionId, clientId }) => {
    const lost = books[publishId];
    return lost !== undefined && editionId < lost.editionId && lost.ids.includes(clientId);
  };
}
