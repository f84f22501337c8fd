// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ContinueCard } from './continue-card.tsx';
import { recentReading } from './home-queries.ts';
import { eventLoopTurns } from '../../../tests/support/event-loop.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));

async function shown(client: QueryClient): Promise<string> {
  const place = document.body.appendChild(document.createElement('div'));
  await act(async () =>
    createRoot(place).render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ContinueCard signedIn />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await act(eventLoopTurns);
  return place.textContent ?? '';
}
const asking = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

test('does not show an empty state when the last read work failed to load', async () => {
  expect(await shown(asking())).toContain('接着上次读');
});

test('shows an invitation to a user who has read nothing yet, also when a later request fails', async () => {
  const client = asking();
  client.setQueryData(recentReading.queryKey, { rows: [], total: 0 }, { updatedAt: 1 });
  expect(await shown(client)).toContain('还没有在读的书');
});
