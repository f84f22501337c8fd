import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import type { Look } from './style/look.ts';
import { type FrameTraits, type PageRoom, type Side, traitsOf } from './frame/page-frame.ts';

type Spread = Pick<PreparedBook, 'spine' | 'layout' | 'direction' | 'spread'>;

/** The documents shown together, in reading order: one, or the two pages of a spread. */
export interface Spreads {
  together(documentIndex: number, room: PageRoom, look: Pick<Look, 'columns'>): readonly number[];
  sideOf(documentIndex: number, room: PageRoom, look: Pick<Look, 'columns'>): Side;
}

export const isFixed = (book: Pick<PreparedBook, 'spine' | 'layout'>, documentIndex: number): boolean =>
  (book.spine[documentIndex]?.layout ?? book.layout) === 'pre-paginated';

export const hasFixed = (book: Pick<PreparedBook, 'spine' | 'layout'>): boolean =>
  book.layout === 'pre-paginated' || book.spine.some((document) => document.layout === 'pre-paginated');

export function spreadsOf(book: Spread): Spreads {
  const openings = openingsOf(book);
  const sides = new Map<number, Side>();
  const first: Side = book.direction === 'rtl' ? 'right' : 'left';
  const second: Side = first === 'left' ? 'right' : 'left';
  for (const [one, two] of openings) {
    // A page without a facing page is on a side only where the book declares it.
    const isPair = one !== null && two !== null;
    if (one !== null && (isPair || book.spine[one]?.spread === first)) sides.set(one, first);
    if (two !== null && (isPair || book.spine[two]?.spread === second)) sides.set(two, second);
  }
  const isOpen = (documentIndex: number, room: PageRoom, look: Pick<Look, 'columns'>): boolean =>
    sides.has(documentIndex) && look.columns !== 'one' && (look.columns === 'two' || wantsTwo(book.spread, room));
  return {
    together(documentIndex, room, look) {
      if (!isOpen(documentIndex, room, look)) return [documentIndex];
      const opening = openings.find((pair) => pair.includes(documentIndex)) ?? [];
      return opening.flatMap((index) => index ?? []);
    },
    sideOf: (documentIndex, room, look) => (isOpen(documentIndex, room, look) ? (sides.get(documentIndex) ?? 'whole') : 'whole'),
  };
}

/** Whether a book declares how its texts are to be laid out. */
export const hasFlow = (book: Pick<PreparedBook, 'spine' | 'flow'>): boolean => [book, ...book.spine].some(({ flow }) => flow !== undefined);

/** Returns the traits of a book's frames; `look` returns the current settings. */
export const traitsIn = (book: PreparedBook, spreads: Spreads, look: () => Pick<Look, 'columns'>): FrameTraits =>
  traitsOf(book, {
    isFixed: (documentIndex) => isFixed(book, documentIndex),
    sideOf: (documentIndex, room) => spreads.sideOf(documentIndex, room, look()),
    asks: (documentIndex) => {
      const { spread, flow = book.flow } = book.spine[documentIndex] ?? {};
      return { spread, flow };
    },
  });

function wantsTwo(spread: PreparedBook['spread'], room: PageRoom): boolean {
  if (spread === 'none') return false;
  return spread === 'both' || room.width > room.height;
}

/** Pairs pages by the sides the book declares. A page without a side takes the next free side. A cover declares that it stays alone. */
function openingsOf(book: Spread): readonly (readonly [number | null, number | null])[] {
  const [first, second] = book.direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const openings: [number | null, number | null][] = [];
  let waiting: number | null = null;
  const close = (): void => {
    if (waiting !== null) openings.push([waiting, null]);
    waiting = null;
  };
  for (const [index, document] of book.spine.entries()) {
    if (document.linear === false) continue;
    if (!isFixed(book, index) || document.spread === 'center') {
      close();
      openings.push([index, null]);
      continue;
    }
    const side = document.spread ?? (waiting === null ? first : second);
    if (side === first) {
      close();
      waiting = index;
    } else if (waiting === null) openings.push([null, index]);
    else {
      openings.push([waiting, index]);
      waiting = null;
    }
  }
  close();
  return openings;
}
