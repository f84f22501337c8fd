import { API_PREFIX } from '../../contract/limits.ts';
import { recordBrowse, type BrowseTarget } from '../../contract/library/browse.ts';
import { readToken } from '../api/token.ts';
import { deviceId } from '../sync/device-id.ts';

/** A page that is left sooner was opened by mistake, ms. */
const LOOKED_MS = 3_000;
const SECOND_MS = 1_000;
const SECONDS_MOST = 86_400;

/** Records that a page is looked at from now on, and for how long. Returns the function that ends it. */
export function recordLook(targetType: BrowseTarget, targetId: number): () => void {
  let shownMs = 0;
  let since = document.visibilityState === 'visible' ? performance.now() : null;
  const looked = (): number => shownMs + (since === null ? 0 : performance.now() - since);
  const send = (): void => {
    const seconds = Math.min(SECONDS_MOST, Math.round(looked() / SECOND_MS));
    const token = readToken();
    // Without the HTTP client, which a first visit does not load; the request outlives the page.
    void fetch(API_PREFIX + recordBrowse.path, {
      method: recordBrowse.method,
      keepalive: true,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ targetType, targetId, visitorId: deviceId(), seconds }),
    }).catch(() => undefined);
  };
  const first = setTimeout(send, LOOKED_MS);
  const hide = (): void => {
    if (document.visibilityState === 'visible') {
      since = performance.now();
      return;
    }
    shownMs = looked();
    since = null;
    if (shownMs >= LOOKED_MS) send();
  };
  document.addEventListener('visibilitychange', hide);
  return () => {
    clearTimeout(first);
    document.removeEventListener('visibilitychange', hide);
    if (since !== null && looked() >= LOOKED_MS) send();
  };
}
