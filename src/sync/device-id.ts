const KEPT = 'shuzhou.device';
let made = '';

/** Random letters that are an id within the contract's length, also where the page has no secure context. */
export function freshId(): string {
  return lettersOf(crypto.getRandomValues(new Uint8Array(12)));
}

/**
 * The id of what there is one of, a word of a book or a bookmark at a place: two devices that make it without hearing
 * of each other make the same. Another each time where the page has no secure context.
 */
export async function idOf(...names: readonly (string | number)[]): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle) return freshId();
  return lettersOf(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(names.join('\n'))), 0, 12));
}

const lettersOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The same for as long as this browser keeps anything. */
export function deviceId(): string {
  try {
    const kept = localStorage.getItem(KEPT);
    if (kept && /^[\w-]{8,36}$/.test(kept)) return kept;
    made ||= freshId();
    localStorage.setItem(KEPT, made);
  } catch {
    made ||= freshId();
  }
  return made;
}
