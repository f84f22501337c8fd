import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { BACKGROUND_CHANNEL } from '../../sw/messages.ts';
import { inBackground, stopBackground } from './background.ts';

/** Simulates a browser with Background Fetch, like Chromium: one fetch for each id, removed once it has ended. */
class Browser {
  readonly running = new Map<string, Running>();
  readonly asked: { id: string; urls: readonly string[]; downloadTotal: number }[] = [];
  async fetch(id: string, urls: readonly string[], { downloadTotal }: { downloadTotal: number }): Promise<Running> {
    this.asked.push({ id, urls, downloadTotal });
    const made = new Running(this, id);
    this.running.set(id, made);
    return made;
  }
  async get(id: string): Promise<Running | undefined> {
    return this.running.get(id);
  }
  async getIds(): Promise<string[]> {
    return [...this.running.keys()];
  }
}
class Running extends EventTarget {
  downloaded = 0;
  result: '' | 'success' | 'failure' = '';
  failureReason = '';
  readonly browser: Browser;
  readonly id: string;
  constructor(browser: Browser, id: string) {
    super();
    this.browser = browser;
    this.id = id;
  }
  comes(bytes: number, result: Running['result'] = '', reason = ''): void {
    Object.assign(this, { downloaded: bytes, result, failureReason: reason });
    if (result) this.browser.running.delete(this.id);
    this.dispatchEvent(new Event('progress'));
  }
  async abort(): Promise<boolean> {
    this.comes(this.downloaded, 'failure', 'aborted');
    return true;
  }
}
const workerSays = (id: string): void => {
  const channel = new BroadcastChannel(BACKGROUND_CHANNEL);
  channel.postMessage(id);
  channel.close();
};
const serve = (backgroundFetch: Browser | undefined): void =>
  void vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ backgroundFetch }) } });
const order = (id: string, stop = new AbortController(), onProgress: (bytes: number) => void = () => undefined) =>
  ({ id, title: '一', urls: ['/media/1?l=a&part=0'], bytes: 10, allowed: true, signal: stop.signal, onProgress, stored: async () => 0 }) as const;
const started = (browser: Browser, id: string): Promise<Running> => vi.waitFor(() => browser.running.get(id) ?? Promise.reject(new Error('not yet')));

afterEach(() => vi.unstubAllGlobals());

it('returns false at once if the browser has no background fetch', async () => {
  serve(undefined);
  expect(await inBackground(order('keep/1/m/1'))).toBe(false);
});

it('resolves when the worker has stored the result', async () => {
  const browser = new Browser();
  serve(browser);
  const seen: number[] = [];
  const going = inBackground(order('keep/1/m/2', undefined, (bytes) => seen.push(bytes)));
  const fetching = await started(browser, 'keep/1/m/2');
  fetching.comes(4);
  fetching.comes(10, 'success');
  workerSays('keep/1/m/2');
  expect(await going).toBe(true);
  expect(seen).toEqual([0, 4, 10]);
  expect(browser.asked).toEqual([{ id: 'keep/1/m/2', urls: ['/media/1?l=a&part=0'], downloadTotal: 10 }]);
});

it('follows a running fetch of a closed tab and does not start it again, also if it ends without an event', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  const browser = new Browser();
  serve(browser);
  await browser.fetch('keep/1/m/3', [], { downloadTotal: 10 });
  const follows = vi.fn();
  const going = inBackground(order('keep/1/m/3', undefined, follows));
  await vi.waitFor(() => expect(follows).toHaveBeenCalled());
  browser.running.delete('keep/1/m/3');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await going).toBe(true);
  expect(browser.asked).toHaveLength(1);
  vi.useRealTimers();
});

it('a pause stops the browser’s fetch too, and a stop in the browser stops the download', async () => {
  const browser = new Browser();
  serve(browser);
  const stop = new AbortController();
  const paused = inBackground(order('keep/1/m/4', stop));
  const fetching = await started(browser, 'keep/1/m/4');
  stop.abort(new Error('paused'));
  await expect(paused).rejects.toThrow('paused');
  expect(fetching.failureReason).toBe('aborted');

  const stopped = inBackground(order('keep/1/m/5'));
  (await started(browser, 'keep/1/m/5')).comes(3, 'failure', 'aborted');
  workerSays('keep/1/m/5');
  await expect(stopped).rejects.toThrow('下载已在浏览器的下载列表里停止，点重试继续');
});

it('does not start a fetch that may not continue alone, and stops one that was started', async () => {
  const browser = new Browser();
  serve(browser);
  expect(await inBackground({ ...order('keep/1/m/9'), allowed: false })).toBe(false);
  expect(browser.asked).toEqual([]);
  const before = await browser.fetch('keep/1/m/9', [], { downloadTotal: 10 });
  expect(await inBackground({ ...order('keep/1/m/9'), allowed: false })).toBe(false);
  expect([before.failureReason, browser.running.size]).toEqual(['aborted', 0]);
});

it('with the Wi-Fi-only setting no fetch continues without a page', async () => {
  const browser = new Browser();
  serve(browser);
  const [ours, other] = [await browser.fetch('keep/1/b/7/3', [], { downloadTotal: 10 }), await browser.fetch('else', [], { downloadTotal: 10 })];
  await stopBackground();
  expect([ours.failureReason, other.failureReason]).toEqual(['aborted', '']);
});
