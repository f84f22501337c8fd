import type { PageFrame } from '../../reader-engine/frame/page-frame.ts';

/** Where the pages of a laid-out document are. Rectangles are those of its first page, in CSS pixels of its frame. */
export interface PageWindows {
  readonly pages: number;
  /** The document is one long page. */
  readonly scrolled: boolean;
  /** Whether the text runs from top to bottom. */
  readonly vertical: boolean;
  pageOf(rect: DOMRect): number;
  /** How far a rectangle reaches out of its page, along its lines and across them. Null: it is far away on purpose. */
  beyond(rect: DOMRect): { readonly along: number; readonly across: number } | null;
}

/** A part that is placed this many pixels away is hidden on purpose. */
const AWAY = 500;

/** Shows the first page and reads where the others are. */
export function pageWindows(frame: PageFrame): PageWindows {
  const root = frame.document.documentElement;
  const scrolled = frame.scrolled !== null;
  const body = frame.document.body ?? root;
  const style = getComputedStyle(body);
  const vertical = style.writingMode.startsWith('vertical');
  frame.show(1);
  const second = [root.scrollLeft, root.scrollTop] as const;
  frame.show(0);
  const moved = [second[0] - root.scrollLeft, second[1] - root.scrollTop] as const;
  const [width, height] = [frame.element.clientWidth, frame.element.clientHeight];
  const down = scrolled ? !vertical : Math.abs(moved[1]) > Math.abs(moved[0]) || (frame.pages < 2 && vertical);
  const back = !down && (moved[0] < 0 || (frame.pages < 2 && style.direction === 'rtl'));
  const size = down ? height : width;
  const step = Math.max(1, frame.pages < 2 ? Infinity : Math.abs(down ? moved[1] : moved[0]));
  const gap = step === Infinity ? 0 : Math.max(0, step - size);
  const startOf = (rect: DOMRect): number => (down ? rect.top : back ? width - rect.right : rect.left);
  const pageOf = (rect: DOMRect): number =>
    step === Infinity ? 0 : Math.max(0, Math.min(frame.pages - 1, Math.floor((startOf(rect) + gap / 2) / step)));
  /** How far a span reaches out of one of `most` pixels. */
  const out = (from: number, length: number, most: number): number => Math.max(0, -from, from + length - most);
  return {
    pages: frame.pages,
    scrolled,
    vertical,
    pageOf,
    beyond(rect) {
      if (startOf(rect) < -AWAY || (down ? rect.left : rect.top) < -AWAY) return null;
      // A scroll has no end across its lines.
      if (scrolled) return { along: vertical ? out(rect.top, rect.height, height) : out(rect.left, rect.width, width), across: 0 };
      const from = startOf(rect) - (step === Infinity ? 0 : pageOf(rect) * step);
      return {
        along: out(from, down ? rect.height : rect.width, size),
        across: down ? out(rect.left, rect.width, width) : out(rect.top, rect.height, height),
      };
    },
  };
}
