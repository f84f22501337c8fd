import type { ProofMark } from '../../contract/proof/proof.ts';

/** Characters before a quote that find the right one among equal quotes. */
export const CONTEXT = 20;

/** Where a new mark stands. */
export interface NewPlace {
  readonly quote: string;
  readonly context: string;
  readonly page: number;
  /** Thousandths of the page: left, top, width, height; empty in the online text. */
  readonly place: string;
  /** The part of a recording or film, and milliseconds from its start. */
  readonly trackId?: number;
  readonly startMs?: number;
}

type Placed = Pick<ProofMark, 'markId' | 'quote' | 'context'>;

/** Start of a quote in a text: after its context, else the first occurrence; -1 when the text does not have it. */
export function startOf(text: string, { quote, context }: Pick<Placed, 'quote' | 'context'>): number {
  if (quote === '') return -1;
  const inContext = context === '' ? -1 : text.indexOf(context + quote);
  return inContext < 0 ? text.indexOf(quote) : inContext + context.length;
}

const textNodes = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
};

/** Wraps the quotes of the marks inside `root` in `mark` elements, and returns the ids of those that were found. */
export function placeMarks(root: HTMLElement, marks: readonly Placed[]): Set<number> {
  const found = new Set<number>();
  for (const mark of marks) {
    const nodes = textNodes(root);
    const start = startOf(nodes.map(({ data }) => data).join(''), mark);
    if (start < 0) continue;
    let at = 0;
    for (const node of nodes) {
      const from = Math.max(0, start - at);
      const to = Math.min(node.data.length, start + mark.quote.length - at);
      at += node.data.length;
      if (from >= to) continue;
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      const element = document.createElement('mark');
      element.className = 'proof-place';
      element.dataset['mark'] = String(mark.markId);
      range.surroundContents(element);
      found.add(mark.markId);
    }
  }
  return found;
}

export interface Selected {
  readonly quote: string;
  readonly context: string;
  /** Characters before the quote in the whole text. */
  readonly before: number;
}

/** The selected text inside `root`; null without a selection. */
export function selectedIn(root: HTMLElement): Selected | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return null;
  const quote = range.toString();
  if (quote.trim() === '') return null;
  const ahead = document.createRange();
  ahead.setStart(root, 0);
  ahead.setEnd(range.startContainer, range.startOffset);
  const text = ahead.toString();
  return { quote, context: text.slice(-CONTEXT), before: text.length };
}
