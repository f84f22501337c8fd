/** The query parameters of a passage's address (`passagePath`). */
const OF_A_PASSAGE = ['at', 'edition', 'begins'];

/**
 * The user has turned away from the passage `at` in the address: from now on a reload, and the return after sign-in,
 * lead to the last position. The router is not notified, so the book stays open as it is.
 */
export function leaveForPassage(at: string | null): void {
  const address = new URL(location.href);
  if (at === null || address.searchParams.get('at') !== at) return;
  for (const name of OF_A_PASSAGE) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}
