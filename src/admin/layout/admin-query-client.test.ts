// @vitest-environment jsdom
import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError, OFFLINE } from '../../api/call.ts';
import { adminQueryClient } from './admin-query-client.ts';

afterEach(() => onlineManager.setOnline(true));

test('fails an action at once without a network and does not repeat it when the network is back', async () => {
  onlineManager.setOnline(false);
  const send = vi.fn(() => Promise.reject(new CallError(OFFLINE, '网络不可用')));
  const press = new MutationObserver(adminQueryClient, { mutationFn: send }).mutate();
  await expect(press).rejects.toThrow('网络不可用');
  onlineManager.setOnline(true);
  await adminQueryClient.resumePausedMutations();
  expect(send).toHaveBeenCalledTimes(1);
});

test('shows an error for a list requested without a network and refetches it when the network is back', async () => {
  onlineManager.setOnline(false);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const ask = vi.fn(() => Promise.reject(new CallError(OFFLINE, '网络不可用')));
  await expect(adminQueryClient.fetchQuery({ queryKey: ['a list'], queryFn: ask })).rejects.toThrow('网络不可用');
  expect(ask).toHaveBeenCalledTimes(1);
  expect(adminQueryClient.defaultQueryOptions({ queryKey: ['a list'] }).refetchOnReconnect).toBe(true);
});
