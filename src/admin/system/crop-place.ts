import type { Area, Size } from 'react-easy-crop';

/**
 * Returns the scale of a picture and the position of its centre in a square of `side` px, so that `area` fills the square. `area` is in
 * px of the picture after `turns` quarter turns clockwise.
 */
export function placeOf(picture: Size, area: Area, side: number, turns: number) {
  const scale = side / area.width;
  const [width, height] = turns % 2 === 0 ? [picture.width, picture.height] : [picture.height, picture.width];
  return { scale, x: (width / 2 - area.x) * scale, y: (height / 2 - area.y) * scale };
}
