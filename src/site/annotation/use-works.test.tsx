// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { myProgress } from '../../../contract/reading/progress.ts';
import { queryClient } from '../../api/query-client.ts';
import { useWorks } from './use-works.ts';
import { eventLoopTurns } from '../../../tests/support/event-loop.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const server = vi.fn<() => Promise<Response>>();
vi.stubGlobal('fetch', server);
const answer = (code: number) => Promise.resolve(Response.json({ code, msg: '没有' }));

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
});
afterEach(() => queryClient.clear());

function Probe({ publishId }: { publishId: number }) {
  const { works, away } = useWorks([publishId]);
  const work = works.get(publishId);
  return <p>{work === null ? '已下架' : (work?.title ?? `${away} 本不知道`)}</p>;
}

/** Checks what is shown for work 12 once the server has answered. */
async function seen(words: string): Promise<void> {
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Probe publishId={12} />
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(async () => {
    await act(eventLoopTurns);
    expect(place.textContent).toBe(words);
  });
  await act(async () => root.unmount());
}

test('a work is gone when the server says so, but not when the request fails', async () => {
  server.mockImplementation(() => answer(500));
  await seen('1 本不知道');
  queryClient.clear();
  server.mockImplementation(() => answer(404));
  await seen('已下架');
});

test('a work that fails to load gets its name from the list of recently read works', async () => {
  server.mockImplementation(() => Promise.reject(new TypeError('no network')));
  const book = { publishId: 12, title: '月亮邮局' } as BookCard;
  queryClient.setQueryData([myProgress.key, {}, 'pages'], { pages: [{ rows: [{ book, progress: { publishId: 12 } }], total: 1 }] });
  await seen('月亮邮局');
});
