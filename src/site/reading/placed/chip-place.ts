import { pointOfCfi } from '../../../reader-engine/cfi-point.ts';
import { findQuote } from '../../../reader-engine/passage.ts';
import { rectOf } from '../../../reader-engine/point-rect.ts';
import { blockOf } from '../../../reader-engine/quote.ts';
import { textNodesOf } from '../../../reader-engine/visible-text.ts';
import type { ChipItem } from './placed-words.ts';

/** Where the chip of an item is drawn, in pixels of the reading area. */
export interface ChipPlace {
  readonly item: ChipItem;
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly side: 'left' | 'right';
  /** There is room for its words. */
  readonly words: boolean;
}

/** Height and least width of a chip that a finger can hit. */
const CHIP = 44;
/** Pixels beside the text from which a chip shows its words, and its width then. */
const WORDS_ROOM = 92;
const WORDS_MOST = 132;
const GAP = 6;

type Standing = Pick<ChipPlace, 'item' | 'top' | 'side'>;
type Found = ReadonlyMap<number, Range>;

/** The paragraphs of a document do not move between two pages, so they are searched once. */
const searched = new WeakMap<Element, { readonly items: readonly ChipItem[]; readonly found: Found }>();

/** Returns the first character of the paragraph of each item; the last one of the document for an item whose paragraph is lost. */
function paragraphsOf(document: Document, items: readonly ChipItem[]): Found {
  const known = searched.get(document.documentElement);
  if (known?.items === items) return known.found;
  const texts = document.body ? textNodesOf(document.body) : [];
  const found = new Map<number, Range>();
  const last = texts.at(-1);
  for (const item of items) {
    const near = item.cfi ? pointOfCfi(item.cfi, document) : null;
    const quoted = item.lost || item.quote === '' ? null : findQuote(texts, { text: item.quote, before: '', after: '' }, near);
    const at = quoted?.range ?? (item.lost || item.quote === '' ? null : near);
    const range = at?.cloneRange() ?? document.createRange();
    if (at) range.collapse(true);
    else if (last) range.setStart(last, Math.max(0, last.data.trimEnd().length - 1));
    if (at || last) found.set(item.placedId, range);
  }
  searched.set(document.documentElement, { items, found });
  return found;
}

/** The edges of the column of text that contains a point, in pixels of the frame. */
function columnOf(range: Range, rect: DOMRect): { left: number; right: number } {
  const { startContainer } = range;
  const block = startContainer.nodeType === 3 ? blockOf(startContainer as Text) : (startContainer as Element);
  const boxes = [...(block?.getClientRects() ?? [])];
  const own = boxes.find(({ left, right }) => left <= rect.left + 1 && right >= rect.left) ?? rect;
  return { left: own.left, right: own.right };
}

/** Returns where the chips of the items of the shown document are drawn: beside the paragraphs on the shown page, none over another. */
export function chipPlaces(stage: HTMLElement, items: readonly ChipItem[]): ChipPlace[] {
  const frame = stage.querySelector<HTMLIFrameElement>('iframe[data-shown]');
  const document = frame?.contentDocument;
  if (!frame || !document || frame.style.transform !== '') return [];
  const [width, height] = [frame.clientWidth, frame.clientHeight];
  const found = paragraphsOf(document, items);
  const places: (Standing & { readonly room: number })[] = [];
  for (const item of items) {
    const range = found.get(item.placedId);
    if (!range) continue;
    const rect = rectOf(range);
    if (rect.left < 0 || rect.left >= width || rect.top < -1 || rect.top >= height) continue;
    const column = columnOf(range, rect);
    const twoColumns = column.right - column.left < width * 0.55 && width > stage.clientWidth / 2;
    const side = twoColumns && column.left < width / 2 ? 'left' : 'right';
    const room = side === 'left' ? frame.offsetLeft + column.left : stage.clientWidth - frame.offsetLeft - column.right;
    places.push({ item, top: frame.offsetTop + rect.top + rect.height / 2 - CHIP / 2, side, room });
  }
  return spread(places, stage.clientHeight).map(({ room, ...place }) => ({ ...place, ...across(place, room, stage) }));
}

/** Beside the text where there is room, else at the edge of the page. The middle of the margin belongs to the arrows that turn the page. */
function across({ top, side }: Standing, room: number, stage: HTMLElement): Pick<ChipPlace, 'left' | 'width' | 'words'> {
  const atArrow = Math.abs(top + CHIP / 2 - stage.clientHeight / 2) < CHIP;
  const words = room >= WORDS_ROOM && !atArrow;
  const width = words ? Math.min(room - GAP * 2, WORDS_MOST) : CHIP;
  const away = room >= width + GAP ? room - width - GAP : 0;
  return { words, width, left: side === 'left' ? away : stage.clientWidth - width - away };
}

/** Moves chips down that would cover the one above, and the last ones up that would leave the page. */
function spread<P extends Standing>(places: readonly P[], height: number): P[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const column = places.filter((place) => place.side === side).toSorted((a, b) => a.top - b.top);
    let free = -CHIP;
    const down = column.map((place) => {
      free = Math.max(place.top, free);
      const top = free;
      free += CHIP;
      return { ...place, top };
    });
    let most = height - CHIP;
    return down
      .toReversed()
      .map((place) => {
        const top = Math.min(place.top, most);
        most = top - CHIP;
        return { ...place, top };
      })
      .toReversed();
  });
}
