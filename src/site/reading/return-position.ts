/** What an address says of a passage (`passagePath`). */
const OF_A_PASSAGE = ['at', 'edition', 'begins'];

/**
 * The reader has turned away from the passage `at` which the address led to: a reload, and the way back after a login,
 * lead to the last place from now on. The router is not told, so the book stays open as it is.
 */
export function leaveForPassage(at: string | null): void {
  const address = new URL(location.href);
  if (at === null || address.searchParams.get('at') !== at) return;
  for (const name of OF_A_PASSAGE) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}
