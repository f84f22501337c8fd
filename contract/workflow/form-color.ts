/** Texts of colours by the format of a field: hex, rgb, rgba, hsl, hsla, hsv, hsva. */

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;
const HEX_ALPHA = /^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i;
const CALL = /^(rgba?|hs[lv]a?)\(\s*([\d.]+)\s*,\s*([\d.]+)(%?)\s*,\s*([\d.]+)(%?)\s*(?:,\s*([\d.]+)\s*)?\)$/i;

interface ColorField {
  readonly [attribute: string]: unknown;
}

/** Returns the format of a field's colours. Without one it is hex, with transparency rgba. */
export function colorFormat(field: ColorField): string {
  const given = field['color-format'];
  if (typeof given === 'string' && given !== '') return given;
  return field['show-alpha'] === true ? 'rgba' : 'hex';
}

/** Returns whether the text is a colour in this format. */
export function isColor(text: string, format: string): boolean {
  if (format === 'hex') return HEX.test(text) || HEX_ALPHA.test(text);
  const match = CALL.exec(text);
  if (!match) return false;
  const [, name, a, b, percentB, c, percentC, alpha] = match;
  const base = format.replace(/a$/, '');
  if (name!.toLowerCase().replace(/a$/, '') !== base) return false;
  if (alpha !== undefined && (!name!.toLowerCase().endsWith('a') || Number(alpha) > 1)) return false;
  if (name!.toLowerCase().endsWith('a') && alpha === undefined) return false;
  if (base === 'rgb') return !percentB && !percentC && [a, b, c].every((one) => Number(one) <= 255);
  return Number(a) <= 360 && percentB === '%' && percentC === '%' && Number(b) <= 100 && Number(c) <= 100;
}
