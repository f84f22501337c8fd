/**
 * Notifies other tabs that the downloads or requests on this device have changed. A tab that receives it reads the device again. The
 * message
 * contains nothing else, so a missed or late message gives no wrong information.
 */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shuzhou-downloads');
let count = 0;

/** Number of changes in this tab: data read from the device before the last change is outdated. */
export const changesHere = (): number => count;

export function postToTabs(): void {
  count += 1;
  tabs?.postMessage('changed');
}

/** Also runs when a page is restored from the back/forward cache, which received no messages. */
export function onTabMessage(look: () => void): void {
  tabs?.addEventListener('message', look);
  globalThis.addEventListener?.('pageshow', (event) => event.persisted && look());
}
