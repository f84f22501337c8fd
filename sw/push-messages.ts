/// <reference lib="webworker" />
import type { PushText } from '../contract/inbox/push.ts';

/** The notification of a message leads to the messages of the user when it has no place of its own. */
const INBOX = '/personalCenter/message';

/** Shows the messages that the server pushes, and opens their place when a notification is tapped. */
export function followPush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event.data)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, String(event.notification.data ?? INBOX)));
  });
}

/** Browsers demand a notification for each push message, also for one that cannot be read. */
async function show(worker: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  const { title, link, messageId } = textOf(data);
  await worker.registration.showNotification(title || '书舟有新消息', {
    lang: 'zh-CN',
    icon: '/icons/icon-192.png',
    tag: messageId ? `message-${messageId}` : 'message',
    data: addressOf(worker, link ?? ''),
  });
}

function textOf(data: PushMessageData | null): Partial<PushText> {
  try {
    return (data?.json() as PushText | null) ?? {};
  } catch {
    return {};
  }
}

/** A page of this site. */
function addressOf(worker: ServiceWorkerGlobalScope, link: string): string {
  const { origin } = worker.location;
  const url = link.startsWith('/') && URL.canParse(link, origin) ? new URL(link, origin) : null;
  return url?.origin === origin ? url.pathname + url.search + url.hash : INBOX;
}

/** Shows the page where it is open already; else in an open window of this worker, unless a book or a film is open in it; else in a new one. */
async function open(worker: ServiceWorkerGlobalScope, address: string): Promise<void> {
  const target = new URL(address, worker.location.origin).href;
  const windows = await worker.clients.matchAll({ type: 'window' });
  const same = windows.find(({ url }) => url === target);
  if (same) return void (await same.focus());
  const free = windows.find(({ url }) => !READING.test(new URL(url).pathname));
  // A window that the browser does not let this worker navigate stays as it is.
  const shown = await free?.navigate(target).catch(() => null);
  await (shown ? shown.focus() : worker.clients.openWindow(target));
}

const READING = /^\/cms\/main\/(epubRead|collectedVideoPlay)/;
