/** A colour in OKLCH: lightness 0–1, chroma, hue in radians. */
interface Lch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

type Triple = readonly [number, number, number];

/**
 * Colours derived from the chosen colour. White text on the three primaries, and the link on its backgrounds, has a contrast of at least
 * 4.5:1.
 */
export interface AdminColours {
  /** The chosen colour, for areas without text. */
  readonly own: string;
  readonly primary: string;
  readonly hover: string;
  readonly active: string;
  readonly link: string;
  readonly linkHover: string;
  readonly tint: string;
  readonly tintEdge: string;
}

export const DEFAULT_COLOUR = '#409EFF';
/** A little above 4.5:1, so that rounding to screen colours does not go below it. */
const ENOUGH = 4.6;
const STEP = 0.004;

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toScreen = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function linearOf(hex: string): Triple {
  const at = (from: number): number => toLinear(Number.parseInt(hex.slice(from, from + 2), 16) / 255);
  return [at(1), at(3), at(5)];
}

/** Returns `#rrggbb` in any case, or null: a stored setting may contain anything. */
export const hexOf = (text: unknown): string | null => (typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text) ? text : null);

/** WCAG contrast of two colours, 1–21. */
export function contrast(one: string, other: string): number {
  const light = (hex: string): number => {
    const [r, g, b] = linearOf(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [a, b] = [light(one), light(other)];
  return Math.max(a, b) / Math.min(a, b);
}

function lchOf(hex: string): Lch {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
}

function rgbOf({ l, c, h }: Lch): Triple {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** Returns the nearest displayable colour: reduces chroma, keeps lightness and hue. */
function hexFrom(colour: Lch): string {
  let { c } = colour;
  const inside = (rgb: Triple): boolean => rgb.every((value) => value > -0.0005 && value < 1.0005);
  while (c > 0.001 && !inside(rgbOf({ ...colour, c }))) c *= 0.96;
  const part = (value: number): string =>
    Math.round(toScreen(Math.min(1, Math.max(0, value))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${rgbOf({ ...colour, c })
    .map(part)
    .join('')}`;
}

/** Changes the lightness in steps until the contrast with `on` is sufficient. */
function until(colour: Lch, step: number, on: readonly string[], enough = ENOUGH): Lch {
  let now = colour;
  while (now.l > 0 && now.l < 1 && on.some((ground) => contrast(hexFrom(now), ground) < enough)) now = { ...now, l: now.l + step };
  return { ...now, l: Math.min(1, Math.max(0, now.l)) };
}

const darker = (colour: Lch, by: number): Lch => ({ ...colour, l: Math.max(0, colour.l - by) });

export function adminColours(picked: string, dark: boolean): AdminColours {
  const own = hexOf(picked) ?? DEFAULT_COLOUR;
  const base = lchOf(own);
  // A darker step with the same chroma would look too vivid.
  const primary = until({ ...base, c: base.c * 0.88 }, -STEP, ['#ffffff']);
  const faint = { ...base, l: dark ? 0.262 : 0.965, c: Math.min(base.c * 0.3, dark ? 0.045 : 0.018) };
  const edge = { ...base, l: dark ? 0.335 : 0.925, c: Math.min(base.c * 0.4, dark ? 0.06 : 0.038) };
  const tint = hexFrom(faint);
  const grounds = dark ? [tint, '#262625', '#1f1f1e'] : [tint, '#efede9', '#ffffff'];
  const link = dark ? until({ ...base, l: Math.max(base.l, 0.75) }, STEP, grounds) : until(darker(primary, 0.04), -STEP, grounds);
  return {
    own,
    primary: hexFrom(primary),
    hover: hexFrom(darker(primary, 0.04)),
    active: hexFrom(darker(primary, 0.09)),
    link: hexFrom(link),
    linkHover: hexFrom(dark ? { ...link, l: Math.min(1, link.l + 0.08) } : darker(link, 0.05)),
    tint,
    tintEdge: hexFrom(edge),
  };
}
