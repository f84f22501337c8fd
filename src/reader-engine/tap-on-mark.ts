import type { PageRoom } from './page-frame.ts';
import type { TapZone } from './page-input.ts';
import type { StageRect } from './stage-rect.ts';

/** A finger or a pen, and not a mouse. */
export const isFinger = (event: MouseEvent): boolean => 'pointerType' in event && event.pointerType !== 'mouse' && event.pointerType !== '';

/** A mark that takes more of an outer third is no longer a few words. */
const FEW = 1 / 6;

/**
 * Whether a finger on a mark means it. A page that is marked all over must still be turned by its sides: there a tap means
 * a few words that stand nowhere else, and every other mark is reached in the middle.
 */
export function meansMark(rect: StageRect, zone: TapZone, room: PageRoom): boolean {
  if (zone === 'middle') return true;
  const third = room.width / 3;
  const isBeside = zone === 'left' ? rect.left + rect.width <= third : rect.left >= 2 * third;
  return isBeside && rect.width * rect.height <= third * room.height * FEW;
}
