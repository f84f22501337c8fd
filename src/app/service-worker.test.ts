// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { appUpdate } from './app-update.store.ts';
import { startWorker, takeUpdate } from './service-worker.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

vi.stubEnv('DEV', false);
/** An unhandled rejection fails the test run. */
afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

test('a browser without service workers registers and offers nothing', async () => {
  expect('serviceWorker' in navigator).toBe(false);
  expect(startWorker).not.toThrow();
  expect(takeUpdate).not.toThrow();
  await eventLoopTurns();
  expect(appUpdate.state).toBe('current');
});

test('tries an unsupported registration once and does not throw', async () => {
  const register = vi.fn(async () => undefined);
  const serviceWorker = Object.assign(new EventTarget(), { register, controller: null, ready: new Promise(() => undefined) });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  startWorker();
  await eventLoopTurns();
  expect(register).toHaveBeenCalledExactlyOnceWith('/worker.js', { updateViaCache: 'none' });
  expect(appUpdate.state).toBe('current');
});

test('offers an installed worker and activates it only on request', async () => {
  const posted: unknown[] = [];
  const worker = Object.assign(new EventTarget(), {
    state: 'installed',
    scriptURL: `${location.origin}/worker.js`,
    postMessage: (data: unknown) => posted.push(data),
  });
  const registration = Object.assign(new EventTarget(), { installing: null, waiting: worker, active: worker, update: async () => undefined });
  const controller = Object.assign(new EventTarget(), { scriptURL: `${location.origin}/worker.js`, postMessage: () => undefined });
  const serviceWorker = Object.assign(new EventTarget(), {
    register: async () => registration,
    getRegistration: async () => registration,
    controller,
    ready: Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  startWorker();
  await vi.waitFor(() => expect(appUpdate.state).toBe('offered'));
  expect(posted).not.toContainEqual({ type: 'SKIP_WAITING' });
  takeUpdate();
  expect([appUpdate.state, posted.filter((one) => (one as { type: string }).type === 'SKIP_WAITING').length]).toEqual(['applying', 1]);
});
