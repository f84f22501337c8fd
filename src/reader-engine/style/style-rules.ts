import { OWN_SHEET } from '../queryable.ts';

/** Returns the style rules of a list, with those inside `@media` and other groups. */
export function styleRules(rules: CSSRuleList): CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    const { selectorText, cssRules } = rule as Partial<CSSStyleRule>;
    return [...(selectorText === undefined ? [] : [rule as CSSStyleRule]), ...(cssRules ? styleRules(cssRules) : [])];
  });
}

/** Returns the style sheets of the book, each with its text. */
export function bookSheets(inside: Document): { readonly rules: CSSRuleList; readonly text: string }[] {
  return [...inside.styleSheets].flatMap((sheet) => {
    const owner = sheet.ownerNode as Element | null;
    return owner?.hasAttribute(OWN_SHEET) ? [] : [{ rules: sheet.cssRules, text: owner?.textContent ?? '' }];
  });
}
