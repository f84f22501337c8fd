/**
 * What is kept on this device, or asked for, is another. A tab that hears it looks at the device: the message says no
 * more than that, so that one which is missed, or comes late, tells nobody anything wrong.
 */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shuzhou-downloads');
let count = 0;

/** How often something changed here: whoever read the device meanwhile has read what no longer is. */
export const changesHere = (): number => count;

export function postToTabs(): void {
  count += 1;
  tabs?.postMessage('changed');
}

/** Also a page that is gone back to: it heard nothing while it stood still. */
export function onTabMessage(look: () => void): void {
  tabs?.addEventListener('message', look);
  globalThis.addEventListener?.('pageshow', (event) => event.persisted && look());
}
