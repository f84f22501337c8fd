import type { Place } from './form-edit.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A measured container: the canvas or a row, with its direct items in order. */
export interface MeasuredContainer {
  readonly parent: number | null;
  readonly depth: number;
  readonly box: Box;
  readonly items: readonly Box[];
}

export interface DropTarget extends Place {
  /** Where the insertion line is drawn, in the same coordinates as the boxes. */
  readonly line: Box;
  /** Why the fields cannot be dropped here. */
  readonly problem: string | null;
}

const within = ({ left, top, width, height }: Box, x: number, y: number): boolean => x >= left && x <= left + width && y >= top && y <= top + height;

/** Thickness of the insertion line, px. */
const LINE = 2;
/** Pointer this close to the edge of a row aims beside the row, px. */
const EDGE = 6;

/**
 * Returns where a drop at the pointer goes: the deepest container under it that accepts the fields, and the index between its items by
 * line, then by column. The canvas takes what no row takes; `problem` returns why a container does not accept the fields.
 */
export function dropTarget(
  containers: readonly MeasuredContainer[],
  x: number,
  y: number,
  problem: (parent: number | null) => string | null,
): DropTarget | null {
  const root = containers.find(({ parent }) => parent === null);
  if (!root) return null;
  const under = containers
    .filter(({ parent, box }) => parent === null || (within(box, x, y) && y > box.top + EDGE && y < box.top + box.height - EDGE))
    .toSorted((one, other) => other.depth - one.depth);
  const deepest = under[0] ?? root;
  const reason = problem(deepest.parent);
  const accepting = reason === null ? deepest : under.find(({ parent }) => problem(parent) === null);
  // The user sees why the container under the pointer does not take the fields, instead of a drop somewhere else.
  const chosen = reason === null || !accepting ? deepest : accepting.parent === null && deepest.parent !== null ? deepest : accepting;
  const index = indexIn(chosen.items, x, y);
  return { parent: chosen.parent, index, line: lineAt(chosen, index), problem: problem(chosen.parent) };
}

/** Items share a line when their middles are inside each other's height. */
const onLine = (box: Box, line: Box): boolean => box.top + box.height / 2 < line.top + line.height && box.top + box.height / 2 >= line.top;

/** Returns the index before the first item that is after the pointer in reading order. */
export function indexIn(items: readonly Box[], x: number, y: number): number {
  let at = 0;
  while (at < items.length) {
    const line: Box[] = [];
    const first = items[at] as Box;
    while (at + line.length < items.length && (line.length === 0 || onLine(items[at + line.length] as Box, first)))
      line.push(items[at + line.length] as Box);
    const bottom = Math.max(...line.map((box) => box.top + box.height));
    if (line.length === 1) {
      if (y < first.top + first.height / 2) return at;
    } else if (y < first.top) return at;
    else if (y < bottom) {
      const column = line.findIndex((box) => x < box.left + box.width / 2);
      return column < 0 ? at + line.length : at + column;
    }
    at += line.length;
  }
  return items.length;
}

function lineAt({ box, items }: MeasuredContainer, index: number): Box {
  const after = items[index];
  const before = items[index - 1];
  const sideBySide = after && before && onLine(after, before);
  if (sideBySide) return { left: (before.left + before.width + after.left) / 2 - LINE / 2, top: after.top, width: LINE, height: after.height };
  if (after && after.width < box.width * 0.9 && !(before && onLine(before, after)) && items[index + 1] && onLine(items[index + 1] as Box, after))
    return { left: after.left - LINE, top: after.top, width: LINE, height: after.height };
  if (before && !after && before.width < box.width * 0.9)
    return { left: before.left + before.width, top: before.top, width: LINE, height: before.height };
  if (after) return { left: box.left + 4, top: after.top - LINE, width: box.width - 8, height: LINE };
  if (before) return { left: box.left + 4, top: before.top + before.height, width: box.width - 8, height: LINE };
  return { left: box.left + 4, top: box.top + 8, width: box.width - 8, height: LINE };
}
