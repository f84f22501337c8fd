/** Names of what this device has no room for: it lives only as long as the page. */
const held = new Set<string>();
const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Notes whether something lives in this page only. While anything does, the browser asks before the page is closed. */
export function holdInPage(name: string, holds: boolean): void {
  if (holds) held.add(name);
  else held.delete(name);
  if (held.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
