/** Finds an element by its `id`, or by its `name` as in older books. */
export function elementByName(inside: Document, name: string): Element | null {
  const found = inside.getElementById(name) ?? inside.getElementsByName(name)[0];
  if (found || !name.includes('%')) return found ?? null;
  try {
    // The name may be percent-encoded, as in a URL.
    return inside.getElementById(decodeURIComponent(name));
  } catch {
    return null;
  }
}
