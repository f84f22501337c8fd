import type { PreparedBook } from '../../../../contract/reading/prepared-book.ts';
import type { Position } from '../../../reader-engine/position.ts';

/** Characters per minute of an average reader, used until the user's own pace is known. */
const PACE = 450;
const SLOWEST = 80;
const FASTEST = 2_000;
/** Milliseconds. A page shown for less was turned past; one shown for more was left open. */
const LEAFED = 3_000;
const ASIDE = 180_000;
/** The weight of one page against the known pace; then the number of pages before the user's own pace is used. */
const WEIGHT = 0.1;
const TRUSTED_FROM = 8;
const KEPT = 'shuzhou.pace';

interface Pace {
  readonly pace: number;
  readonly pages: number;
}

function kept(): Pace {
  try {
    const { pace, pages } = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Pace>;
    if (typeof pace === 'number' && pace >= SLOWEST && pace <= FASTEST && typeof pages === 'number') return { pace, pages };
  } catch {
    // Nothing that can be read: as if nothing was known.
  }
  return { pace: PACE, pages: 0 };
}

/** Returns characters per minute: the user's own pace on this device, once some pages have been read. */
export function ownPace(): number {
  const { pace, pages } = kept();
  return pages >= TRUSTED_FROM ? pace : PACE;
}

/** Records that a page of this many characters was left after this many milliseconds. */
export function learnPace(characters: number, milliseconds: number): void {
  if (characters < 50 || milliseconds < LEAFED || milliseconds > ASIDE) return;
  const seen = Math.min(FASTEST, Math.max(SLOWEST, characters / (milliseconds / 60_000)));
  const { pace, pages } = kept();
  const share = Math.max(WEIGHT, 1 / (pages + 1));
  try {
    localStorage.setItem(KEPT, JSON.stringify({ pace: Math.round(pace * (1 - share) + seen * share), pages: Math.min(pages + 1, 1_000) }));
  } catch {
    // The usual pace has to do.
  }
}

/** Returns the minutes to the end of the chapter, at least one. */
export function minutesLeft(book: Pick<PreparedBook, 'spine'>, place: Pick<Position, 'documentIndex' | 'left' | 'pages'>): number {
  const characters = book.spine[place.documentIndex]?.characters ?? 0;
  return Math.max(1, Math.round((characters * (place.left + 1)) / place.pages / ownPace()));
}

/** Formats the time for the rest of the book: 5 小时 20 分, 40 分钟. */
export function timeLeft(book: Pick<PreparedBook, 'characters'>, percent: number): string {
  const minutes = Math.round((book.characters * (1 - percent / 100)) / ownPace());
  if (minutes < 1) return '不到 1 分钟';
  if (minutes < 60) return `${minutes} 分钟`;
  const rest = Math.round((minutes % 60) / 10) * 10;
  const hours = Math.floor(minutes / 60) + (rest === 60 ? 1 : 0);
  return rest === 0 || rest === 60 ? `${hours} 小时` : `${hours} 小时 ${rest} 分`;
}
