import { EMPHASIS_DOTS } from '../style/page-style.ts';
import { queryable } from '../queryable.ts';

const LINE = /^(inline|ruby|contents)/;

export interface LevelDots {
  /** Call this whenever lines may have been broken again. */
  level(): void;
}

/**
 * Chromium makes a paragraph taller when its last line has dots below it, by the space that the line lacks for the dots.
 * The following content is moved up by the same amount, so the line pitch is the same everywhere.
 */
export function levelDots(inside: Document): LevelDots {
  // Reading the CSS rules costs more than searching the sheet's text for the word.
  const theirs = [...inside.styleSheets].filter((sheet) => sheet.ownerNode?.textContent?.includes('text-emphasis'));
  const selectors = [
    '[style*="text-emphasis"]',
    EMPHASIS_DOTS,
    ...queryable(
      inside,
      theirs.flatMap((sheet) => dottedIn(sheet.cssRules)),
    ),
  ];
  let level = new Map<HTMLElement, number>();
  return {
    level() {
      const now = new Map<HTMLElement, number>();
      // Read all existing styles before writing the examples, and write and read the examples as one batch, to avoid extra layouts.
      const dotted = [...lastDotted(inside, selectors)].filter(
        ([block, text]) => onLastLine(block, text) && (level.has(block) || isPlain(getComputedStyle(block, '::after').content)),
      );
      const grown = growthOf(dotted);
      for (const [block, text] of dotted) {
        const by = grown.get(kindOf(block, text)) ?? 0;
        if (by > 0) now.set(block, by);
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

/** Returns the blocks that contain dotted text, each with its last dotted element. */
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

function kindOf(block: Element, dotted: Element): string {
  const [around, own] = [getComputedStyle(block), getComputedStyle(dotted)];
  return [around.font, around.lineHeight, own.font, own.textEmphasisStyle, own.textEmphasisPosition].join();
}

/** Measures how much taller lines with these dots are than lines without. It uses one example of each kind and one layout for all. */
function growthOf(dotted: readonly (readonly [HTMLElement, Element])[]): Map<string, number> {
  const kinds = new Map(dotted.map(([block, text]) => [kindOf(block, text), [block, text] as const]));
  const examples = [...kinds].map(([kind, [block, text]]) => {
    const own = getComputedStyle(text);
    const style = {
      font: own.font,
      lineHeight: 'inherit',
      textEmphasisStyle: own.textEmphasisStyle,
      textEmphasisPosition: own.textEmphasisPosition,
    };
    return { kind, block, without: example(block), line: example(block, style) };
  });
  for (const { block, without, line } of examples) block.append(without, line);
  const grown = new Map(examples.map(({ kind, without, line }) => [kind, line.offsetHeight - without.offsetHeight]));
  for (const { without, line } of examples) {
    without.remove();
    line.remove();
  }
  return grown;
}

function example({ ownerDocument }: Element, dotted?: Partial<CSSStyleDeclaration>): HTMLElement {
  const line = ownerDocument.createElement('x-line');
  line.style.cssText = 'position:absolute;display:block;visibility:hidden;white-space:nowrap;text-indent:0';
  line.textContent = '字';
  if (!dotted) return line;
  const text = ownerDocument.createElement('x-text');
  Object.assign(text.style, dotted);
  text.textContent = '字';
  line.append(text);
  return line;
}
