import {
  type Colour,
  coloursOf,
  contrast,
  type Ground,
  type Inks,
  LINE_CONTRAST,
  luminance,
  middle,
  nightPaint,
  over,
  readable,
  readColour,
  written,
  opaque,
} from './colour-contrast.ts';

const LEAVES = 'path,rect,circle,ellipse,line,polyline,polygon,use,text,tspan,textPath';
const SHAPES = 'path,rect,circle,ellipse,polygon,image';
/** Limit of elements of a chapter that are judged: a map may have tens of thousands. */
const MOST = 4_000;
/** A drawing whose every part has less contrast than this was made for a dark page. */
const HIDDEN = 2;
/** A background that is darker than this was dark in the book too. */
const DARK = 0.18;

export interface Drawn {
  readonly element: Element;
  readonly css: string;
}

interface Painted {
  readonly element: SVGGraphicsElement;
  readonly isText: boolean;
  readonly fill: Colour | null;
  readonly stroke: Colour | null;
  /** As it is on this page. */
  shown: Colour | null;
}

/**
 * Returns the colours of drawings that are part of the text. On a dark page light and dark are exchanged; text of a drawing is readable on
 * the shape under it.
 */
export function drawnColours(body: Element, dark: boolean, inks: Inks, groundOf: (svg: Element) => Ground): Drawn[] {
  let left = MOST;
  return [...body.querySelectorAll('svg')].flatMap((svg) => {
    if (svg.parentElement?.closest('svg')) return [];
    const leaves = [...svg.querySelectorAll<SVGGraphicsElement>(LEAVES)].filter((one) => !one.closest('clipPath,mask,symbol,defs,pattern,marker'));
    left -= leaves.length;
    return left < 0 ? [] : coloursIn(svg, leaves, dark, inks, groundOf(svg));
  });
}

function coloursIn(svg: SVGSVGElement, leaves: readonly SVGGraphicsElement[], dark: boolean, inks: Inks, ground: Ground): Drawn[] {
  const painted = leaves.map((element): Painted => {
    const style = getComputedStyle(element);
    const isText = /^(text|tspan|textPath)$/.test(element.localName);
    const paint = (value: string, opacity: string): Colour | null => {
      const colour = value.startsWith('url') ? middleOf(svg, value) : readColour(value);
      return colour && colour[3] * Number(opacity) > 0.05 ? [colour[0], colour[1], colour[2], colour[3] * Number(opacity)] : null;
    };
    return { element, isText, fill: paint(style.fill, style.fillOpacity), stroke: paint(style.stroke, style.strokeOpacity), shown: null };
  });
  const seen = painted.flatMap(({ fill, stroke }) => [fill, stroke].filter((one) => one !== null));
  const forDark = seen.length > 0 && seen.every((one) => contrast(over(one, ground.shown), ground.shown) < HIDDEN && luminance(one) > 0.3);
  const turned = dark ? luminance(ground.own) > DARK && !forDark : forDark;
  const turn = (colour: Colour): Colour => (turned ? nightPaint(colour) : colour);
  const found: Drawn[] = [];
  const shapes: Painted[] = [];
  for (const one of painted) {
    const { element, isText, fill, stroke } = one;
    const under = isText ? shapeUnder(element, shapes) : null;
    // The colour of a photograph under the text is not known.
    if (under?.element.localName === 'image') continue;
    const below = under?.shown ? over(under.shown, ground.shown) : ground.shown;
    let css = '';
    if (fill) {
      const drawn = turn(fill);
      const plain = opaque((at) => drawn[at]);
      const text = isText ? readable(over([plain[0], plain[1], plain[2], fill[3]], below), below, inks) : plain;
      const isSame = text === plain || written(text) === written(fill);
      one.shown = [text[0], text[1], text[2], isText ? 1 : fill[3]];
      if (!isSame || turned) css += `fill:${written(text)}!important;`;
      if (isText && !isSame && fill[3] < 1) css += 'fill-opacity:1!important;';
    }
    if (stroke) {
      const drawn = turn(stroke);
      const line = opaque((at) => drawn[at]);
      // Lines on a light page are as the book drew them.
      const wanted = turned && !isText ? readable(line, below, inks, LINE_CONTRAST) : line;
      if (turned) css += `stroke:${written(wanted)}!important;`;
    }
    if (css) found.push({ element, css });
    if (one.fill && element.matches(SHAPES)) shapes.push(one);
  }
  return found;
}

/** Returns the topmost shape that was drawn under the middle of a text. */
function shapeUnder(text: SVGGraphicsElement, shapes: readonly Painted[]): Painted | null {
  const { left, top, width, height } = text.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return (
    shapes.findLast(({ element }) => {
      const box = element.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
      const matrix = element.getScreenCTM();
      if (element.localName === 'rect' || element.localName === 'image' || !matrix || !('isPointInFill' in element)) return true;
      return (element as SVGGeometryElement).isPointInFill(new DOMPoint(x, y).matrixTransform(matrix.inverse()));
    }) ?? null
  );
}

/** Returns the middle colour of a gradient. */
function middleOf(svg: SVGSVGElement, address: string): Colour | null {
  const name = /#([^"')]+)/.exec(address)?.[1];
  const gradient = name ? svg.ownerDocument.getElementById(decodeURIComponent(name)) : null;
  const stops = coloursOf([...(gradient?.querySelectorAll('stop') ?? [])].map((stop) => getComputedStyle(stop).stopColor));
  return stops.length > 0 ? middle(stops) : null;
}
