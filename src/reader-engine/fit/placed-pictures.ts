import type { PageBox } from '../page-box.ts';

const PICTURES = 'img,svg';
/** In units of the font size: a picture of this height or less stands for a character. */
const GLYPH = 1.6;

/** Pixels per side of the sample that is examined. */
const LOOK = 32;
const inks = new WeakMap<HTMLImageElement, { readonly src: string; readonly ink: boolean }>();

/**
 * Marks inline pictures of single characters and note signs. At night it also marks dark drawings on a transparent ground, such as
 * formulas; those are inverted at night. `em`: pixels.
 */
export function markGlyphs(inside: Document, em: number, day: boolean): void {
  // All measurements come before the changes: a measurement after a change costs a layout of the whole document.
  const found = Array.from(inside.images, (picture) => {
    const { height } = picture.getBoundingClientRect();
    const inLine = /\S/.test(picture.closest('p,li,td,th,dd,h1,h2,h3,h4,h5,h6,div')?.textContent ?? '');
    return [picture, height > 0 && ((inLine && height <= GLYPH * em) || (!day && isInk(picture)))] as const;
  });
  for (const [picture, isGlyph] of found) picture.toggleAttribute('data-glyph', isGlyph);
}

/** Whether the picture is dark, colourless and mostly transparent, which makes it invisible on a dark page. */
function isInk(picture: HTMLImageElement): boolean {
  const { complete, naturalWidth, currentSrc: src } = picture;
  if (!complete || naturalWidth === 0) return false;
  const known = inks.get(picture);
  if (known?.src === src) return known.ink;
  const ink = looksDrawn(picture);
  inks.set(picture, { src, ink });
  return ink;
}

function looksDrawn(picture: HTMLImageElement): boolean {
  const pen = Object.assign(document.createElement('canvas'), { width: LOOK, height: LOOK }).getContext('2d', { willReadFrequently: true });
  if (!pen) return false;
  pen.drawImage(picture, 0, 0, LOOK, LOOK);
  const { data } = pen.getImageData(0, 0, LOOK, LOOK);
  let [drawn, bright, coloured] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opaque = 0] = data.subarray(at, at + 4);
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    drawn += opaque;
    bright += opaque * most;
    coloured += opaque * (most - least);
  }
  const whole = LOOK * LOOK * 255;
  return drawn > 0 && drawn < 0.6 * whole && bright < 80 * drawn && coloured < 24 * drawn;
}

/** Returns the only picture of a document; null where there is text or more than one picture. */
function lonePicture({ body }: Document): Element | null {
  const pictures = [...body.querySelectorAll(PICTURES)].filter((one) => !one.parentElement?.closest(PICTURES));
  const [picture] = pictures;
  return picture && pictures.length === 1 && !/\S/.test(body.textContent) ? picture : null;
}

const centred = new WeakMap<Document, HTMLElement>();

/** Moves a centred picture back to its own position. Call this before measuring the length of the pages. */
export const leaveCentre = (inside: Document): void => void centred.get(inside)?.style.removeProperty('translate');

/**
 * Centres a picture that is the only content of a page, such as a cover or a plate; of a spread it uses the page's own side.
 * `columns`: also centres the columns of a short text that requests it.
 */
export function centrePicture(inside: Document, { width, height }: PageBox, pages: number, columns: boolean): void {
  const { body } = inside;
  const picture = body && lonePicture(inside);
  const part = picture ? [...body.children].find((child) => child.contains(picture)) : columns && body;
  if (!part || pages > 1) return;
  const text = inside.createRange();
  text.selectNodeContents(part);
  const at = (picture ?? text).getBoundingClientRect();
  if (at.width === 0 || at.width > width || at.height > height) return;
  const right = inside.documentElement.hasAttribute('data-late') ? 0 : (width - at.width) / 2 - at.left;
  const down = picture ? (height - at.height) / 2 - at.top : 0;
  (part as HTMLElement).style.translate = `${right}px ${down}px`;
  centred.set(inside, part as HTMLElement);
}
