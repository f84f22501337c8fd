import { proxy } from 'valtio/vanilla';
import type { Selected } from '../../../reader-engine/marks.ts';
import { readMemory, writeMemory } from '../../../storage/local-memory.ts';

const HIDDEN = 'shuzhou.class-notes-hidden';

/** What is open of the notes of teachers, and whether they are drawn in the text. */
export const classNotesView = proxy<{
  hidden: boolean;
  open:
    | { readonly kind: 'list' }
    | { readonly kind: 'note'; readonly noteId: number }
    | { readonly kind: 'write'; readonly selected: Selected }
    | { readonly kind: 'edit'; readonly noteId: number }
    | null;
}>({ hidden: readMemory(HIDDEN) !== null, open: null });

export function hideClassNotes(hidden: boolean): void {
  writeMemory(HIDDEN, hidden ? '1' : null);
  classNotesView.hidden = hidden;
}
