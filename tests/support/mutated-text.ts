/** A generator of whole numbers below `most`. */
export type RandomBelow = (most: number) => number;

const oneOf = <T>(list: readonly T[], next: RandomBelow): T => list[next(list.length)]!;

/** Changes a text in one to four places: cuts, doubles, turns, joins and inserts signs. */
export function mutatedText(text: string, other: string, signs: readonly string[], most: number, next: RandomBelow): string {
  let made = text;
  for (let times = 1 + next(4); times > 0; times -= 1) {
    const at = next(made.length + 1);
    const length = 1 + next(oneOf([2, 20, 200], next));
    const rest = made.slice(at + length);
    const piece = made.slice(at, at + length);
    switch (next(8)) {
      case 0:
        made = made.slice(0, at) + rest;
        break;
      case 1:
        made = made.slice(0, at) + oneOf(signs, next) + made.slice(at);
        break;
      case 2:
        made = made.slice(0, at) + oneOf(signs, next) + rest;
        break;
      case 3:
        made = made.slice(0, at) + piece.repeat(1 + next(30)) + rest;
        break;
      case 4:
        made = made.slice(0, at) + [...piece].toReversed().join('') + rest;
        break;
      case 5:
        made = made.slice(0, at);
        break;
      case 6:
        made = made.slice(0, at) + other.slice(next(other.length), next(other.length)) + made.slice(at);
        break;
      default:
        made = made.slice(0, at) + oneOf(signs, next).repeat(1 + next(60)) + made.slice(at);
    }
  }
  return made.slice(0, most);
}

export function mutatedBytes(bytes: Buffer, next: RandomBelow): Buffer {
  const made = Buffer.from(bytes);
  for (let times = 1 + next(8); times > 0; times -= 1) made[next(made.length)] = next(256);
  return next(4) === 0 ? made.subarray(0, next(made.length)) : next(6) === 0 ? Buffer.concat([made.subarray(0, next(made.length)), made]) : made;
}

const XML_TOKEN = /<!\[CDATA\[[^]*?\]\]>|<[^>]+>|[^<]+/g;
const escaped = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/"/g, '&quot;')
    .replaceAll(/[\0\ud800]/g, '');

/** Where the element that opens at a place ends. */
function endOf(tokens: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (/^<[\w]/.test(token) && !token.endsWith('/>')) depth += 1;
    else if (token.startsWith('</')) depth -= 1;
    if (depth === 0) return at;
  }
  return from;
}

/** Changes XML so that it stays XML: texts, values, and whole elements that are removed, doubled or moved. */
export function mutatedXml(xml: string, signs: readonly string[], next: RandomBelow): string {
  let tokens = [...xml.matchAll(XML_TOKEN)].map(([token]) => token);
  for (let times = 1 + next(6); times > 0; times -= 1) {
    const at = 2 + next(Math.max(1, tokens.length - 3));
    const token = tokens[at] ?? '';
    if (token.startsWith('<![CDATA['))
      tokens[at] = `<![CDATA[${mutatedText(token.slice(9, -3), '', signs, 20_000, next)
        .replaceAll(']]>', '')
        .replaceAll(/[\0\ud800]/g, '')}]]>`;
    else if (!token.startsWith('<')) tokens[at] = escaped(mutatedText(token, token, signs, 20_000, next));
    else if (/^<\w/.test(token)) {
      const end = token.endsWith('/>') ? at : endOf(tokens, at);
      const element = tokens.slice(at, end + 1);
      const kind = next(4);
      if (kind === 0 && /="[^"]*"/.test(token)) tokens[at] = token.replace(/="[^"]*"/, () => `="${escaped(oneOf(signs, next))}"`);
      else if (kind === 1) tokens = [...tokens.slice(0, at), ...tokens.slice(end + 1)];
      else if (kind === 2) tokens = [...tokens.slice(0, at), ...element, ...tokens.slice(at)];
      else {
        const rest = [...tokens.slice(0, at), ...tokens.slice(end + 1)];
        const others = rest.flatMap((one, place) => (/^<\w/.test(one) && place > 1 ? [place] : []));
        const place = others.length > 0 ? oneOf(others, next) : 2;
        tokens = [...rest.slice(0, place), ...element, ...rest.slice(place)];
      }
    }
  }
  return tokens.join('');
}
