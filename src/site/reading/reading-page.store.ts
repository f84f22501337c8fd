import { proxy } from 'valtio/vanilla';
import { jumpFrom } from './page-overlay.store.ts';
import type { Position } from '../../reader-engine/position.ts';

export type Sheet = 'contents' | 'notes' | 'search' | 'progress' | 'look';
export type Ending = 'trial' | 'end';
export interface Trouble {
  readonly why: 'offline' | 'refused' | 'failed';
  again(): void;
}

/** The page that is open now. It changes at every turn, so it stands alone. */
export const readingPage = proxy<{
  place: Position | null;
  chrome: boolean;
  sheet: Sheet | null;
  ending: Ending | null;
  link: string | null;
  /** A chapter did not come. */
  trouble: Trouble | null;
  /** A chapter is waited for. */
  late: boolean;
}>(fresh());

function fresh() {
  return { place: null, chrome: false, sheet: null, ending: null, link: null, trouble: null, late: false };
}

export const leavePage = (): void => void Object.assign(readingPage, fresh());

/** The lit tool is the open sheet; a second tap puts it away. */
export function toggleSheet(sheet: Sheet): void {
  readingPage.sheet = readingPage.sheet === sheet ? null : sheet;
  readingPage.chrome = true;
}

/** A jump: the place it began at can be found again; with `shut` the page is all that is left to see. */
export function leaveFor(shut: boolean): void {
  jumpFrom(readingPage.place);
  if (shut) Object.assign(readingPage, { sheet: null, chrome: false });
}

/** What stands nearest is put away first; true where there was something. */
export function closeSheet(): boolean {
  if (readingPage.link) readingPage.link = null;
  else if (readingPage.sheet) readingPage.sheet = null;
  else if (readingPage.chrome) readingPage.chrome = false;
  else return false;
  return true;
}
