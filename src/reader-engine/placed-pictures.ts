import type { PageBox } from './page-box.ts';

const PICTURES = 'img,svg';
/** Of the size of the type: a picture no higher stands for a character. */
const GLYPH = 1.6;

/** Characters that no font had, and signs of notes, are drawn in a line: by night they are drawn the other way round. `em`: pixels. */
export function markGlyphs(inside: Document, em: number): void {
  for (const picture of inside.images) {
    const { height } = picture.getBoundingClientRect();
    const inLine = /\S/.test(picture.closest('p,li,td,th,dd,h1,h2,h3,h4,h5,h6,div')?.textContent ?? '');
    picture.toggleAttribute('data-glyph', inLine && height > 0 && height <= GLYPH * em);
  }
}

/** The only thing a document shows; null where there is text, or more than one picture. */
function lonePicture({ body }: Document): Element | null {
  const pictures = [...body.querySelectorAll(PICTURES)].filter((one) => !one.parentElement?.closest(PICTURES));
  const [picture] = pictures;
  return picture && pictures.length === 1 && !/\S/.test(body.textContent) ? picture : null;
}

/** A picture that is all there is on a page, a cover or a plate, stands in the middle of it; on its side where it has one. */
export function centrePicture(inside: Document, { width, height }: PageBox, pages: number): void {
  const picture = inside.body ? lonePicture(inside) : null;
  const part = picture && [...inside.body.children].find((child) => child.contains(picture));
  if (!part) return;
  const { style } = part as HTMLElement;
  style.translate = '';
  const at = picture.getBoundingClientRect();
  if (pages > 1 || at.width === 0 || at.width > width || at.height > height) return;
  const right = inside.documentElement.hasAttribute('data-late') ? 0 : (width - at.width) / 2 - at.left;
  style.translate = `${right}px ${(height - at.height) / 2 - at.top}px`;
}
