/** Lighter than this, of 1, and on paper a text cannot be read. */
const FAINT = 0.6;
/** A line lower than its letters lets them lie over each other. */
const ROOM = 0.95;

/** Characters that a box on a page may hold; more of them are text, which goes on. */
const BOX = 200;

/**
 * What a book says of its type and what the page cannot give it: text so light that it was meant for a dark ground
 * (`data-faint`), which a page has not, letters larger than the lines of the page (`data-large`), and text in a box that
 * no browser goes on with on the next page (`data-boxed`). Asked of one element of each kind, and once; of colours by day.
 */
export function saidType(inside: Document): { look(day: boolean): void } {
  const isBoxed = kindsOf(isBox);
  const asked = {
    'data-faint': kindsOf(isFaint),
    'data-large': kindsOf(isLarge),
    'data-boxed': (element: Element) => isBoxed(element) && (element.textContent ?? '').length > BOX,
  };
  return {
    look(day) {
      const all = [...inside.body.querySelectorAll('*')];
      const found = Object.entries(asked).map(([name, kinds]) => [name, name === 'data-faint' && !day ? [] : all.filter(kinds)] as const);
      // Written after everything was asked: each answer after a mark would cost another pass over the styles.
      for (const [name, elements] of found) for (const element of elements) element.setAttribute(name, '');
    },
  };
}

/** Whether an element that was not asked before is of such a kind. */
function kindsOf(is: (style: CSSStyleDeclaration) => boolean): (element: Element) => boolean {
  const seen = new WeakSet<Element>();
  const kinds = new Map<string, boolean>();
  return (element) => {
    if (seen.has(element)) return false;
    seen.add(element);
    const names = ['class', 'style', 'color', 'size'].map((name) => element.getAttribute(name) ?? '');
    const kind = [element.localName, element.parentElement?.getAttribute('class') ?? '', ...names].join('\n');
    const known = kinds.get(kind) ?? is(getComputedStyle(element));
    kinds.set(kind, known);
    return known;
  };
}

function isFaint({ color }: CSSStyleDeclaration): boolean {
  const [red = 0, green = 0, blue = 0] = color.match(/[\d.]+/g)?.map(Number) ?? [];
  return color.startsWith('rgb') && (0.3 * red + 0.59 * green + 0.11 * blue) / 255 > FAINT;
}

const isBox = ({ display, position, overflowY }: CSSStyleDeclaration): boolean =>
  display.startsWith('inline-') || position === 'absolute' || position === 'fixed' || /hidden|auto|scroll|clip/.test(overflowY);

const isLarge = ({ fontSize, lineHeight }: CSSStyleDeclaration): boolean => Number.parseFloat(lineHeight) < ROOM * Number.parseFloat(fontSize);

/** Of a line of text that is said to be so large: in what a browser takes for one `rem` where nothing else is said. */
const SIZES = /(?<![\w-])font-size\s*:\s*([\d.]+)(px|pt)/gi;
const REM = { px: 16, pt: 12 } as const;

/** Sizes in pixels or points would stay as they are whatever size the reader chooses: they become as large beside his. */
export function relativeSizes(root: Element): void {
  for (const style of root.querySelectorAll('style')) style.textContent = relative(style.textContent ?? '');
  for (const element of root.querySelectorAll('[style*="font-size"]')) element.setAttribute('style', relative(element.getAttribute('style') ?? ''));
}

const relative = (css: string): string =>
  css.replace(SIZES, (_all, size: string, unit: string) => `font-size:${Number(size) / REM[unit.toLowerCase() as keyof typeof REM]}rem`);
