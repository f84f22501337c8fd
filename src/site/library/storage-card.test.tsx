// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { personOf } from '../../../tests/support/person.ts';
import { loadDownloads, measure } from '../../downloads/downloads.store.ts';
import { downloadStorage } from '../../downloads/download-storage.ts';
import { session } from '../../session/session.store.ts';
import { StorageCard } from './storage-card.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
const MB = 1024 * 1024;
Object.defineProperty(navigator, 'storage', { value: { estimate: async () => ({ usage: 90 * MB, quota: 900 * MB }) } });

async function wordsOf(screen: React.ReactElement): Promise<string> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>{screen}</MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  const words = place.textContent ?? '';
  await act(async () => root.unmount());
  place.remove();
  return words.replaceAll('\u00a0', ' ');
}

beforeEach(async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 9 }), roles: [], permissions: [] };
  await loadDownloads();
});

test('does not count data of other origins on this device as cache', async () => {
  await downloadStorage(9).write([]);
  await measure();
  expect(await wordsOf(<StorageCard />)).toContain('缓存 90 MB');
  await downloadStorage(77).write([['b/1', { book: { title: '别人的书' } } as never]]);
  await measure();
  const words = await wordsOf(<StorageCard />);
  expect(words).toContain('缓存及其他账号 90 MB');
  expect(words).not.toContain('别人的书');
});
