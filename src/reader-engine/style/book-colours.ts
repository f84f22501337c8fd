import {
  type Colour,
  coloursOf,
  contrast,
  type Ground,
  groundFor,
  type Inks,
  isGrey,
  luminance,
  middle,
  over,
  readable,
  readColour,
  readHex,
  written,
} from './colour-contrast.ts';
import { drawnColours } from './drawn-colours.ts';
import type { THEMES } from './look.ts';
import { RULES } from './page-style.ts';
import { OWN_SHEET, queryable } from '../queryable.ts';
import { bookSheets, styleRules } from './style-rules.ts';

export type Theme = (typeof THEMES)[keyof typeof THEMES];

const XHTML = 'http://www.w3.org/1999/xhtml';
/** Set on the root element while the colours of the book apply; the style of the page then overrides none of them. */
const HUES = 'data-hues';
const HUE = 'data-hue';
const SAYS = /color|background|opacity|text-fill/;
const OWN = '[style*="color"],[style*="background"],[style*="opacity"],[color],[bgcolor],[background],[mathcolor],[mathbackground],mark';
const PSEUDO = /::?(before|after|first-letter|first-line|marker)\b/g;
const LEFT = `img,svg *,video,iframe,input,select,textarea,button,option,${RULES}`;
/** A background that is as light as paper is that of the publisher's page. */
const PAPER = 0.96;
/** A background with less opacity than this cannot be seen. */
const SEEN = 0.03;
/** Colours of a gradient that differ by more than this make no background for text. */
const EVEN = 1.2;
/** Element names, least characters and share of the text of an element whose background is that of the whole page. */
const WHOLE = 'div,section,article,main';
const WHOLE_LEAST = 400;
const WHOLE_SHARE = 0.95;
/** Drawn over a picture under light text. */
const SCRIM = 0.65;
const WHITE: Colour = [255, 255, 255, 1];
const BLACK: Colour = [0, 0, 0, 1];

export interface BookColours {
  /** Adapts the colours of the book to a theme, once; null leaves text and paper of the page alone. Call it after each layout. */
  look(theme: Theme | null): void;
}

/**
 * Keeps the colours and backgrounds of a book on any paper. Text and its background are one pair: where their contrast is too small
 * the text, or on a dark page both, are replaced by readable colours of the same hue. Only elements that the book's styles affect are
 * judged; all others inherit.
 */
export function bookColours(inside: Document): BookColours {
  const root = inside.documentElement;
  const sheet = inside.createElementNS(XHTML, 'style');
  sheet.setAttribute(OWN_SHEET, '');
  // A table or a drawing that is shown by itself needs them too.
  sheet.setAttribute(HUES, '');
  const { selectors, pseudo } = colouredIn(inside);
  let before = '';
  let marked: readonly Marked[] = [];
  return {
    look(theme) {
      const now = stateOf(theme, inside);
      if (now === before) return;
      before = now;
      // The colours are read as the book has them.
      sheet.textContent = '';
      for (const { element, name } of marked) element.removeAttribute(name);
      root.toggleAttribute(HUES, theme !== null);
      if (theme === null) return sheet.remove();
      const page = new Page(inside, theme);
      page.judge([...inside.body.querySelectorAll(selectors)], pseudo);
      if (!sheet.isConnected) (inside.head ?? root).append(sheet);
      marked = page.marks();
      for (const { element, name, value } of marked) element.setAttribute(name, value);
      sheet.textContent = page.css;
      before = stateOf(theme, inside);
    },
  };
}

interface Marked {
  readonly element: Element;
  readonly name: string;
  readonly value: string;
}

/** Parts of a chapter may be added after its first layout. */
const stateOf = (theme: Theme | null, inside: Document): string =>
  theme === null ? 'none' : `${theme.paper} ${inside.getElementsByTagName('*').length}`;

