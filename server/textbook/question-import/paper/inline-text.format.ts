/** A picture or a formula counts as one character. */
export const OBJECT = '\ufffc';

type Token = { readonly tag: string; readonly name: string; readonly closes: boolean } | { readonly text: string; readonly html: string };

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
  '&nbsp;': ' ',
  '&#39;': "'",
  '&apos;': "'",
};
const PIECE =
  /<math\b[^]*?<\/math>|<(?:img|audio|table)\b(?:[^>]*\/>|[^>]*>(?:[^]*?<\/(?:audio|table)>)?)|<(\/?)([a-zA-Z][\w-]*)[^>]*>|&(?:lt|gt|quot|amp|nbsp|#39|apos);|[^<&]+|[<&]/g;

/** Inline HTML whose text can be searched and cut without breaking its elements. */
export class InlineText {
  readonly text: string;
  readonly #tokens: readonly Token[];

  constructor(html: string) {
    const tokens: Token[] = [];
    for (const [piece, closes, name] of html.matchAll(PIECE)) {
      if (name !== undefined && !/^<(?:math|img|audio|table)\b/.test(piece)) {
        if (!/^br$/i.test(name)) tokens.push({ tag: piece, name, closes: closes === '/' });
        else tokens.push({ text: ' ', html: piece });
      } else if (piece.startsWith('<') && piece.length > 1) tokens.push({ text: OBJECT, html: piece });
      else if (piece.startsWith('&') && piece.length > 1) tokens.push({ text: ENTITIES[piece] ?? ' ', html: piece });
      else for (const sign of piece) tokens.push({ text: sign, html: sign === '<' ? '&lt;' : sign === '&' ? '&amp;' : sign });
    }
    this.#tokens = tokens;
    this.text = tokens.map((token) => ('text' in token ? token.text : '')).join('');
  }

  /** HTML of a part of the text; elements that are cut are closed and opened. */
  slice(from: number, to = this.text.length): string {
    const open: { readonly tag: string; readonly name: string; written: boolean }[] = [];
    let made = '';
    let at = 0;
    for (const token of this.#tokens) {
      if (!('text' in token)) {
        if (!token.closes) open.push({ ...token, written: false });
        else if (open.pop()?.written) made += token.tag;
        continue;
      }
      if (at >= to) break;
      if (at >= from) {
        for (const one of open) {
          if (one.written) continue;
          made += one.tag;
          one.written = true;
        }
        made += token.html;
      }
      at += token.text.length;
    }
    const closed = open.filter(({ written }) => written).map(({ name }) => `</${name}>`);
    return (made + closed.toReversed().join('')).trim();
  }

  /** HTML with other HTML instead of a part of the text. */
  replaced(from: number, to: number, html: string): string {
    let made = '';
    let at = 0;
    for (const token of this.#tokens) {
      if (!('text' in token)) {
        made += token.tag;
        continue;
      }
      if (at === from) made += html;
      if (at < from || at >= to) made += token.html;
      at += token.text.length;
    }
    return made;
  }
}

/** Fullwidth letters, digits and marks as those of ASCII, character by character. */
export const narrow = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/[\u3000\u00a0]/g, ' ');
