// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

const reload = vi.hoisted(() => vi.fn());
vi.mock('./reload-page.ts', () => ({ reloadPage: reload }));
vi.stubEnv('DEV', false);
/** An unhandled rejection fails the test run. */
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  reload.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
  document.head.replaceChildren();
});

/** Every page has its own state. */
async function newPage() {
  const [{ startWorker, takeUpdate }, { appUpdate }] = await Promise.all([import('./service-worker.ts'), import('./app-update.store.ts')]);
  return { startWorker, takeUpdate, appUpdate };
}

/** A browser whose page is controlled by one worker while the next one waits. */
function browser() {
  const asked: unknown[] = [];
  const worker = () => Object.assign(new EventTarget(), { state: 'installed', postMessage: (data: { type: string }) => void asked.push(data.type) });
  const next = worker();
  const registration = Object.assign(new EventTarget(), {
    installing: null,
    waiting: next as EventTarget | null,
    active: worker(),
    update: async () => undefined,
  });
  const serviceWorker = Object.assign(new EventTarget(), {
    register: async () => registration,
    getRegistration: async () => registration,
    controller: registration.active,
    ready: Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  const shell = vi.fn(async () => new Response('<script src="/assets/index-2.js"></script>'));
  vi.stubGlobal('fetch', shell);
  document.head.innerHTML = '<script type="text/plain" src="/assets/index-1.js"></script>';
  return {
    registration,
    shell,
    asks: () => asked.filter((type) => type === 'SKIP_WAITING').length,
    takeOver() {
      Object.assign(registration, { waiting: null, active: next });
      serviceWorker.controller = next;
      serviceWorker.dispatchEvent(new Event('controllerchange'));
    },
  };
}

test('a browser without service workers registers and offers nothing', async () => {
  const { startWorker, takeUpdate, appUpdate } = await newPage();
  expect('serviceWorker' in navigator).toBe(false);
  expect(startWorker).not.toThrow();
  await takeUpdate();
  await eventLoopTurns();
  expect(appUpdate.state).toBe('current');
});

test('tries an unsupported registration once and does not throw', async () => {
  const { startWorker, appUpdate } = await newPage();
  const register = vi.fn(async () => undefined);
  const serviceWorker = Object.assign(new EventTarget(), { register, controller: null, ready: new Promise(() => undefined) });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  startWorker();
  await eventLoopTurns();
  expect(register).toHaveBeenCalledExactlyOnceWith('/worker.js', { updateViaCache: 'none' });
  expect(appUpdate.state).toBe('current');
});

test('offers an installed worker, activates it only on request, and reloads when it has taken over', async () => {
  const { asks, takeOver } = browser();
  const { startWorker, takeUpdate, appUpdate } = await newPage();
  startWorker();
  await vi.waitFor(() => expect(appUpdate.state).toBe('offered'));
  expect(asks()).toBe(0);
  await takeUpdate();
  expect([appUpdate.state, asks()]).toEqual(['applying', 1]);
  takeOver();
  expect(reload).toHaveBeenCalledOnce();
});

test('#44.13 a tab whose worker another tab has replaced offers the release, and only reloads', async () => {
  const { asks, takeOver } = browser();
  const { startWorker, takeUpdate, appUpdate } = await newPage();
  startWorker();
  await vi.waitFor(() => expect(appUpdate.state).toBe('offered'));
  takeOver();
  await eventLoopTurns();
  expect([appUpdate.state, reload.mock.calls.length]).toEqual(['offered', 0]);
  await takeUpdate();
  expect([asks(), reload.mock.calls.length]).toEqual([0, 1]);
});

test('#44.13 a tab that already runs the release of the worker in control offers nothing', async () => {
  const { shell, takeOver } = browser();
  shell.mockImplementation(async () => new Response('<script src="/assets/index-1.js"></script>'));
  const { startWorker, appUpdate } = await newPage();
  startWorker();
  await vi.waitFor(() => expect(appUpdate.state).toBe('offered'));
  takeOver();
  await vi.waitFor(() => expect(appUpdate.state).toBe('current'));
});

test('#44.13 the wait for a worker that does not take over ends, and the release is offered again', async () => {
  vi.useFakeTimers();
  const { asks, takeOver } = browser();
  const { startWorker, takeUpdate, appUpdate } = await newPage();
  startWorker();
  await vi.waitFor(() => expect(appUpdate.state).toBe('offered'));
  await takeUpdate();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(appUpdate.state).toBe('applying');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(appUpdate.state).toBe('offered');
  await takeUpdate();
  expect(asks()).toBe(2);
  takeOver();
  expect(reload).toHaveBeenCalledOnce();
});

test('#44.13 a worker that took over without an event still ends the wait', async () => {
  vi.useFakeTimers();
  const { registration } = browser();
  const { startWorker, takeUpdate, appUpdate } = await newPage();
  startWorker();
  await vi.waitFor(() => expect(appUpdate.state).toBe('offered'));
  await takeUpdate();
  registration.waiting = null;
  await vi.advanceTimersByTimeAsync(11_000);
  expect(reload).toHaveBeenCalledOnce();
});
