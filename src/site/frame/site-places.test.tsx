// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { SiteFooter } from './site-footer.tsx';
import { TopBar } from './top-bar.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it('#43.14 the contests are in the navigation and in the footer', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <TopBar path="/cms/main/contestDetail/3" bag={null} />
          <SiteFooter />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  const [bar, foot] = [place.querySelector('header'), place.querySelector('footer')];
  const inBar = bar?.querySelector('nav a[href="/cms/main/contest"]');
  expect(inBar?.textContent).toBe('大赛');
  expect(inBar?.getAttribute('aria-current')).toBe('page');
  expect(foot?.querySelector('a[href="/cms/main/contest"]')?.textContent).toBe('大赛');
  await act(async () => root.unmount());
});
