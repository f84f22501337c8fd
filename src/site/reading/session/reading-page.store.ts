import { proxy } from 'valtio/vanilla';
import { jumpFrom } from '../page-overlay.store.ts';
import type { Position } from '../../../reader-engine/position.ts';

export type Sheet = 'contents' | 'notes' | 'search' | 'progress' | 'look';
export type Ending = 'trial' | 'end';
export interface Trouble {
  readonly why: 'offline' | 'refused' | 'failed';
  again(): void;
}

/** The state of the shown page. It changes at every turn, so it is a separate store. */
export const readingPage = proxy<{
  place: Position | null;
  chrome: boolean;
  sheet: Sheet | null;
  ending: Ending | null;
  link: string | null;
  /** A chapter failed to load. */
  trouble: Trouble | null;
  /** A chapter is loading. */
  late: boolean;
}>(fresh());

function fresh() {
  return { place: null, chrome: false, sheet: null, ending: null, link: null, trouble: null, late: false };
}

export const leavePage = (): void => void Object.assign(readingPage, fresh());

/** The active tool belongs to the open sheet; a second tap closes it. */
export function toggleSheet(sheet: Sheet): void {
  readingPage.sheet = readingPage.sheet === sheet ? null : sheet;
  readingPage.chrome = true;
}

/** A jump: records where it started; `shut` also closes everything above the page. */
export function leaveFor(shut: boolean): void {
  jumpFrom(readingPage.place);
  if (shut) Object.assign(readingPage, { sheet: null, chrome: false });
}

/** Closes the topmost layer; returns true when there was one. */
export function closeSheet(): boolean {
  if (readingPage.link) readingPage.link = null;
  else if (readingPage.sheet) readingPage.sheet = null;
  else if (readingPage.chrome) readingPage.chrome = false;
  else return false;
  return true;
}
