import { beforeEach, expect, test, vi } from 'vitest';
import { browserPush, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';

let permission = 'default';
let answer = 'granted';
let keys: string[] = [];
let refused = false;
const subscription = () => ({
  toJSON: () => ({ endpoint: 'https://push.test/1', keys: { p256dh: 'P', auth: 'A' } }),
  unsubscribe: async () => ((keys = []), true),
});
const pushManager = {
  getSubscription: async () => (keys.length > 0 ? subscription() : null),
  subscribe: async ({ applicationServerKey, userVisibleOnly }: { applicationServerKey: string; userVisibleOnly: boolean }) => {
    if (refused || !userVisibleOnly) throw new DOMException('no service', 'AbortError');
    // A browser refuses a second subscription with another key.
    if (keys.length > 0) throw new DOMException('another key', 'InvalidStateError');
    keys = [applicationServerKey];
    return subscription();
  },
};
vi.stubGlobal('Notification', {
  get permission() {
    return permission;
  },
  requestPermission: async () => answer,
});
const registration = { pushManager } as { pushManager?: typeof pushManager };
vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
beforeEach(() => {
  [permission, answer, refused, keys] = ['default', 'granted', false, []];
  registration.pushManager = pushManager;
});

test('44.18 a browser subscribes with the key of the server, also when it had a subscription with another key', async () => {
  expect(await browserPush()).toBe('off');
  keys = ['an earlier key'];
  expect(await subscribeBrowser('key')).toEqual({ endpoint: 'https://push.test/1', keys: { p256dh: 'P', auth: 'A' } });
  expect([keys, await browserPush()]).toEqual([['key'], 'on']);
  await unsubscribeBrowser();
  expect([keys, await browserPush()]).toEqual([[], 'off']);
});

test('44.18 a message says why push messages are not switched on', async () => {
  answer = 'denied';
  await expect(subscribeBrowser('key')).rejects.toThrow('没有允许通知，推送没有打开');
  [answer, refused] = ['granted', true];
  await expect(subscribeBrowser('key')).rejects.toThrow('浏览器连不上它的推送服务，请稍后再试，或改用邮件通知');
  permission = 'denied';
  expect(await browserPush()).toBe('denied');
  delete registration.pushManager;
  expect(await browserPush()).toBe('unsupported');
  await unsubscribeBrowser();
});
