import { character } from './visible-text.ts';

const TEXT_NODE = 3;

/** Returns the table that scrolls inside its page around a point: all its cells are on that page. */
function scrollerAt(point: Range | Element): Element | null {
  const at = 'collapsed' in point ? point.startContainer : point;
  return ((at as Partial<Element>).closest ? (at as Element) : at.parentElement)?.closest('[data-scroll]') ?? null;
}

/** A point has no rectangle. Use the rectangle of the character after it, or of the element that contains it. */
export function rectOf(point: Range | Element): DOMRect {
  const stands = 'collapsed' in point && point.collapsed ? point.startContainer : null;
  const text = !stands ? point : stands.nodeType === TEXT_NODE ? character(stands as Text, (point as Range).startOffset) : (stands as Element);
  const seen = scrollerAt(point) ?? text;
  return seen.getClientRects()[0] ?? seen.getBoundingClientRect();
}
