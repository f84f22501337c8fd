const lockOf = (publishId: number, editionId: number): string => `reads-${publishId}-${editionId}`;

/** A tab reads the copy of this edition: its files stay until none does. Answers how to stop; a tab that is killed has stopped. */
export function holdEdition(publishId: number, editionId: number): () => void {
  if (!('locks' in navigator)) return () => undefined;
  let end = (): void => undefined;
  const read = new Promise<void>((resolve) => (end = resolve));
  void navigator.locks.request(lockOf(publishId, editionId), { mode: 'shared' }, () => read);
  return () => end();
}

/** Whether any tab reads in it. Where the browser does not tell, one that was opened before the copy was renewed is not there any more. */
export async function isInUse(publishId: number, editionId: number): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  return navigator.locks.request(lockOf(publishId, editionId), { ifAvailable: true }, (lock) => lock === null);
}
