import { type Colour, readColour } from '../../reader-engine/style/colour-contrast.ts';

const known = new Map<string, Colour | null>();
let paint: CanvasRenderingContext2D | null = null;

/** Reads any computed colour; those in other colour spaces, as `oklch(…)`, are drawn and read back. Null for what is no colour. */
export function readAnyColour(text: string): Colour | null {
  const plain = readColour(text);
  if (plain || text === 'none' || text === '' || text.startsWith('url')) return plain;
  const found = known.get(text);
  if (found !== undefined) return found;
  const drawn = draw(text);
  known.set(text, drawn);
  return drawn;
}

function draw(text: string): Colour | null {
  paint ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  if (!paint) return null;
  paint.clearRect(0, 0, 1, 1);
  paint.fillStyle = '#010203';
  paint.fillStyle = text;
  if (paint.fillStyle === '#010203') return null;
  paint.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = paint.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}
