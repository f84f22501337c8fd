import type { PageRoom } from './frame/page-frame.ts';
import type { TapZone } from './page-input.ts';
import type { StageRect } from './stage-rect.ts';

/** Whether the pointer is a finger or a pen rather than a mouse. */
export const isFinger = (event: MouseEvent): boolean => 'pointerType' in event && event.pointerType !== 'mouse' && event.pointerType !== '';

/** In parts of the page. A mark that is larger than this in an outer third is more than a few words. */
const FEW = 1 / 6;

/**
 * Whether a tap on a mark opens the mark. A page that is marked all over must still turn by taps at its sides: there a tap opens only
 * a mark of a few words that lies nowhere else. Every other mark can be opened in the middle.
 */
export function meansMark(rect: StageRect, zone: TapZone, room: PageRoom): boolean {
  if (zone === 'middle') return true;
  const third = room.width / 3;
  const isBeside = zone === 'left' ? rect.left + rect.width <= third : rect.left >= 2 * third;
  return isBeside && rect.width * rect.height <= third * room.height * FEW;
}
