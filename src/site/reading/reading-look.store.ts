import { proxy, subscribe } from 'valtio/vanilla';
import { keepLook, keptLook } from '../../first-page/kept-look.ts';
import { FONT_SIZES, type Look } from '../../reader-engine/look.ts';

/** How pages look on this device, in every book. */
export const readingLook = proxy<{ -readonly [K in keyof Look]: Look[K] }>(keptLook());

subscribe(readingLook, () => keepLook(readingLook));

/** The next size up (+1) or down (-1); the same at the ends. */
export function sizeBeside(size: number, step: 1 | -1): number {
  const at = FONT_SIZES.findIndex((each) => each >= size);
  return FONT_SIZES[Math.max(0, Math.min(FONT_SIZES.length - 1, at + step))] ?? size;
}
