/// <reference lib="webworker" />
import { BACKGROUND_CHANNEL, type BackgroundFetching } from './background-fetch.ts';
import { storeBackgroundDownload } from './background-download.ts';

interface BackgroundFetchEvent extends ExtendableEvent {
  readonly registration: BackgroundFetching;
  /** Not called when the user stopped the fetch. */
  updateUI?(options: { title: string }): Promise<void>;
}

const DOWNLOADS = '/personalCenter/download';
/** Channel on which pages learn that the downloads have changed. */
const LISTS = 'shuzhou-downloads';

/**
 * Stores what the browser fetched while every page was closed, notifies open pages, and opens the downloads when the user taps the
 * notification.
 */
export function followBackground(worker: ServiceWorkerGlobalScope, changed: () => Promise<void>): void {
  const listen = (name: string, handle: (event: BackgroundFetchEvent) => Promise<unknown>): void =>
    worker.addEventListener(name as 'activate', (event) => event.waitUntil(handle(event as BackgroundFetchEvent)));
  const take = async (event: BackgroundFetchEvent): Promise<void> => {
    try {
      const taken = await storeBackgroundDownload(event.registration);
      await changed();
      if (taken) await event.updateUI?.({ title: taken.complete ? `《${taken.title}》已存到本机` : `《${taken.title}》没有下载完，打开书舟后继续` });
    } finally {
      notify(BACKGROUND_CHANNEL, event.registration.id);
      notify(LISTS, 'changed');
    }
  };
  listen('backgroundfetchsuccess', take);
  listen('backgroundfetchfail', take);
  listen('backgroundfetchabort', take);
  listen('backgroundfetchclick', async () => {
    const open = (await worker.clients.matchAll({ type: 'window' })).find((client) => new URL(client.url).pathname === DOWNLOADS);
    return open ? open.focus() : worker.clients.openWindow(DOWNLOADS);
  });
}

function notify(name: string, message: string): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}
