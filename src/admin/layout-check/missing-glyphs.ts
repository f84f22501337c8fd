import type { DrawnText, Pace } from './drawn-text.ts';
import type { Faults } from './fault.ts';
import type { PageWindows } from './page-windows.ts';

const SIZE = 32;
const LETTER = 22;
/** Characters that no font has: an unassigned one, and the last ones of the private use areas. */
const NONE = ['\u0378', '\uf8fe', '\u{10fffd}'];
/** What a text shows for bytes that could not be read. */
const REPLACED = '\ufffd';
/** Characters that are drawn by themselves. */
const DRAWN = /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u;
const PLAIN = /[\u0020-\u00ff]/;
const JOINED = /[\p{Regional_Indicator}\p{Emoji_Modifier}]/u;
const AT_ONCE = 60;
/** Missing characters that one finding names. */
const NAMED_MOST = 12;

/**
 * Finds characters that no font of the book or of the system has: they are drawn as the replacement glyph of their font. The result holds
 * for the fonts of this device.
 */
export async function missingGlyphs(inside: Document, texts: readonly DrawnText[], windows: PageWindows, faults: Faults, pace: Pace): Promise<void> {
  const tester = glyphTester(inside);
  let count = 0;
  for (const { text, style, rects } of texts) {
    const [rect] = rects;
    if (!rect || !tester) continue;
    const absent = new Set<string>();
    for (const character of new Set(text.data)) {
      if (PLAIN.test(character) || !DRAWN.test(character) || JOINED.test(character)) continue;
      if (tester.isNew(style, character) && ++count % AT_ONCE === 0) await pace();
      if (character === REPLACED || tester.isMissing(style, character)) absent.add(character);
    }
    if (absent.size === 0) continue;
    const [first = ''] = absent;
    faults.add({
      kind: 'glyph',
      page: windows.pageOf(rectOf(text, text.data.indexOf(first)) ?? rect),
      at: text,
      text: [...absent].slice(0, NAMED_MOST).join(''),
      weight: absent.size,
    });
  }
}

function rectOf(text: Text, offset: number): DOMRect | undefined {
  const range = text.ownerDocument.createRange();
  range.setStart(text, offset);
  range.setEnd(text, Math.min(text.length, offset + 1));
  return range.getClientRects()[0];
}

interface GlyphTester {
  isNew(style: CSSStyleDeclaration, character: string): boolean;
  isMissing(style: CSSStyleDeclaration, character: string): boolean;
}

/** The canvas belongs to the document, so it draws with the fonts of the book. */
function glyphTester(inside: Document): GlyphTester | null {
  const canvas = inside.createElementNS('http://www.w3.org/1999/xhtml', 'canvas') as HTMLCanvasElement;
  canvas.width = canvas.height = SIZE;
  const paint = canvas.getContext('2d', { willReadFrequently: true });
  if (!paint) return null;
  const known = new Map<string, boolean>();
  const fonts = new Map<string, { width: number; drawn: Uint8ClampedArray }[]>();
  const draw = (character: string): Uint8ClampedArray => {
    paint.clearRect(0, 0, SIZE, SIZE);
    paint.fillText(character, 3, 25);
    return paint.getImageData(0, 0, SIZE, SIZE).data;
  };
  const keyOf = ({ fontFamily, fontWeight }: CSSStyleDeclaration, character: string): string => `${character}${fontWeight} ${fontFamily}`;
  return {
    isNew: (style, character) => !known.has(keyOf(style, character)),
    isMissing(style, character) {
      const key = keyOf(style, character);
      const before = known.get(key);
      if (before !== undefined) return before;
      const font = `${style.fontWeight} ${LETTER}px ${style.fontFamily}`;
      paint.font = font;
      let none = fonts.get(font);
      if (!none) fonts.set(font, (none = NONE.map((one) => ({ width: paint.measureText(one).width, drawn: draw(one) }))));
      const { width } = paint.measureText(character);
      const similar = none.filter((one) => Math.abs(one.width - width) < 0.5);
      const pixels = similar.length > 0 ? draw(character) : null;
      const missing = pixels !== null && similar.some(({ drawn }) => isSame(drawn, pixels));
      known.set(key, missing);
      return missing;
    },
  };
}

function isSame(one: Uint8ClampedArray, other: Uint8ClampedArray): boolean {
  for (let at = 3; at < one.length; at += 4) if (one[at] !== other[at]) return false;
  return true;
}
