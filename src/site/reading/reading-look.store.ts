import { proxy, subscribe } from 'valtio/vanilla';
import { dropOwnLook, hasOwnLook, storeLook, storedLook } from '../../first-page/stored-look.ts';
import { FONT_SIZES, type Look } from '../../reader-engine/look.ts';

/** How pages look in the book that is open. */
export const readingLook = proxy<{ -readonly [K in keyof Look]: Look[K] }>(storedLook());

/** Whom a choice counts for: the book alone, or every book that has no look of its own. */
export const lookScope = proxy<{ publishId: number | null; own: boolean }>({ publishId: null, own: false });

subscribe(readingLook, () => storeLook(readingLook, lookScope.own ? lookScope.publishId : null));

/** The look of a book that is opened now. */
export function lookAt(publishId: number): void {
  if (lookScope.publishId === publishId || !(publishId > 0)) return;
  Object.assign(lookScope, { publishId, own: hasOwnLook(publishId) });
  Object.assign(readingLook, storedLook(publishId));
}

/** From now on for this book alone; or as all others have it again. */
export function chooseScope(own: boolean): void {
  const { publishId } = lookScope;
  if (publishId === null) return;
  lookScope.own = own;
  if (own) return storeLook(readingLook, publishId);
  dropOwnLook(publishId);
  Object.assign(readingLook, storedLook());
}

/** All books look as this one does now. */
export function lookForAll(): void {
  const seen = { ...readingLook };
  chooseScope(false);
  Object.assign(readingLook, seen);
}

/** The next size up (+1) or down (-1); the same at the ends. */
export function sizeBeside(size: number, step: 1 | -1): number {
  const at = FONT_SIZES.findIndex((each) => each >= size);
  return FONT_SIZES[Math.max(0, Math.min(FONT_SIZES.length - 1, at + step))] ?? size;
}
