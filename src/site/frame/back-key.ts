/** The `CloseWatcher` API of browsers that support the back key; not yet in the TypeScript DOM types. */
type Watcher = EventTarget & { destroy(): void };

/**
 * The back key or back gesture of a phone closes the overlay above the page. Without browser support it leaves the
 * page as usual. Returns a stop function.
 */
export function onBackKey(away: () => void): () => void {
  const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher };
  if (!CloseWatcher) return () => undefined;
  const watcher = new CloseWatcher();
  watcher.addEventListener('close', away);
  return () => watcher.destroy();
}
