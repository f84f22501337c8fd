// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { personOf } from '../../../tests/support/person.ts';
import { session } from '../../session/session.store.ts';
import { BookActions } from './book-actions.tsx';
import { shelf } from './catalog-queries.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => new Promise(() => undefined));

async function wayIn(percent: number): Promise<[string | null, string | null]> {
  session.now = { state: 'authenticated', user: personOf(), roles: [], permissions: [] };
  const queries = new QueryClient();
  queries.setQueryData<object>(shelf(5).queryKey, { entitled: true, collected: false, score: 0, progress: percent > 0 ? { percent } : null });
  const place = document.createElement('div');
  const shown = createRoot(place);
  const book = { publishId: 5, isFree: true, salePriceFen: 0, listPriceFen: 0, trialChapters: 0, editionId: 3, chapters: [{}] };
  await act(async () =>
    shown.render(
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <BookActions book={book as unknown as BookDetail} place="side" />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  const link = place.querySelector('a.button-fill');
  const found: [string | null, string | null] = [link?.textContent ?? null, link?.getAttribute('href') ?? null];
  await act(async () => shown.unmount());
  return found;
}

test('offers to start a book, to continue it, and once it is finished to read it again from the start', async () => {
  expect(await wayIn(0)).toEqual(['开始阅读', '/cms/main/epubRead?publishId=5']);
  expect(await wayIn(43.7)).toEqual(['续读 43%', '/cms/main/epubRead?publishId=5']);
  expect(await wayIn(99.2)).toEqual(['再读一遍', '/cms/main/epubRead?publishId=5&at=0']);
});
