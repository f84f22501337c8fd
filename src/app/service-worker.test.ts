// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { appUpdate } from './app-update.store.ts';
import { startWorker, takeUpdate } from './service-worker.ts';

vi.stubEnv('DEV', false);
/** A rejection nobody heard of fails the run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

test('where the browser has no workers, as in a private window, nothing is registered, offered, or complained of', async () => {
  expect('serviceWorker' in navigator).toBe(false);
  expect(startWorker).not.toThrow();
  expect(takeUpdate).not.toThrow();
  await settled();
  expect(appUpdate.state).toBe('current');
});

test('where the browser was told to let none in, it is asked once and nothing is complained of', async () => {
  const register = vi.fn(async () => undefined);
  const serviceWorker = Object.assign(new EventTarget(), { register, controller: null, ready: new Promise(() => undefined) });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  startWorker();
  await settled();
  expect(register).toHaveBeenCalledExactlyOnceWith('/worker.js', { updateViaCache: 'none' });
  expect(appUpdate.state).toBe('current');
});
