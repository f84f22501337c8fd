interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns where to draw a picture in a square of `side` px: it always covers the square, scaled by `zoom`, and moved by `shift`
 * from the centre, but never so far that the square becomes visible. `turns` are quarter turns clockwise.
 */
export function placeOf(picture: Size, side: number, zoom: number, turns: number, shift: { x: number; y: number }) {
  const scale = (side / Math.min(picture.width, picture.height)) * zoom;
  const width = picture.width * scale;
  const height = picture.height * scale;
  const [across, down] = turns % 2 === 0 ? [width, height] : [height, width];
  const within = (value: number, length: number): number => {
    const most = (length - side) / 2;
    return Math.max(-most, Math.min(most, value));
  };
  return { width, height, x: within(shift.x, across), y: within(shift.y, down) };
}
