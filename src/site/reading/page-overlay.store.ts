import { proxy, ref } from 'valtio/vanilla';
import type { BookNote } from '../../reader-engine/note/note.ts';
import type { Reader } from '../../reader-engine/open-book.ts';
import type { Picture } from '../../reader-engine/picture.ts';
import type { Position } from '../../reader-engine/position.ts';

/** A position that was left by a jump. */
export type Left = Pick<Position, 'cfi' | 'percent' | 'chapterTitle'>;
const MOST = 50;

/** The note or picture shown next to the page, and the positions to go back to. */
export const pageOverlay = proxy<{
  note: ReturnType<typeof ref<BookNote>> | null;
  picture: Picture | null;
  shown: number;
  back: Left[];
  forward: Left[];
  offered: boolean;
}>(fresh());

function fresh() {
  return { note: null, picture: null, shown: 0, back: [], forward: [], offered: false };
}

export const closeOverlay = (): void => void Object.assign(pageOverlay, fresh());
/** Creates a new object each time, so that the same note can open again while it is closing. */
export const showNote = (note: BookNote): void => void Object.assign(pageOverlay, { note: ref({ ...note }), shown: pageOverlay.shown + 1 });
export const showPicture = (picture: Picture): void =>
  void Object.assign(pageOverlay, { picture: ref({ ...picture }), shown: pageOverlay.shown + 1 });
/** The close event arrives a moment later, when another note may be open. */
export const shutNote = (note: BookNote): void => void (pageOverlay.note === note && (pageOverlay.note = null));
export const shutPicture = (picture: Picture): void => void (pageOverlay.picture === picture && (pageOverlay.picture = null));

/** Records the start of a jump and clears the forward history. */
export function jumpFrom(place: Left | null): void {
  if (!place || pageOverlay.back.at(-1)?.cfi === place.cfi) return;
  pageOverlay.back = [...pageOverlay.back, leftAt(place)].slice(-MOST);
  pageOverlay.forward = [];
  pageOverlay.offered = true;
}

/** Goes back to the position left last, or forward to the one left by going back. */
export async function jumpAlong(reader: Reader, way: 'back' | 'forward'): Promise<void> {
  const other = way === 'back' ? 'forward' : 'back';
  const here = reader.place;
  const wanted = pageOverlay[way].findLast((left) => left.cfi !== here?.cfi);
  if (!wanted) return;
  pageOverlay[way] = pageOverlay[way].slice(
    0,
    pageOverlay[way].findLastIndex((left) => left.cfi === wanted.cfi),
  );
  if (here) pageOverlay[other] = [...pageOverlay[other], leftAt(here)].slice(-MOST);
  pageOverlay.offered = false;
  await reader.goTo({ cfi: wanted.cfi });
}

const leftAt = ({ cfi, percent, chapterTitle }: Left): Left => ({ cfi, percent, chapterTitle });
