/** By its id, or as older books name a place. */
export function elementByName(inside: Document, name: string): Element | null {
  const found = inside.getElementById(name) ?? inside.getElementsByName(name)[0];
  if (found || !name.includes('%')) return found ?? null;
  try {
    // As an address has it.
    return inside.getElementById(decodeURIComponent(name));
  } catch {
    return null;
  }
}
