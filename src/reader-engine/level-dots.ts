import { HOUSE_DOTS } from './page-style.ts';
import { queryable } from './queryable.ts';

const LINE = /^(inline|ruby|contents)/;

export interface LevelDots {
  /** To be called again whenever lines may have been broken anew. */
  level(): void;
}

/**
 * Chromium makes a paragraph higher whose last line carries dots below it, by what of them the line has no room for.
 * What follows is drawn up by as much: the pitch of the lines is the same everywhere.
 */
export function levelDots(inside: Document): LevelDots {
  // To ask a browser for its rules costs more than to look for the word.
  const theirs = [...inside.styleSheets].filter((sheet) => sheet.ownerNode?.textContent?.includes('text-emphasis'));
  const selectors = [
    '[style*="text-emphasis"]',
    HOUSE_DOTS,
    ...queryable(
      inside,
      theirs.flatMap((sheet) => dottedIn(sheet.cssRules)),
    ),
  ];
  let level = new Map<HTMLElement, number>();
  return {
    level() {
      const now = new Map<HTMLElement, number>();
      const known = new Map<string, number>();
      for (const [block, dotted] of lastDotted(inside, selectors)) {
        const grown = onLastLine(block, dotted) ? growth(block, dotted, known) : 0;
        if (grown > 0 && (level.has(block) || isPlain(getComputedStyle(block, '::after').content))) now.set(block, grown);
      }
      for (const block of level.keys()) if (!now.has(block)) block.removeAttribute('data-grown');
      for (const [block, grown] of now) {
        if (level.get(block) === grown) continue;
        block.setAttribute('data-grown', '');
        block.style.setProperty('--grown', `${grown}px`);
      }
      level = now;
    },
  };
}

const isPlain = (content: string): boolean => content === 'none' || content === 'normal';

function dottedIn(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    const { style, selectorText, cssRules } = rule as Partial<CSSStyleRule>;
    const own = selectorText && style?.getPropertyValue('text-emphasis-style') ? [selectorText] : [];
    return cssRules ? [...own, ...dottedIn(cssRules)] : own;
  });
}

/** The blocks that have dots in them, with the last text there that carries some. */
function lastDotted(inside: Document, selectors: readonly string[]): Map<HTMLElement, Element> {
  const found = new Map<HTMLElement, Element>();
  for (const element of inside.querySelectorAll(selectors.join())) {
    if (getComputedStyle(element).textEmphasisStyle === 'none') continue;
    let block: Element | null = element;
    while (block && LINE.test(getComputedStyle(block).display)) block = block.parentElement;
    if (block) found.set(block as HTMLElement, element);
  }
  return found;
}

function onLastLine(block: HTMLElement, dotted: Element): boolean {
  const text = block.ownerDocument.createRange();
  text.selectNodeContents(block);
  const [own, end, column] = [[...dotted.getClientRects()].at(-1), [...text.getClientRects()].at(-1), block.getClientRects()[0]];
  if (!own || !end || !column) return false;
  const [above, below] = [Math.max(own.top, end.top), Math.min(own.bottom, end.bottom)];
  return below > above && end.right - own.left <= column.width + 1;
}

/** How much higher a line with these dots is than one without, on an example of it. */
function growth(block: HTMLElement, dotted: Element, known: Map<string, number>): number {
  const [around, own] = [getComputedStyle(block), getComputedStyle(dotted)];
  const key = [around.font, around.lineHeight, own.font, own.textEmphasisStyle, own.textEmphasisPosition].join();
  const before = known.get(key);
  if (before !== undefined) return before;
  const { ownerDocument } = block;
  const line = ownerDocument.createElement('x-line');
  const text = ownerDocument.createElement('x-text');
  line.style.cssText = 'position:absolute;display:block;visibility:hidden;white-space:nowrap;text-indent:0';
  Object.assign(text.style, {
    font: own.font,
    lineHeight: 'inherit',
    textEmphasisStyle: own.textEmphasisStyle,
    textEmphasisPosition: own.textEmphasisPosition,
  });
  text.textContent = line.textContent = '字';
  block.append(line);
  const without = line.offsetHeight;
  line.append(text);
  const grown = line.offsetHeight - without;
  line.remove();
  known.set(key, grown);
  return grown;
}
