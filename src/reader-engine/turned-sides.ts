const SIDES = ['top', 'right', 'bottom', 'left'] as const;
type Side = (typeof SIDES)[number];
const NAMES = ['margin-*', 'padding-*', 'border-*-width', 'border-*-style', 'border-*-color'];

/** For each side in the other writing direction, the side of the book's original direction. */
const FROM: Readonly<Record<'vertical' | 'horizontal', Readonly<Record<Side, Side>>>> = {
  vertical: { top: 'left', right: 'top', bottom: 'right', left: 'bottom' },
  horizontal: { top: 'right', right: 'bottom', bottom: 'left', left: 'top' },
};

interface Given {
  readonly style: CSSStyleDeclaration;
  readonly name: string;
  readonly values: Readonly<Record<Side, string>>;
}

export interface TurnedSides {
  /** `null`: as the book declares them. */
  turn(to: 'vertical' | 'horizontal' | null): void;
}

/** Margins written for horizontal text are on the wrong sides in vertical text, and the reverse. They are rotated with the text. */
export function turnedSides(inside: Document): TurnedSides {
  let given: Given[] | null = null;
  let turned: 'vertical' | 'horizontal' | null = null;
  return {
    turn(to) {
      if (to === turned) return;
      turned = to;
      given ??= [...inside.styleSheets].flatMap((sheet) => givenIn(sheet.cssRules));
      for (const { style, name, values } of given)
        for (const side of SIDES) {
          const value = values[to ? FROM[to][side] : side];
          if (value) style.setProperty(name.replace('*', side), value);
          else style.removeProperty(name.replace('*', side));
        }
    },
  };
}

function givenIn(rules: CSSRuleList): Given[] {
  return [...rules].flatMap((rule) => {
    const { style, cssRules } = rule as Partial<CSSStyleRule>;
    const nested = cssRules ? givenIn(cssRules) : [];
    if (!style || !(rule as CSSStyleRule).selectorText) return nested;
    const own = NAMES.flatMap((name) => {
      const values = Object.fromEntries(SIDES.map((side) => [side, style.getPropertyValue(name.replace('*', side))])) as Record<Side, string>;
      return SIDES.some((side) => values[side]) ? [{ style, name, values }] : [];
    });
    return [...own, ...nested];
  });
}
