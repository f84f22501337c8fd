// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { personOf } from '../../../tests/support/person.ts';
import { type Download, downloads, loadDownloads } from '../../downloads/downloads.store.ts';
import { type TrackDownload, trackDownloads } from '../../downloads/track-downloads.store.ts';
import { bytes } from '../../format/bytes.ts';
import { session } from '../../session/session.store.ts';
import { MeScreen } from './me.screen.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));

test('counts downloads without a network: complete books and tracks, and all received bytes', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 9 }), roles: [], permissions: [] };
  await loadDownloads();
  const kept = (state: Download['state']) => ({ state, bytes: 1_048_576, total: 2_097_152, reason: '', validTo: null });
  downloads.items = { 1: { ...kept('ready'), book: { publishId: 1, title: '甲' }, documentsReady: 1 } as Download };
  trackDownloads.items = Object.fromEntries(
    (['ready', 'over', 'paused'] as const).map((state, at) => [at, { ...kept(state), work: {}, track: { mediaId: at } } as TrackDownload]),
  );
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <MeScreen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  const links = () => [...place.querySelectorAll('a')].map((link) => link.textContent);
  await vi.waitFor(() => expect(links()).toContain('3下载'));
  expect(links()).toContain(`我的下载${bytes(4 * 1_048_576)}`);
  await act(async () => root.unmount());
});
