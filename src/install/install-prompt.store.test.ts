// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { askToInstall, installPrompt, watchInstallPrompt } from './install-prompt.store.ts';

watchInstallPrompt();
function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(async () => ({ outcome }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  dispatchEvent(event);
  return { event, prompt };
}

test('44.18 the installation is offered after the browser has reported it, once, in place of its own banner', async () => {
  expect(installPrompt.offered).toBe(false);
  expect(await askToInstall()).toBe(false);
  const { event, prompt } = offer('accepted');
  expect(event.defaultPrevented).toBe(true);
  expect(installPrompt.offered).toBe(true);
  expect(await askToInstall()).toBe(true);
  expect(installPrompt.offered).toBe(false);
  expect(await askToInstall()).toBe(false);
  expect(prompt).toHaveBeenCalledTimes(1);
});

test('44.18 a dismissed question is offered again when the browser reports it again, and never after the installation', async () => {
  offer('dismissed');
  expect(await askToInstall()).toBe(false);
  offer('dismissed');
  expect(installPrompt.offered).toBe(true);
  dispatchEvent(new Event('appinstalled'));
  expect(installPrompt.offered).toBe(false);
});
