import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import type { Place } from '../../reader-engine/place.ts';

/** Characters a minute of a reader who is not in a hurry. */
const PACE = 450;

/** Minutes to the end of the chapter, at least one. */
export function minutesLeft(book: Pick<PreparedBook, 'spine'>, place: Pick<Place, 'documentIndex' | 'page' | 'pages'>): number {
  const characters = book.spine[place.documentIndex]?.characters ?? 0;
  return Math.max(1, Math.round((characters * (1 - place.page / place.pages)) / PACE));
}

/** 5 小时 20 分, 40 分钟: what the rest of the book takes. */
export function timeLeft(book: Pick<PreparedBook, 'characters'>, percent: number): string {
  const minutes = Math.round((book.characters * (1 - percent / 100)) / PACE);
  if (minutes < 1) return '不到 1 分钟';
  if (minutes < 60) return `${minutes} 分钟`;
  const rest = Math.round((minutes % 60) / 10) * 10;
  const hours = Math.floor(minutes / 60) + (rest === 60 ? 1 : 0);
  return rest === 0 || rest === 60 ? `${hours} 小时` : `${hours} 小时 ${rest} 分`;
}
