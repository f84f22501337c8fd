import type { BookCard } from '../../contract/catalog/book.ts';
import type { Track } from '../../contract/media/track.ts';
import { writeMemory } from '../storage/local-memory.ts';

/** Stored outside the database: when the browser clears the database, the names remain, so the downloads can be repeated. */
interface DownloadKeys<Name> {
  note(userId: number | null, names: readonly Name[]): void;
  forget(userId: number | null, ids: readonly number[]): void;
  /** Returns complete downloads that are gone from this device without having been removed by the user. */
  lostSince(userId: number | null, there: readonly number[]): Name[];
}

function downloadKeys<Name>(under: string, idOf: (name: Name) => number): DownloadKeys<Name> {
  const keyOf = (userId: number): string => `${under}.${userId}`;
  const namesOf = (userId: number): Name[] => {
    try {
      return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as Name[];
    } catch {
      return [];
    }
  };
  const others = (userId: number, ids: readonly number[]): Name[] => namesOf(userId).filter((one) => !ids.includes(idOf(one)));
  const write = (userId: number, names: readonly Name[]): void => writeMemory(keyOf(userId), JSON.stringify(names));
  return {
    note(userId, names) {
      if (userId !== null && names.length > 0) write(userId, [...others(userId, names.map(idOf)), ...names]);
    },
    forget(userId, ids) {
      if (userId !== null) write(userId, others(userId, ids));
    },
    lostSince: (userId, there) => (userId === null ? [] : others(userId, there)),
  };
}

export const bookKeys = downloadKeys<BookCard>('shuzhou.kept-names', ({ publishId }) => publishId);
export const trackKeys = downloadKeys<{ work: BookCard; track: Track }>('shuzhou.kept-track-names', ({ track }) => track.mediaId);
