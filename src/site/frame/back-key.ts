/** As browsers have it that know what a back key is for; not in the DOM's own types yet. */
type Watcher = EventTarget & { destroy(): void };

/**
 * A phone's back key, or its gesture, puts away what stands over the page. Where the browser does not tell, it leaves the
 * page as ever. Answers how to stop.
 */
export function onBackKey(away: () => void): () => void {
  const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher };
  if (!CloseWatcher) return () => undefined;
  const watcher = new CloseWatcher();
  watcher.addEventListener('close', away);
  return () => watcher.destroy();
}
