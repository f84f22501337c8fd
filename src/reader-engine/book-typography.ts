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
export function bookTypography(inside: Document): { look(day: boolean): void } {
  const kinds = new Map<string, Kind>();
  /** Whether it was asked by day. */
  const asked = new WeakMap<Element, boolean>();
  return {
    look(day) {
      const found: [Element, string][] = [];
      for (const element of elementsIn(inside.body)) {
        const before = asked.get(element);
        if (before === true || before === day) continue;
        asked.set(element, day);
        const { large, boxed, faint } = kindOf(element, kinds, day);
        if (faint === true) found.push([element, 'data-faint']);
        if (before !== undefined) continue;
        if (large) found.push([element, 'data-large']);
        if (boxed && (element.textContent ?? '').length > BOX) found.push([element, 'data-boxed']);
      }
      // Written after everything was asked: each answer after a mark would cost another pass over the styles.
      for (const [element, name] of found) element.setAttribute(name, '');
    },
  };
}

/** Without the insides of formulas: a chapter may have a hundred thousand of them. */
function* elementsIn(parent: Element): Generator<Element> {
  for (const element of parent.children) {
    yield element;
    if (element.localName !== 'math') yield* elementsIn(element);
  }
}

interface Kind {
  readonly large: boolean;
  readonly boxed: boolean;
  /** Null where it was asked by night alone. */
  readonly faint: boolean | null;
}

function kindOf(element: Element, kinds: Map<string, Kind>, day: boolean): Kind {
  const own = element.hasAttributes() ? ['class', 'style', 'color', 'size'].map((name) => element.getAttribute(name) ?? '').join('\n') : '';
  const name = `${element.localName}\n${element.parentElement?.getAttribute('class') ?? ''}\n${own}`;
  const known = kinds.get(name);
  if (known && (known.faint !== null || !day)) return known;
  const style = getComputedStyle(element);
  const kind = { large: known?.large ?? isLarge(style), boxed: known?.boxed ?? isBox(style), faint: day ? isFaint(style) : null };
  kinds.set(name, kind);
  return kind;
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

/** What a page that is narrower than the one it was said for has no room for. */
const SIDES = /(?<![\w-])(margin|padding|(?:margin|padding)-(?:left|right)|min-width)(\s*:\s*)([^;{}()]+)/gi;
/** In ems a page has room for. */
const NARROW = 3.5;
const IN_EMS: Readonly<Record<string, number>> = { em: 1, rem: 1, px: 1 / REM.px, pt: 1 / REM.pt };

/**
 * Sizes in pixels or points would stay as they are whatever size the reader chooses: they become as large beside his.
 * What keeps text off the sides takes no more than a quarter of its line.
 */
export function relativeSizes(part: Element): void {
  for (const style of part.querySelectorAll('style')) style.textContent = relative(style.textContent ?? '');
  for (const element of [part, ...part.querySelectorAll('[style*=":"]')]) {
    const style = element.getAttribute('style') ?? '';
    const fit = relative(style);
    if (fit !== style) element.setAttribute('style', fit);
  }
}

const relative = (css: string): string =>
  css
    .replace(SIZES, (_all, size: string, unit: string) => `font-size:${Number(size) / REM[unit.toLowerCase() as keyof typeof REM]}rem`)
    .replace(
      SIDES,
      (_all, name: string, colon: string, values: string) => name + colon + fitting(values, name.toLowerCase() === 'min-width' ? 100 : 25),
    );

/** Lengths that are too long for a narrow line as shares of it, of 100; of several, in the order of CSS, those along it. */
function fitting(values: string, most: number): string {
  let at = 0;
  const several = /\S\s+[^\s!]/.test(values);
  return values.replace(/\S+/g, (value) => {
    const [, length, unit = ''] = /^(\d*\.?\d+)(em|rem|px|pt)$/i.exec(value) ?? [];
    const along = !several || at++ % 2 === 1;
    return length && along && Number(length) * (IN_EMS[unit.toLowerCase()] ?? 0) >= NARROW ? `min(${value},${most}%)` : value;
  });
}
