import { useEffect, useState } from 'react';
import type { ClassNote } from '../../../../contract/teaching/class-note.ts';
import { documentOfCfi } from '../../../reader-engine/position.ts';
import type { SheetProps } from '../sheet-props.ts';

/** Where a note is in the opened edition. */
export interface NotePlace {
  readonly documentIndex: number;
  readonly cfi: string;
}

/** Chapters before and after the shown one in which notes of another edition are searched for. */
const NEAR = 1;

/**
 * The places of notes in the opened edition. Those of the same edition are known; the others are searched for by their text when their chapter is near the
 * shown one, by the rule by which the reader's own notes follow a new edition.
 */
export function useNotePlaces(notes: readonly ClassNote[], { opening, reader }: Pick<SheetProps, 'opening' | 'reader'>, shown: number) {
  const { editionId, book } = opening;
  const [found, setFound] = useState<ReadonlyMap<number, NotePlace | null>>(new Map());
  useEffect(() => {
    let here = true;
    const due = notes.filter(
      (note) => note.editionId !== editionId && !found.has(note.noteId) && Math.abs(note.documentIndex - shown) <= NEAR && shown >= 0,
    );
    if (due.length === 0) return undefined;
    void import('../../../annotations/carry-over.ts').then(async ({ findNear }) => {
      const places = await Promise.all(
        due.map(async (note) => {
          const at = Math.min(note.documentIndex, book.spine.length - 1);
          return [note.noteId, await findNear(reader, at, note).catch(() => undefined)] as const;
        }),
      );
      // A chapter that could not be loaded is tried again later.
      if (here) setFound((before) => new Map([...before, ...places.flatMap(([id, place]) => (place === undefined ? [] : [[id, place] as const]))]));
    });
    return () => {
      here = false;
    };
  }, [notes, reader, editionId, book, shown, found]);
  return (note: ClassNote): NotePlace | null =>
    note.editionId === editionId ? { documentIndex: documentOfCfi(note.cfi), cfi: note.cfi } : (found.get(note.noteId) ?? null);
}
