const KEPT = 'shuzhou.device';
let made = '';

/** Random letters that are an id within the contract's length, also where the page has no secure context. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

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
