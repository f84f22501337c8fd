import { proxy, subscribe } from 'valtio/vanilla';
import { dropOwnLook, hasOwnLook, storeLook, storedLook } from '../../first-page/stored-look.ts';
import { FONT_SIZES, type Look } from '../../reader-engine/style/look.ts';

/** The display settings of the open book. */
export const readingLook = proxy<{ -readonly [K in keyof Look]: Look[K] }>(storedLook());

/** The scope of a choice: this book only, or every book without its own settings. */
export const lookScope = proxy<{ publishId: number | null; own: boolean }>({ publishId: null, own: false });

subscribe(readingLook, () => storeLook(readingLook, lookScope.own ? lookScope.publishId : null));

/** Loads the settings of a book that is being opened. */
export function lookAt(publishId: number): void {
  if (lookScope.publishId === publishId || !(publishId > 0)) return;
  Object.assign(lookScope, { publishId, own: hasOwnLook(publishId) });
  Object.assign(readingLook, storedLook(publishId));
}

/** Applies choices to this book only from now on, or returns it to the common settings. */
export function chooseScope(own: boolean): void {
  const { publishId } = lookScope;
  if (publishId === null) return;
  lookScope.own = own;
  if (own) return storeLook(readingLook, publishId);
  dropOwnLook(publishId);
  Object.assign(readingLook, storedLook());
}

/** Applies this book's settings to all books. */
export function lookForAll(): void {
  const seen = { ...readingLook };
  chooseScope(false);
  Object.assign(readingLook, seen);
}

/** Returns the next larger (+1) or smaller (-1) size; the same size at the ends. */
export function sizeBeside(size: number, step: 1 | -1): number {
  const at = FONT_SIZES.findIndex((each) => each >= size);
  return FONT_SIZES[Math.max(0, Math.min(FONT_SIZES.length - 1, at + step))] ?? size;
}
