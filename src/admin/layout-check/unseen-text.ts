import { type Colour, contrast, over, readHex, TEXT_CONTRAST } from '../../reader-engine/style/colour-contrast.ts';
import { readAnyColour as read } from './any-colour.ts';
import { THEMES, type ThemeName } from '../../reader-engine/style/look.ts';
import type { DrawnText, Pace } from './drawn-text.ts';
import type { Faults } from './fault.ts';
import type { PageWindows } from './page-windows.ts';

/** Colours of a page are whole numbers, so a contrast may be a little below the one that was meant. */
const ROUNDING = 0.05;
const TRANSPARENT = 0.02;
const SHAPES = 'rect,circle,ellipse,path,polygon,image';
const AT_ONCE = 300;

/** The background of a text; null when it is a picture or a gradient, whose colour is not known. */
type Ground = Colour | null;

/** Finds texts whose contrast with their background is below 4.5 (WCAG 1.4.3) on a page of this theme. */
export async function unseenTexts(texts: readonly DrawnText[], theme: ThemeName, windows: PageWindows, faults: Faults, pace: Pace): Promise<void> {
  const grounds = new Map<Element, Ground>();
  const paper = readHex(THEMES[theme].paper);
  let count = 0;
  for (const { text, element, style, opacity, rects } of texts) {
    if (++count % AT_ONCE === 0) await pace();
    const [rect] = rects;
    if (!rect) continue;
    const drawing = element.closest('svg');
    const around = groundOf(drawing ?? element, paper, grounds);
    const ground = around && drawing ? groundInDrawing(element, rect, drawing, around) : around;
    const ink = read(drawing ? style.fill : style.webkitTextFillColor || style.color);
    if (!ground || !ink) continue;
    const alpha = ink[3] * opacity;
    if (alpha <= TRANSPARENT) continue;
    const ratio = contrast(over([ink[0], ink[1], ink[2], alpha], ground), ground);
    if (ratio < TEXT_CONTRAST - ROUNDING)
      faults.add({ kind: 'unseen', page: windows.pageOf(rect), at: text, text: text.data, weight: TEXT_CONTRAST - ratio, night: THEMES[theme].dark });
  }
}

function groundOf(element: Element, paper: Colour, known: Map<Element, Ground>): Ground {
  const found = known.get(element);
  if (found !== undefined) return found;
  const style = getComputedStyle(element);
  const own = read(style.backgroundColor);
  const parent = element.parentElement;
  const below = parent ? groundOf(parent, paper, known) : paper;
  let ground: Ground = below;
  if (style.backgroundImage !== 'none') ground = null;
  else if (own && own[3] >= 1) ground = own;
  else if (own && below) ground = over(own, below);
  known.set(element, ground);
  return ground;
}

/** Returns the colour of the topmost shape that was drawn under the beginning of a text. */
function groundInDrawing(text: Element, rect: DOMRect, drawing: Element, around: Colour): Ground {
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  let ground: Ground = around;
  for (const shape of drawing.querySelectorAll<SVGGraphicsElement>(SHAPES)) {
    if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
    const box = shape.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom || !isFilledAt(shape, x, y)) continue;
    const style = getComputedStyle(shape);
    if (shape.localName === 'image' || /url/.test(style.fill)) ground = null;
    else {
      const fill = read(style.fill);
      if (fill && ground) ground = over([fill[0], fill[1], fill[2], fill[3] * Number(style.fillOpacity) * Number(style.opacity)], ground);
    }
  }
  return ground;
}

function isFilledAt(shape: SVGGraphicsElement, x: number, y: number): boolean {
  const matrix = shape.getScreenCTM();
  if (shape.localName === 'rect' || !matrix || !('isPointInFill' in shape)) return true;
  return (shape as SVGGeometryElement).isPointInFill(new DOMPoint(x, y).matrixTransform(matrix.inverse()));
}
