// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { SiteFrame } from './site-frame.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
const scrolled = vi.fn();
vi.stubGlobal('scrollTo', scrolled);

/** Opens an address as the first page of a visit, and leaves it at scroll position 700. */
async function visit(address: string): Promise<number> {
  scrolled.mockClear();
  const router = createMemoryRouter([{ path: '*', element: <SiteFrame /> }], { initialEntries: [{ pathname: address, key: 'default' }] });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  const at = (scrolled.mock.calls.at(-1)?.[1] as number | undefined) ?? 0;
  vi.stubGlobal('scrollY', 700);
  await act(async () => void dispatchEvent(new Event('pagehide')));
  await act(async () => root.unmount());
  return at;
}

it('a reloaded page starts at its own last scroll position, and not at that of another page', async () => {
  expect(await visit('/cms/main/notice')).toBe(0);
  expect(await visit('/cms/main/notice')).toBe(700);
  expect(await visit('/cms/main/cmsReadingCenter')).toBe(0);
});

function Seeking() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <input ref={field} />;
}

it("the focus moves to the new page, and stays in the field that is the page's purpose", async () => {
  const children = [
    { path: '/', element: null },
    { path: '/cms/main/search', Component: Seeking },
  ];
  const router = createMemoryRouter([{ element: <SiteFrame />, children }]);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  await act(() => router.navigate('/cms/main/search'));
  expect(document.activeElement?.tagName).toBe('INPUT');
  await act(() => router.navigate('/'));
  expect(document.activeElement?.id).toBe('main');
  await act(async () => root.unmount());
});
