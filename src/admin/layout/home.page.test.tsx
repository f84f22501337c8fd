// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { HomePage } from './home.page.tsx';

vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }));

test('shows an error on the to-do card and offers a retry when the server does not answer', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string | Request) => {
    asked.push(String(address instanceof Request ? address.url : address));
    throw new TypeError('Failed to fetch');
  });
  const place = document.body.appendChild(document.createElement('div'));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <HomePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const card = () => [...place.querySelectorAll('.ant-card')].find((one) => one.textContent?.includes('今天等我处理的'));
  await vi.waitFor(() => expect(card()?.textContent).toContain('加载失败'));
  expect(place.querySelectorAll('.ant-result')).toHaveLength(1);
  const before = asked.length;
  [...(card()?.querySelectorAll('button') ?? [])].find((one) => /重\s*试/.test(one.textContent ?? ''))?.click();
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before));
});
