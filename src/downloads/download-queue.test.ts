import { beforeEach, expect, it, vi } from 'vitest';
import { noteWorkerFailed } from './worker-support.ts';
import { advance, beginQueueOf, inOrder, joinQueue, canResumeAlone, move, type Progressing, queue, setWifiOnly, moveLast } from './download-queue.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

const items: Record<string, Progressing> = {};
const begun: string[] = [];
const ends = new Map<string, () => void>();
joinQueue({
  items: () => Object.entries(items),
  look: () => Promise.resolve(),
  run: (key, stop) => {
    begun.push(key);
    const item = items[key];
    if (item) item.state = 'running';
    return new Promise((resolve) => {
      ends.set(key, () => {
        if (item) item.state = 'ready';
        resolve();
      });
      stop.signal.addEventListener('abort', () => resolve());
    });
  },
});

beforeEach(async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('navigator', { locks: { request: async (_name: string, _options: unknown, work: (lock: object) => unknown) => work({}) } });
  beginQueueOf(null);
  await eventLoopTurns();
  for (const key of Object.keys(items)) delete items[key];
  begun.length = 0;
  for (const key of ['b/1', 'm/2', 'b/3']) items[key] = { state: 'waiting', bytes: 0, total: 10, reason: '', validTo: null };
  beginQueueOf(1);
});

it('downloads one after another in the user’s order; a download moved before the running one replaces it', async () => {
  advance();
  await eventLoopTurns();
  expect(begun).toEqual(['b/1']);
  move('b/3', -1);
  expect(inOrder(['b/1', 'm/2', 'b/3'])).toEqual(['b/1', 'b/3', 'm/2']);
  await eventLoopTurns();
  expect(begun).toEqual(['b/1']);
  move('b/3', -1);
  await eventLoopTurns();
  expect(begun).toEqual(['b/1', 'b/3']);
  expect(items['b/1']?.state).toBe('waiting');
  ends.get('b/3')?.();
  await eventLoopTurns();
  expect(begun).toEqual(['b/1', 'b/3', 'b/1']);
  beginQueueOf(1);
  expect(inOrder(['b/1', 'm/2', 'b/3'])).toEqual(['b/3', 'b/1', 'm/2']);
});

it('waits for Wi-Fi on a mobile connection if the user wants it, and shows this', async () => {
  queue.onMobile = true;
  setWifiOnly(true);
  await eventLoopTurns();
  expect([begun, items['b/1']?.reason]).toEqual([[], '等待 Wi-Fi，连上后自动继续']);
  queue.onMobile = false;
  setWifiOnly(false);
  await eventLoopTurns();
  expect([begun, items['m/2']?.reason]).toEqual([['b/1'], '']);
});

it('with the Wi-Fi-only setting a download continues alone only on Wi-Fi or cable, and one that continued stops on a mobile connection', async () => {
  const stopped: string[] = [];
  const going = { abort: async () => stopped.push('keep/1/m/2') };
  const backgroundFetch = { getIds: async () => ['keep/1/m/2'], get: async () => going };
  const line = { type: '' };
  vi.stubGlobal('navigator', { connection: line, serviceWorker: { getRegistration: async () => ({ backgroundFetch }) }, locks: navigator.locks });
  const alone = (type: string): boolean => {
    line.type = type;
    return canResumeAlone();
  };
  expect(['', 'cellular', 'unknown', 'wifi'].map(alone)).toEqual([true, true, true, true]);
  queue.onMobile = true;
  setWifiOnly(true);
  expect(['', 'cellular', 'unknown', 'wifi', 'ethernet'].map(alone)).toEqual([false, false, false, true, true]);
  await vi.waitFor(() => expect(stopped).toContain('keep/1/m/2'));
  queue.onMobile = false;
  setWifiOnly(false);
});

it('adds a later request at the end', () => {
  moveLast('m/2');
  moveLast('b/1');
  expect(inOrder(['b/1', 'm/2', 'b/3'])).toEqual(['b/3', 'm/2', 'b/1']);
});

it('without a worker nothing is downloaded, because nothing could open it, and a message says where it works', async () => {
  vi.stubEnv('DEV', false);
  advance();
  expect(items['b/1']?.state).toBe('waiting');
  await eventLoopTurns();
  expect(begun).toEqual([]);
  expect(items['b/1']).toMatchObject({ state: 'failed', reason: expect.stringContaining('请在普通窗口中下载') as string });

  Object.assign(navigator, { serviceWorker: {} });
  const again = async (error: Error): Promise<string[]> => {
    noteWorkerFailed(error);
    for (const item of Object.values(items)) item.state = 'waiting';
    for (const item of Object.values(items)) item.reason = '';
    advance();
    await eventLoopTurns();
    return begun;
  };
  expect(await again(new DOMException('', 'SecurityError'))).toEqual([]);
  // A script that failed to load on a broken connection is requested again with the next page.
  expect(await again(new TypeError('Failed to fetch'))).toEqual(['b/1']);
  vi.unstubAllEnvs();
});
