// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { PushSwitch } from './push-switch.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const state = vi.hoisted(() => ({ key: 'key', on: false, here: 'off', calls: [] as string[], refused: '', asked: false }));
vi.mock('../../api/call.ts', () => ({
  call: async ({ key }: { key: string }) => {
    if (key.startsWith('GET')) {
      state.asked = true;
      return { key: state.key, on: state.on };
    }
    state.calls.push(key);
    if (state.refused) throw new Error(state.refused);
    state.on = key.startsWith('POST');
    return undefined;
  },
  CallError: Error,
  isAway: () => false,
  isOffline: () => false,
  TOO_LATE: 0,
}));
vi.mock('../frame/dialogs.ts', () => ({ toast: () => undefined, toastError: () => undefined }));
vi.mock('../../install/browser-push.ts', () => ({
  browserPush: async () => state.here,
  subscribeBrowser: async () => ((state.here = 'on'), { endpoint: 'https://push.test/1', keys: { p256dh: 'P', auth: 'A' } }),
  unsubscribeBrowser: async () => void (state.here = 'off'),
}));

async function shown() {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <PushSwitch />
      </QueryClientProvider>,
    ),
  );
  await act(async () => undefined);
  const input = (): HTMLInputElement | null => place.querySelector('input');
  const tap = async (): Promise<void> => {
    await expect.poll(input).not.toBeNull();
    await act(async () => input()?.click());
  };
  return { place, input, tap, end: () => act(async () => root.unmount()) };
}
beforeEach(() => {
  queryClient.clear();
  Object.assign(state, { key: 'key', on: false, here: 'off', calls: [], refused: '' });
});

test('44.18 the switch is shown only when the server has a key and the browser can receive push messages', async () => {
  for (const [key, here, expected] of [
    ['', 'off', false],
    ['key', 'unsupported', false],
    ['key', 'off', true],
  ] as const) {
    queryClient.clear();
    Object.assign(state, { key, here, asked: false });
    const { input, end } = await shown();
    await expect.poll(() => state.asked && queryClient.isFetching() === 0).toBe(true);
    await act(async () => undefined);
    await expect.poll(() => [key, here, input() !== null]).toEqual([key, here, expected]);
    await end();
  }
});

test('44.18 the switch is on when the server and the browser both have the subscription, and turns both off', async () => {
  Object.assign(state, { on: true, here: 'off' });
  const { input, tap, end } = await shown();
  await expect.poll(() => input()?.checked).toBe(false);
  await tap();
  await expect.poll(() => input()?.checked).toBe(true);
  await tap();
  await expect.poll(() => input()?.checked).toBe(false);
  expect([state.calls, state.here, state.on]).toEqual([['POST /info/message/push', 'DELETE /info/message/push'], 'off', false]);
  await end();
});

test('44.18 when the server refuses, the browser keeps no subscription and the reason is shown', async () => {
  state.refused = '本站不支持这个浏览器的推送服务，请改用邮件通知';
  const { place, tap, input, end } = await shown();
  await tap();
  await expect.poll(() => place.textContent).toContain(state.refused);
  expect([input()?.checked, state.here]).toEqual([false, 'off']);
  await end();
});

test('44.18 where the user forbade notifications, the switch says where to allow them', async () => {
  state.here = 'denied';
  const { place, input, end } = await shown();
  await expect.poll(input).not.toBeNull();
  expect([input()?.disabled, place.textContent?.includes('浏览器已禁止通知')]).toEqual([true, true]);
  await end();
});
