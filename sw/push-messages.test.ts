import { expect, test, vi } from 'vitest';
import { followPush } from './push-messages.ts';

type Handler = (event: object) => void;

/** A worker with the given open windows; records what it shows and opens. */
function fakeWorker(...addresses: string[]) {
  const handlers = new Map<string, Handler>();
  const shown: { title: string; options: { tag: string; data: string } }[] = [];
  const opened: string[] = [];
  const windows = addresses.map((url) => ({
    url,
    focus: async () => void opened.push(`focus ${url}`),
    navigate: vi.fn(async function (this: { url: string }, to: string) {
      opened.push(`navigate ${to}`);
      return { focus: async () => void opened.push(`focus ${to}`) };
    }),
  }));
  const worker = {
    location: { origin: 'https://house.test' },
    addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler),
    registration: { showNotification: async (title: string, options: never) => void shown.push({ title, options }) },
    clients: { matchAll: async () => windows, openWindow: async (url: string) => void opened.push(`open ${url}`) },
  };
  followPush(worker as unknown as ServiceWorkerGlobalScope);
  const sendEvent = async (name: string, event: object): Promise<void> => {
    const waits: Promise<unknown>[] = [];
    handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    expect(waits).toHaveLength(1);
    await Promise.all(waits);
  };
  return {
    shown,
    opened,
    windows,
    push: (text: string) => sendEvent('push', { data: { json: () => JSON.parse(text) as unknown } }),
    click: async (data: string) => {
      const close = vi.fn();
      await sendEvent('notificationclick', { notification: { data, close } });
      expect(close).toHaveBeenCalledOnce();
    },
  };
}

test('44.18 a push message is shown with its title, and its address only inside this site', async () => {
  const { push, shown } = fakeWorker();
  for (const link of ['/task/todo?open=3', 'https://other.test/x', '//other.test/x', '/\\other.test', 'javascript:alert(1)', ''])
    await push(JSON.stringify({ title: '一审任务', link, messageId: 5 }));
  expect(shown.map(({ title, options }) => [title, options.tag, options.data])).toEqual([
    ['一审任务', 'message-5', '/task/todo?open=3'],
    ...Array.from({ length: 5 }, () => ['一审任务', 'message-5', '/personalCenter/message']),
  ]);
});

test('44.18 a push message that cannot be read is shown too, because browsers demand it', async () => {
  const { push, shown } = fakeWorker();
  for (const text of ['', 'null', '{}', 'no json']) await push(text);
  expect(shown.map(({ title }) => title)).toEqual(Array.from({ length: 4 }, () => '书舟有新消息'));
});

test('44.18 a tap opens the page in a window that has it, else in one that is free, and never in one with an open book', async () => {
  const has = fakeWorker('https://house.test/', 'https://house.test/task/todo');
  await has.click('/task/todo');
  expect(has.opened).toEqual(['focus https://house.test/task/todo']);
  const free = fakeWorker('https://house.test/cms/main/epubRead?publishId=1', 'https://house.test/');
  await free.click('/task/todo');
  expect(free.opened).toEqual(['navigate https://house.test/task/todo', 'focus https://house.test/task/todo']);
  const reading = fakeWorker('https://house.test/cms/main/epubRead?publishId=1');
  await reading.click('/task/todo');
  expect(reading.opened).toEqual(['open https://house.test/task/todo']);
  free.opened.length = 0;
  free.windows[1]?.navigate.mockRejectedValueOnce(new TypeError('not controlled'));
  await free.click('/task/todo');
  expect(free.opened).toEqual(['open https://house.test/task/todo']);
});
