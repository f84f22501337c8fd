/**
 * Returns, for every code unit, the simplified form of a traditional character, else itself, so the length of a text stays the same.
 * `pairs` is an OpenCC table: 「萬 万|與 与」; if a character has several forms, the first is used.
 */
export function simplifiedCharacters(pairs: string): Uint16Array {
  const made = new Uint16Array(0x10000);
  for (let code = 0; code < made.length; code++) made[code] = code;
  for (let at = 0; at < pairs.length; ) {
    const end = pairs.indexOf('|', at) < 0 ? pairs.length : pairs.indexOf('|', at);
    if (end - at === 3) made[pairs.charCodeAt(at)] = pairs.charCodeAt(at + 2);
    at = end + 1;
  }
  return made;
}
