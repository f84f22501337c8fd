import type { PageFrame } from './frame/page-frame.ts';

/** In pixels of the stage. */
export interface StageRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the visible part of a range or an element on the shown page. */
export function rectOnStage(frame: PageFrame, seen: Range | Element): StageRect {
  const { element } = frame;
  const scale = element.getBoundingClientRect().width / element.offsetWidth || 1;
  const [width, height] = [element.clientWidth, element.clientHeight];
  const boxes = [...seen.getClientRects()].filter((box) => box.right > 0 && box.left < width && box.bottom > 0 && box.top < height);
  const all = boxes.length > 0 ? boxes : [seen.getBoundingClientRect()];
  const left = Math.min(...all.map((box) => box.left));
  const top = Math.min(...all.map((box) => box.top));
  const right = Math.max(...all.map((box) => box.right));
  const bottom = Math.max(...all.map((box) => box.bottom));
  return {
    left: element.offsetLeft + left * scale,
    top: element.offsetTop + top * scale,
    width: (right - left) * scale,
    height: (bottom - top) * scale,
  };
}
