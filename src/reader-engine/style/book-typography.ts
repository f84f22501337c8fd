/** With a smaller line height, letters of neighbouring lines overlap. */
const ROOM = 0.95;

/** Maximum characters of a box that stays on one page; longer content is running text. */
const BOX = 200;

/**
 * Marks type settings of a book that do not fit the page: letters larger than the lines of the page (`data-large`), and text in a box that
 * no browser breaks across pages (`data-boxed`). Checks one element of each kind, once.
 */
export function bookTypography(inside: Document): { look(): void } {
  const kinds = new Map<string, Kind>();
  const asked = new WeakSet<Element>();
  return {
    look() {
      const found: [Element, string][] = [];
      for (const element of elementsIn(inside.body)) {
        if (asked.has(element)) continue;
        asked.add(element);
        const { large, boxed } = kindOf(element, kinds);
        if (large) found.push([element, 'data-large']);
        if (boxed && (element.textContent ?? '').length > BOX) found.push([element, 'data-boxed']);
      }
      // Written after all checks: reading styles after each mark would recalculate them.
      for (const [element, name] of found) element.setAttribute(name, '');
    },
  };
}

/** Skips the content of formulas: a chapter may have a hundred thousand of these elements. */
function* elementsIn(parent: Element): Generator<Element> {
  for (const element of parent.children) {
    yield element;
    if (element.localName !== 'math') yield* elementsIn(element);
  }
}

interface Kind {
  readonly large: boolean;
  readonly boxed: boolean;
}

function kindOf(element: Element, kinds: Map<string, Kind>): Kind {
  const own = element.hasAttributes() ? ['class', 'style', 'size'].map((name) => element.getAttribute(name) ?? '').join('\n') : '';
  const name = `${element.localName}\n${element.parentElement?.getAttribute('class') ?? ''}\n${own}`;
  const known = kinds.get(name);
  if (known) return known;
  const style = getComputedStyle(element);
  const kind = { large: isLarge(style), boxed: isBox(style) };
  kinds.set(name, kind);
  return kind;
}

const isBox = ({ display, position, overflowY }: CSSStyleDeclaration): boolean =>
  display.startsWith('inline-') || position === 'absolute' || position === 'fixed' || /hidden|auto|scroll|clip/.test(overflowY);

const isLarge = ({ fontSize, lineHeight }: CSSStyleDeclaration): boolean => Number.parseFloat(lineHeight) < ROOM * Number.parseFloat(fontSize);

/** Font sizes in px or pt, converted to `rem` with the default size of browsers. */
const SIZES = /(?<![\w-])font-size\s*:\s*([\d.]+)(px|pt)/gi;
const REM = { px: 16, pt: 12 } as const;

/** Lengths that are too large on a page narrower than the intended one. */
const SIDES = /(?<![\w-])(margin|padding|(?:margin|padding)-(?:left|right)|min-width)(\s*:\s*)([^;{}()]+)/gi;
/** Lengths below this, in ems, always fit. */
const NARROW = 3.5;
const IN_EMS: Readonly<Record<string, number>> = { em: 1, rem: 1, px: 1 / REM.px, pt: 1 / REM.pt };

/**
 * Font sizes in pixels or points ignore the size that the reader chooses, so they become relative to it.
 * Side margins are limited to a quarter of the line.
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

/** Limits lengths that are too long for a narrow line to a percentage of it; of several values in CSS order, only the horizontal ones. */
function fitting(values: string, most: number): string {
  let at = 0;
  const several = /\S\s+[^\s!]/.test(values);
  return values.replace(/\S+/g, (value) => {
    const [, length, unit = ''] = /^(\d*\.?\d+)(em|rem|px|pt)$/i.exec(value) ?? [];
    const along = !several || at++ % 2 === 1;
    return length && along && Number(length) * (IN_EMS[unit.toLowerCase()] ?? 0) >= NARROW ? `min(${value},${most}%)` : value;
  });
}