/** Returns a selector for the elements that may have a colour, and one for each kind of pseudo-element. */
function colouredIn(inside: Document): { selectors: string; pseudo: ReadonlyMap<string, string> } {
  const found: string[] = [];
  const pseudo = new Map<string, string[]>();
  for (const { rules, text } of bookSheets(inside)) {
    if (!SAYS.test(text)) continue;
    for (const { selectorText, style } of styleRules(rules)) {
      if (!style.color && !style.backgroundColor && !style.backgroundImage && !style.opacity && !style.webkitTextFillColor) continue;
      const kinds = [...selectorText.matchAll(PSEUDO)].map(([, kind = '']) => kind);
      for (const kind of kinds) pseudo.set(kind, [...(pseudo.get(kind) ?? []), selectorText.replace(PSEUDO, '')]);
      if (kinds.length === 0) found.push(selectorText);
    }
  }
  return {
    selectors: [OWN, ...queryable(inside, found)].join(),
    pseudo: new Map([...pseudo].map(([kind, all]) => [kind, queryable(inside, all).join()])),
  };
}

class Page {
  readonly #inside: Document;
  readonly #dark: boolean;
  readonly #paper: Ground;
  readonly #inks: Inks;
  readonly #grounds = new Map<Element, Ground>();
  /** The declarations for each element or pseudo-element. */
  readonly #found = new Map<string, Map<Element, string>>();

  constructor(inside: Document, theme: Theme) {
    this.#inside = inside;
    this.#dark = theme.dark;
    this.#paper = { own: WHITE, shown: readHex(theme.paper) };
    this.#inks = { ink: readHex(theme.ink), dim: readHex(theme.dim) };
  }

