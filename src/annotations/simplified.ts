import pairs from 'opencc-js/dict/TSCharacters';

/** For every code unit the simplified sign of a traditional one, else itself; by OpenCC's table, as far as both are one unit. */
export function simplifiedSigns(): Uint16Array {
  const made = new Uint16Array(0x10000);
  for (let code = 0; code < made.length; code++) made[code] = code;
  // 「萬 万|與 与」
  for (let at = 0; at < pairs.length; ) {
    const end = pairs.indexOf('|', at) < 0 ? pairs.length : pairs.indexOf('|', at);
    if (end - at === 3) made[pairs.charCodeAt(at)] = pairs.charCodeAt(at + 2);
    at = end + 1;
  }
  return made;
}
