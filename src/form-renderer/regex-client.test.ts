import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REGEX_TIME_LIMIT } from '../../contract/workflow/form-regex.ts';

type Listener = (event: { data: unknown }) => void;

/** A worker in which every pattern but `slow` answers at once. */
class FakeWorker {
  static made: FakeWorker[] = [];
  readonly listeners = new Map<string, Set<Listener>>();
  ended = false;
  constructor() {
    FakeWorker.made.push(this);
  }
  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, (this.listeners.get(type) ?? new Set()).add(listener));
  }
  removeEventListener(type: string, listener: Listener): void {
    this.listeners.get(type)?.delete(listener);
  }
  terminate(): void {
    this.ended = true;
  }
  postMessage({ id, source, flags, text }: { id: number; source: string; flags: string; text: string }): void {
    const say = (data: object): void => this.listeners.get('message')?.forEach((listen) => listen({ data }));
    queueMicrotask(() => {
      say({ id, start: true });
      if (source !== 'slow') say({ id, match: new RegExp(source, flags).test(text) });
    });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  FakeWorker.made = [];
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const check = (source: string, text = 'abc') => ({ regex: { source, flags: '' }, text });

test('form-designer point 21: on the page a pattern that runs too long ends its worker after the limit, and the next one has a new worker', async () => {
  const { testPatterns } = await import('./regex-client.ts');
  const first = testPatterns([check('^abc$'), check('^x'), check('slow'), check('c$')] as never);
  await vi.advanceTimersByTimeAsync(REGEX_TIME_LIMIT - 1);
  expect(FakeWorker.made.map((one) => one.ended)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await first).toEqual(['match', 'mismatch', 'timeout', 'match']);
  expect(FakeWorker.made.map((one) => one.ended)).toEqual([true, false]);
  expect(FakeWorker.made.every((one) => [...one.listeners.values()].every((set) => set.size === 0))).toBe(true);
});

test('form-designer point 21: a browser without workers leaves the check to the server', async () => {
  vi.stubGlobal('Worker', undefined);
  const { testPatterns } = await import('./regex-client.ts');
  expect(await testPatterns([check('^x')] as never)).toEqual(['match']);
});
