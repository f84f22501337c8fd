const lockOf = (publishId: number, editionId: number): string => `reads-${publishId}-${editionId}`;

/** Marks this edition as read by this tab: its files stay until no tab reads it. Returns a function that ends it; a killed tab ends it too. */
export function holdEdition(publishId: number, editionId: number): () => void {
  if (!('locks' in navigator)) return () => undefined;
  let end = (): void => undefined;
  const read = new Promise<void>((resolve) => (end = resolve));
  void navigator.locks.request(lockOf(publishId, editionId), { mode: 'shared' }, () => read);
  return () => end();
}

/** Returns whether any tab reads it. If the browser does not report locks, tabs opened before the copy was renewed count as closed. */
export async function isInUse(publishId: number, editionId: number): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  return navigator.locks.request(lockOf(publishId, editionId), { ifAvailable: true }, (lock) => lock === null);
}
