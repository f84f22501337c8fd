import type { Page } from '@playwright/test';

/** A text of the shown chapter whose contrast is too small, as `3.1 字`. */
export type Faint = string;

/**
 * Returns the texts of the shown chapter, on all its pages, whose contrast with their background is below 4.5 (WCAG 1.4.3). The
 * background is that of the elements around the text, in a drawing that of the last rectangle or circle before it, else the paper.
 */
export const faintTexts = (page: Page): Promise<Faint[]> =>
  page.evaluate(() => {
    const inside = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!;
    type Part = [number, number, number, number];
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const paint = canvas.getContext('2d', { willReadFrequently: true })!;
    const read = (colour: string): Part => {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = paint.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = (top: Part, below: Part): Part => [
      top[0] * top[3] + below[0] * (1 - top[3]),
      top[1] * top[3] + below[1] * (1 - top[3]),
      top[2] * top[3] + below[2] * (1 - top[3]),
      1,
    ];
    const light = ([red, green, blue]: Part): number => {
      const part = (value: number): number => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
    };
    const contrast = (one: Part, other: Part): number => {
      const [a, b] = [light(one), light(other)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const paper = read(getComputedStyle(document.querySelector('.site.reader')!).backgroundColor);
    const groundOf = (element: Element | null): Part => {
      if (!element) return paper;
      const below = groundOf(element.parentElement);
      return over(read(getComputedStyle(element).backgroundColor), below);
    };
    const found: string[] = [];
    const walker = inside.createTreeWalker(inside.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      if (!/\S/.test(node.nodeValue!) || element.closest('style,title,desc,annotation,option')) continue;
      const range = inside.createRange();
      range.selectNodeContents(node);
      if (range.getClientRects().length === 0) continue;
      const style = getComputedStyle(element);
      if (style.visibility !== 'visible' || style.opacity === '0') continue;
      const drawing = element.closest('svg');
      let ground = groundOf(drawing ?? element);
      if (drawing) {
        const at = range.getBoundingClientRect();
        for (const shape of drawing.querySelectorAll('rect,circle')) {
          if (!(shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
          const box = shape.getBoundingClientRect();
          const [x, y] = [at.left + at.width / 2, at.top + at.height / 2];
          const fill = getComputedStyle(shape).fill;
          if (fill !== 'none' && x > box.left && x < box.right && y > box.top && y < box.bottom) ground = over(read(fill), ground);
        }
      }
      let [red, green, blue, alpha] = read(drawing ? style.fill : style.color);
      for (let around: Element | null = element; around; around = around.parentElement) alpha *= Number(getComputedStyle(around).opacity);
      const ratio = contrast(over([red, green, blue, alpha], ground), ground);
      if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${node.nodeValue!.trim().slice(0, 20)}`);
    }
    return found;
  });
