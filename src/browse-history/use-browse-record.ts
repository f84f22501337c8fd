import { useEffect } from 'react';
import { recordBrowse, type BrowseTarget } from '../../contract/library/browse.ts';
import { call } from '../api/call.ts';
import { deviceId } from '../sync/device-id.ts';

/** A page that is left sooner was opened by mistake, ms. */
const LOOKED_MS = 3_000;
const SECOND_MS = 1_000;
const SECONDS_MOST = 86_400;

/**
 * Records that the page of a work, a notice or an article was looked at, and for how long. Null until its content is shown. A failure
 * is not reported: the page works without its record.
 */
export function useBrowseRecord(targetType: BrowseTarget, targetId: number | null): void {
  useEffect(() => {
    if (targetId === null) return;
    let shownMs = 0;
    let since = document.visibilityState === 'visible' ? performance.now() : null;
    const looked = (): number => shownMs + (since === null ? 0 : performance.now() - since);
    const send = (): void => {
      const seconds = Math.min(SECONDS_MOST, Math.round(looked() / SECOND_MS));
      void call(recordBrowse, { body: { targetType, targetId, visitorId: deviceId(), seconds } }, { known: true }).catch(() => undefined);
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
  }, [targetType, targetId]);
}
