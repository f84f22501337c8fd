/** Characters of the font Symbol by code. Source: Adobe Symbol encoding as of the Unicode mapping tables. */
const SYMBOL: Readonly<Record<number, string>> = Object.fromEntries(
  [
    [0x21, '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_'],
    [0x61, 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
    [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…'],
    [0xbf, '↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈'],
    [0xe5, '∑'],
    [0xf1, '〉∫⌠'],
  ].flatMap(([from, text]) => [...String(text)].map((character, index) => [Number(from) + index, character])),
);

/** Common characters of Wingdings. */
const WINGDINGS: Readonly<Record<number, string>> = {
  0x22: '✂',
  0x28: '☎',
  0x2a: '✉',
  0x3c: '💾',
  0x41: '✌',
  0x45: '☜',
  0x46: '☞',
  0x47: '☝',
  0x48: '☟',
  0x4a: '☺',
  0x4c: '☹',
  0x4e: '☠',
  0x51: '✈',
  0x52: '☼',
  0x54: '❄',
  0x6c: '●',
  0x6d: '❍',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x72: '❒',
  0x73: '⬧',
  0x74: '⧫',
  0x75: '◆',
  0x76: '❖',
  0x77: '⬥',
  0x78: '⌧',
  0x7b: '❀',
  0x80: '⓪',
  0x81: '①',
  0x82: '②',
  0x83: '③',
  0x84: '④',
  0x85: '⑤',
  0x86: '⑥',
  0x87: '⑦',
  0x88: '⑧',
  0x89: '⑨',
  0x8a: '⑩',
  0x8c: '❶',
  0x8d: '❷',
  0x8e: '❸',
  0x8f: '❹',
  0x90: '❺',
  0x9f: '•',
  0xa1: '○',
  0xa4: '◉',
  0xa7: '▪',
  0xa8: '◻',
  0xab: '★',
  0xac: '✶',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe1: '↑',
  0xe2: '↓',
  0xe8: '➔',
  0xef: '⇦',
  0xf0: '⇨',
  0xf1: '⇧',
  0xf2: '⇩',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
};

const TABLES: Readonly<Record<string, Readonly<Record<number, string>>>> = { symbol: SYMBOL, wingdings: WINGDINGS };

/**
 * The Unicode text of a character of a symbol font; null when there is none. `code` is hexadecimal as in `w:char`, with or without the offset F000
 * of the private area.
 */
export function symbolText(font: string, code: string): string | null {
  const value = Number.parseInt(code, 16);
  if (!Number.isFinite(value)) return null;
  const table = TABLES[font.toLowerCase()];
  const low = value >= 0xf000 && value <= 0xf0ff ? value - 0xf000 : value;
  const found = table?.[low];
  if (found) return found;
  // A usual character in a usual font.
  return !table && value >= 0x20 && !(value >= 0xe000 && value <= 0xf8ff) && value <= 0xffff ? String.fromCodePoint(value) : null;
}

export const isSymbolFont = (font: string): boolean => Object.hasOwn(TABLES, font.toLowerCase());
