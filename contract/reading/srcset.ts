const SIZE = /^\d*\.?\d+[wxh]$/;
const BLANK = /[\s,]/;

/**
 * Returns the candidates of a `srcset`, each with its address and size descriptor, parsed as in a browser: an address ends at a blank or
 * at trailing commas, its descriptor at the next comma. Invalid descriptors are left out.
 */
export function candidatesOf(srcset: string): [address: string, size: string][] {
  const found: [string, string][] = [];
  for (let at = 0; at < srcset.length; ) {
    if (BLANK.test(srcset[at] ?? '')) {
      at++;
      continue;
    }
    const from = at;
    while (at < srcset.length && !/\s/.test(srcset[at] ?? '')) at++;
    let to = at;
    while (srcset[to - 1] === ',') to--;
    let size = '';
    if (to === at) {
      const comma = srcset.indexOf(',', at);
      const until = comma < 0 ? srcset.length : comma;
      size = srcset
        .slice(at, until)
        .split(/\s+/)
        .filter((word) => SIZE.test(word))
        .join(' ');
      at = until;
    }
    found.push([srcset.slice(from, to), size]);
  }
  return found;
}
