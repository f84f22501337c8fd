import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, OFFLINE } from '../api/call.ts';
import { afterFailure } from './download-messages.ts';
import { fetchInTime, piecesOf, STALL_MS, wholeOf } from './fetch-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const stop = () => new AbortController().signal;
const isOffline = (error: unknown): boolean => error instanceof CallError && error.code === OFFLINE;

test('reports a network failure and aborts the request when the answer does not start', async () => {
  let asked: AbortSignal | null | undefined;
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    asked = signal;
    return new Promise(() => undefined);
  });
  const failed = fetchInTime('/books/1/2/c.xhtml', {}, stop()).catch(isOffline);
  await vi.advanceTimersByTimeAsync(STALL_MS - 1);
  expect(asked?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failed).toBe(true);
  expect(asked?.aborted).toBe(true);
});

test('reports a network failure when an answer stalls, and not when it is slow', async () => {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  let left = false;
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start: (made) => void (control = made),
      cancel: () => void (left = true),
    });
  const slow = wholeOf(new Response(stream()), stop());
  for (const byte of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(STALL_MS - 1);
    control?.enqueue(Uint8Array.of(byte));
  }
  await vi.advanceTimersByTimeAsync(1);
  control?.close();
  expect([...new Uint8Array(await slow)]).toEqual([1, 2, 3]);

  const came: number[] = [];
  const stalled = (async () => {
    for await (const piece of piecesOf(stream(), stop())) came.push(...piece);
  })().catch(isOffline);
  control?.enqueue(Uint8Array.of(4));
  await vi.advanceTimersByTimeAsync(STALL_MS + 1);
  expect([await stalled, came, left]).toEqual([true, [4], true]);
});

test('waits when a proxy answers instead of the server, and accepts what the server answers', async () => {
  for (const [status, state] of [
    [503, 'waiting'],
    [429, 'waiting'],
    [500, 'answered'],
    [403, 'answered'],
  ] as const) {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status })));
    const outcome = await fetchInTime('/books/1/2/pack', {}, stop()).then(
      () => ({ state: 'answered' }),
      (error: unknown) => afterFailure(error, undefined),
    );
    expect([status, outcome.state]).toEqual([status, state]);
  }
});

test('waits when a captive portal answers instead of the server with its sign-in page', async () => {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const portal = (status: number) => new Response('<!doctype html><title>登录 Wi-Fi</title>', { status, headers: html });
  for (const address of ['/books/1/2/pack?keep', '/books/1/2/search.json?keep', '/books/1/2/a.png?keep', '/media/3?keep'])
    for (const status of [200, 206]) {
      vi.stubGlobal('fetch', () => Promise.resolve(portal(status)));
      const error = await fetchInTime(address, {}, stop()).catch((thrown: unknown) => thrown);
      expect(await afterFailure(error, undefined)).toEqual({ state: 'waiting', reason: '没有连到书舟：这个网络可能要先登录，登录后自动继续' });
    }
  const document = new Response('<p>第一章</p>', { headers: { ...html, 'content-security-policy': "default-src 'none'; sandbox" } });
  vi.stubGlobal('fetch', () => Promise.resolve(document));
  expect(await fetchInTime('/books/1/2/c.html?keep', {}, stop())).toBe(document);
});
