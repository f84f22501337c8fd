/** An sRGB colour: red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** A background: as the book has it, on white paper, and as it is on this page. */
export interface Ground {
  readonly own: Colour;
  readonly shown: Colour;
}

/** Least contrast of text and its background (WCAG 1.4.3), and of lines and shapes of a drawing (WCAG 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const LINE_CONTRAST = 3;
/** Rounding to whole numbers must not lose the least contrast. */
const SAFE = 1.02;
/** Below this difference of its parts a colour counts as grey. */
const GREY = 24;
const STEPS = 24;

/** Reads a computed colour: `rgb(…)`, or `color(srgb …)`, which CSS functions produce. Returns null for others. */
export function readColour(text: string): Colour | null {
  const [red, green, blue, alpha = 1] = text.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  if (text.startsWith('rgb')) return [red, green, blue, alpha];
  return text.startsWith('color(srgb ') ? [red * 255, green * 255, blue * 255, alpha] : null;
}

export const coloursOf = (texts: readonly string[]): Colour[] => texts.map(readColour).filter((one) => one !== null);

/** An opaque colour from its parts. */
export const opaque = (part: (at: 0 | 1 | 2) => number): Colour => [part(0), part(1), part(2), 1];

export const readHex = (hex: string): Colour => opaque((at) => Number.parseInt(hex.slice(2 * at + 1, 2 * at + 3), 16));

export const written = ([red, green, blue]: Colour): string => `rgb(${Math.round(red)},${Math.round(green)},${Math.round(blue)})`;

/** Returns the opaque colour of a translucent one on an opaque background. */
export const over = (top: Colour, below: Colour): Colour => opaque((at) => top[at] * top[3] + below[at] * (1 - top[3]));

const linear = (part: number): number => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
export const luminance = ([red, green, blue]: Colour): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

export function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

export const isGrey = ([red, green, blue]: Colour): boolean => Math.max(red, green, blue) - Math.min(red, green, blue) < GREY;

const WHITE: Colour = [255, 255, 255, 1];
const BLACK: Colour = [0, 0, 0, 1];

/** Mixes a colour with another: `share` 0 keeps it, 1 is the other. */
const mixed = (one: Colour, other: Colour, share: number): Colour => opaque((at) => one[at] * (1 - share) + other[at] * share);

/** Returns the middle of several colours. */
export function middle(colours: readonly Colour[]): Colour {
  const part = (at: 0 | 1 | 2 | 3): number => colours.reduce((sum, one) => sum + one[at], 0) / colours.length;
  return [part(0), part(1), part(2), part(3)];
}

/** The inks of a page: its own, and the softer one of its captions. */
export interface Inks {
  readonly ink: Colour;
  readonly dim: Colour;
}

/**
 * Returns the colour in which text of `colour` is readable on `ground`: the same colour when it is readable, else the nearest one of the
 * same hue; a grey becomes an ink of the page where that is readable.
 */
export function readable(colour: Colour, ground: Colour, inks: Inks, least = TEXT_CONTRAST): Colour {
  const fits = (one: Colour): boolean => contrast(one, ground) >= least * SAFE;
  if (fits(colour)) return colour;
  const towards = contrast(WHITE, ground) > contrast(BLACK, ground) ? WHITE : BLACK;
  if (isGrey(colour)) {
    const soft = [inks.dim, inks.ink].find(fits);
    if (soft) return soft;
  }
  for (let step = 1; step < STEPS; step++) {
    const next = mixed(colour, towards, step / STEPS);
    if (fits(next)) return next;
  }
  return towards;
}

/** The luminance of a background of a book on a dark page; darker ones stay as they are. */
const NIGHT_GROUND = 0.05;
/** A pale tint is stronger when it is dark, so that it stays visible. */
const PALE = 0.3;
const STRONGER = 2.2;
/** A background that does not differ from the page by this contrast is made a little lighter. */
const APART = 1.08;

/** Returns a background of the book for a page: the same on a light page; on a dark page a dark one of the same hue. */
export function groundFor(ground: Colour, paper: Colour, dark: boolean): Colour {
  if (!dark) return ground;
  const light = luminance(ground);
  if (light <= NIGHT_GROUND) return contrast(ground, paper) < APART ? mixed(ground, WHITE, 0.08) : ground;
  const most = Math.max(ground[0], ground[1], ground[2]);
  const strength = (most - Math.min(ground[0], ground[1], ground[2])) / most;
  const tinted = (part: number): number => Math.max(0, most - (most - part) * (strength < PALE ? STRONGER : 1));
  const tint: Colour = [tinted(ground[0]), tinted(ground[1]), tinted(ground[2]), 1];
  const scale = (NIGHT_GROUND / luminance(tint)) ** (1 / 2.2);
  return [tint[0] * scale, tint[1] * scale, tint[2] * scale, 1];
}

/** Returns a colour of a drawing on a dark page: light and dark are exchanged, the hue stays. */
export function nightPaint(colour: Colour): Colour {
  const [red, green, blue] = colour;
  const middle = (Math.max(red, green, blue) + Math.min(red, green, blue)) / 2;
  // 0 becomes .88 and 255 becomes .12 of white, as pictures of lines do.
  const turned = 0.88 * 255 - middle * 0.76;
  const span = Math.min(middle, 255 - middle);
  const room = Math.min(turned, 255 - turned);
  const scale = span === 0 ? 0 : Math.min(1, room / span);
  return [turned + (red - middle) * scale, turned + (green - middle) * scale, turned + (blue - middle) * scale, colour[3]];
}
