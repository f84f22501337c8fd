import type { PageFrame } from './frame/page-frame.ts';
import type { SelectionStep } from './selection-step.ts';
import { sentencesOf } from './sentence.ts';

/** Changes the selection on the shown page; without a selection it selects the first sentence. */
export function selectByKey(frame: PageFrame, step: SelectionStep): void {
  const selection = frame.document.getSelection();
  if (!selection) return;
  const now = selection.isCollapsed || selection.rangeCount === 0 ? null : selection.getRangeAt(0);
  const next = now && !('sentence' in step) ? moved(frame, now, step) : sentenceBeside(frame, now, 'sentence' in step ? step.sentence : 1);
  if (next) selection.setBaseAndExtent(next.startContainer, next.startOffset, next.endContainer, next.endOffset);
}

/** Returns the next sentence in that direction; null where the page has none. */
function sentenceBeside(frame: PageFrame, now: Range | null, by: 1 | -1): Range | null {
  const from = now ?? frame.firstPoint();
  if (!from) return null;
  const all = [...sentencesOf(frame.texts(), null, frame.document.documentElement.lang)].map(({ range }) => range);
  const here = all.findIndex((one) => from.comparePoint(one.endContainer, one.endOffset) >= 0 && !endsAt(one, from));
  const next = all[now ? here + by : here];
  return next && (frame.scrolled || frame.pageOf(next) === frame.page || !now) ? next : null;
}

/** The ranges only touch at this point. */
const endsAt = (one: Range, from: Range): boolean => one.endContainer === from.startContainer && one.endOffset === from.startOffset;

function moved(frame: PageFrame, now: Range, step: { readonly end: 1 | -1 } | { readonly start: 1 | -1 }): Range {
  const next = now.cloneRange();
  if ('end' in step) {
    const to = beside(frame, now.endContainer, now.endOffset, step.end);
    if (to) next.setEnd(...to);
  } else {
    const to = beside(frame, now.startContainer, now.startOffset, step.start);
    if (to) next.setStart(...to);
  }
  return next.collapsed ? now : next;
}

/** Returns the point one character forwards or back in the visible text. */
function beside(frame: PageFrame, node: Node, offset: number, by: 1 | -1): [Node, number] | null {
  const texts = frame.texts();
  const at = texts.indexOf(node as Text);
  if (at < 0) return null;
  const to = offset + by;
  if (to >= 0 && to <= (node as Text).length) return [node, to];
  const other = texts[at + by];
  return other ? [other, by > 0 ? Math.min(1, other.length) : Math.max(0, other.length - 1)] : null;
}
