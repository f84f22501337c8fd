const KEPT = 'shuzhou.device';
let made = '';

/** Returns a random id within the contract's length; also works without a secure context. */
export function freshId(): string {
  return lettersOf(crypto.getRandomValues(new Uint8Array(12)));
}

/**
 * Returns the id of something unique, such as a word of a book or a bookmark at a position: two devices that create it independently
 * get the same id. Without a secure context the id differs each time.
 */
export async function idOf(...names: readonly (string | number)[]): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle) return freshId();
  return lettersOf(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(names.join('\n'))), 0, 12));
}

const lettersOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns an id that stays the same as long as this browser keeps its storage. */
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