  judge(elements: readonly Element[], pseudo: ReadonlyMap<string, string>): void {
    const { body } = this.#inside;
    for (const element of elements) if (!element.matches(LEFT)) this.#pair(element);
    // Links have the colour of the page, also on a background of the book.
    const links = new Set([...this.#grounds.keys()].flatMap((element) => [...element.querySelectorAll('a[href]')]));
    for (const link of links) if (!this.#grounds.has(link)) this.#ink(link, getComputedStyle(link), this.#groundOf(link), '', 1);
    for (const [kind, selector] of pseudo)
      for (const element of selector ? body.querySelectorAll(selector) : []) if (!element.matches(LEFT)) this.#pseudo(element, kind);
    for (const drawn of drawnColours(body, this.#dark, this.#inks, (svg) => this.#groundOf(svg))) this.#add(drawn.element, '', drawn.css);
  }

  #groundOf(element: Element | null): Ground {
    for (let at = element; at; at = at.parentElement) {
      const ground = this.#grounds.get(at);
      if (ground) return ground;
    }
    return this.#paper;
  }

  #pair(element: Element): void {
    const style = getComputedStyle(element);
    const around = this.#groundOf(element.parentElement);
    const { ground, css } = this.#ground(element, style, around);
    if (ground) this.#grounds.set(element, ground);
    this.#ink(element, style, ground ?? around, css, Number(style.opacity));
  }

  /** Returns the background of an element, null if it has none, and what to change of it. */
  #ground(element: Element, style: CSSStyleDeclaration, around: Ground): { ground: Ground | null; css: string } {
    const own = readColour(style.backgroundColor);
    const image = style.backgroundImage;
    if (style.backgroundClip === 'text' || style.webkitBackgroundClip === 'text')
      return { ground: null, css: 'background:none!important;-webkit-text-fill-color:currentcolor!important;' };
    const plain = own && own[3] > SEEN ? own : null;
    const stops = /gradient\(/.test(image) ? coloursOf(image.match(/(?:rgba?|color)\([^()]*\)/g) ?? []) : [];
    const below = plain ? over(plain, around.own) : around.own;
    if (stops.some((one) => one[3] > SEEN)) {
      const solid = stops.map((one) => over(one, below));
      const between = middle(solid);
      const isEven = solid.every((one) => contrast(one, between) < EVEN);
      const shown = groundFor(between, around.shown, this.#dark);
      return {
        ground: { own: between, shown },
        css: isEven && !this.#dark ? '' : `background-image:none!important;background-color:${written(shown)}!important;`,
      };
    }
    if (/url\(/.test(image) && !this.#dark && /\S/.test(element.textContent ?? '')) {
      const ink = readColour(style.color);
      if (!plain && ink && contrast(ink, around.shown) < contrast(ink, BLACK) && luminance(ink) > 0.4) {
        const shown = over([0, 0, 0, SCRIM], WHITE);
        return {
          ground: { own: shown, shown },
          css: `background-color:${written(shown)}!important;background-image:linear-gradient(rgb(0 0 0/${SCRIM}) 0 0),${image}!important;`,
        };
      }
    }
    if (!plain) return { ground: null, css: '' };
    const isPaper = around === this.#paper && (this.#isWhole(element) || (isGrey(below) && luminance(below) > PAPER));
    if (isPaper) return { ground: null, css: 'background-color:transparent!important;' };
    const shown = this.#dark ? groundFor(below, around.shown, true) : over(plain, around.shown);
    return { ground: { own: below, shown }, css: this.#dark ? `background-color:${written(shown)}!important;` : '' };
  }

  /** Whether the element contains all of the page, so that its background is the paper of the publisher. */
  #isWhole(element: Element): boolean {
    const { body } = this.#inside;
    if (!element.matches(WHOLE)) return false;
    const length = (element.textContent ?? '').length;
    return length > WHOLE_LEAST && length >= WHOLE_SHARE * (body.textContent ?? '').length;
  }

  #ink(element: Element, style: CSSStyleDeclaration, { shown }: Ground, css: string, opacity: number, kind = ''): void {
    const own = readColour(style.color);
    let more = css;
    if (own) {
      const alpha = own[3] * (opacity > 0.05 ? opacity : 1);
      const seen = over([own[0], own[1], own[2], alpha], shown);
      const wanted = readable(seen, shown, this.#inksFor(own));
      if (wanted !== seen) {
        more += `color:${written(readable([own[0], own[1], own[2], 1], shown, this.#inksFor(own)))}!important;`;
        if (opacity < 1 && opacity > 0.05) more += 'opacity:1!important;';
      }
    }
    if (readColour(style.webkitTextFillColor) && style.webkitTextFillColor !== style.color) more += '-webkit-text-fill-color:currentcolor!important;';
    if (more) this.#add(element, kind, more);
  }

  /** Grey text of a book is softer than its other text; black and white text is the usual one. */
  #inksFor(own: Colour): Inks {
    const onWhite = contrast(own, WHITE);
    return onWhite > 2 && onWhite < 7 ? this.#inks : { ink: this.#inks.ink, dim: this.#inks.ink };
  }

  #pseudo(element: Element, kind: string): void {
    const style = getComputedStyle(element, `::${kind}`);
    if (/^(before|after)$/.test(kind) && /^(none|normal)$/.test(style.content)) return;
    const around = this.#groundOf(element);
    const { ground, css } = this.#ground(element, style, around);
    this.#ink(element, style, ground ?? around, css, Number(style.opacity || 1), kind);
  }

  #add(element: Element, kind: string, css: string): void {
    const known = this.#found.get(kind) ?? new Map<Element, string>();
    this.#found.set(kind, known.set(element, (known.get(element) ?? '') + css));
  }

  /** The rules for the marks. */
  css = '';

  /** Returns the attributes that the rules refer to; elements with the same colours share a value. */
  marks(): Marked[] {
    const rules = new Map<string, string>();
    const made = [...this.#found].flatMap(([kind, elements]) =>
      [...elements].map(([element, css]): Marked => {
        const name = kind ? `${HUE}-${kind}` : HUE;
        const value = rules.get(name + css) ?? String(rules.size);
        if (!rules.has(name + css)) this.css += `html:root [${name}="${value}"]${kind ? `::${kind}` : ''}{${css}}\n`;
        rules.set(name + css, value);
        return { element, name, value };
      }),
    );
    return made;
  }
}
