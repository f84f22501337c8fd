import { proxy } from 'valtio/vanilla';
import type { StoredMark } from '../../../annotations/annotation-record.ts';
import type { Selected } from '../../../reader-engine/marks.ts';

/** What the user is doing with a passage: selecting text, using a tapped mark, or filling in a form about one of them. */
export type MarkingTask =
  /** `fresh`: the mark was created for this note and is removed again if the note stays empty. */
  | { readonly kind: 'note'; readonly clientId: string; readonly fresh?: boolean }
  | { readonly kind: 'word'; readonly selected: Selected }
  | { readonly kind: 'erratum'; readonly selected: Selected }
  | { readonly kind: 'card'; readonly text: string; readonly chapterTitle: string };

export const marking = proxy<{
  selected: Selected | null;
  tapped: { id: string; rect: Selected['rect'] } | null;
  task: MarkingTask | null;
  /** The recently removed marks, which can be restored. */
  removed: readonly StoredMark[];
  /** Marks of an older edition that were searched for in this one and not found. */
  lost: readonly string[];
}>(nothing());

function nothing() {
  return { selected: null, tapped: null, task: null, removed: [], lost: [] };
}

export const leaveMarking = (): void => void Object.assign(marking, nothing());

export function select(selected: Selected | null): void {
  Object.assign(marking, { selected, tapped: null });
}

/** A second tap closes the menu: on a page that is one large mark there is nowhere else to tap. */
export function tapMark(id: string, rect: Selected['rect']): void {
  Object.assign(marking, { selected: null, tapped: marking.tapped?.id === id ? null : { id, rect } });
}

/** Closes the menu; returns true when one was open. */
export function closeMenu(): boolean {
  if (!marking.selected && !marking.tapped) return false;
  Object.assign(marking, { selected: null, tapped: null });
  return true;
}
