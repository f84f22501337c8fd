import { proxy } from 'valtio/vanilla';
import type { StoredMark } from '../../annotations/annotation-record.ts';
import type { Selected } from '../../reader-engine/marks.ts';

/** What is being done with a passage: words that are selected, a mark that was tapped, a form about one of them. */
export type MarkingTask =
  /** `fresh`: the mark was made to be written about, and is nobody's wish without words. */
  | { readonly kind: 'note'; readonly clientId: string; readonly fresh?: boolean }
  | { readonly kind: 'word'; readonly selected: Selected }
  | { readonly kind: 'erratum'; readonly selected: Selected }
  | { readonly kind: 'card'; readonly text: string; readonly chapterTitle: string };

export const marking = proxy<{
  selected: Selected | null;
  tapped: { id: string; rect: Selected['rect'] } | null;
  task: MarkingTask | null;
  /** Removed just now, one after another, and may come back. */
  removed: readonly StoredMark[];
  /** Marks of an older edition that were looked for in this one, and are not in it. */
  lost: readonly string[];
}>(nothing());

function nothing() {
  return { selected: null, tapped: null, task: null, removed: [], lost: [] };
}

export const leaveMarking = (): void => void Object.assign(marking, nothing());

export function select(selected: Selected | null): void {
  Object.assign(marking, { selected, tapped: null });
}

/** Tapped again it puts its menu away: on a page that is all one mark there is no other place to tap. */
export function tapMark(id: string, rect: Selected['rect']): void {
  Object.assign(marking, { selected: null, tapped: marking.tapped?.id === id ? null : { id, rect } });
}

/** True where a menu was put away. */
export function closeMenu(): boolean {
  if (!marking.selected && !marking.tapped) return false;
  Object.assign(marking, { selected: null, tapped: null });
  return true;
}
