const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  typeof navigator !== 'undefined' && 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration().catch(() => undefined) : undefined;

/** What this browser can do with push messages: nothing, nothing because the user forbade notifications, or whether it has a subscription. */
export async function browserPush(): Promise<'unsupported' | 'denied' | 'off' | 'on'> {
  const manager = 'Notification' in globalThis ? (await worker())?.pushManager : undefined;
  if (!manager) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await manager.getSubscription().catch(() => null)) ? 'on' : 'off';
}

/** Asks the user and the push service of the browser. Throws with a message for the user. */
export async function subscribeBrowser(key: string): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('没有允许通知，推送没有打开');
  const manager = (await worker())?.pushManager;
  // A subscription with another key, or of an earlier user of this browser.
  await (await manager?.getSubscription())?.unsubscribe();
  const given = await manager?.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => undefined);
  const { endpoint, keys } = given?.toJSON() ?? {};
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('浏览器连不上它的推送服务，请稍后再试，或改用邮件通知');
  return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
}

/** After this the push service refuses messages for this browser, also when the server has not heard of it. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await (await worker())?.pushManager?.getSubscription().catch(() => null))?.unsubscribe().catch(() => false);
}
