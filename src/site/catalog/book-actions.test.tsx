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

async function ways(state: object | null, place: 'foot' | 'side'): Promise<{ words: string; acts: string[] }> {
  session.now = state ? { state: 'authenticated', user: personOf(), roles: [], permissions: [] } : { state: 'anonymous' };
  const queries = new QueryClient();
  if (state)
    queries.setQueryData<object>(shelf(5).queryKey, {
      collected: false,
      score: 0,
      progress: null,
      note: '',
      right: 'none',
      entitled: false,
      ...state,
    });
  const ground = document.createElement('div');
  const shown = createRoot(ground);
  const book = { publishId: 5, isFree: false, salePriceFen: 5800, listPriceFen: 6800, trialChapters: 2, editionId: 3, chapters: [{}] };
  await act(async () =>
    shown.render(
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <BookActions book={book as unknown as BookDetail} place={place} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  const plain = (text: string | null): string => (text ?? '').replaceAll('\u00a0', ' ');
  const found = { words: plain(ground.textContent), acts: [...ground.querySelectorAll('a, button')].map((one) => plain(one.textContent)) };
  await act(async () => shown.unmount());
  return found;
}

test.each([
  ['a visitor', null, ['收藏', '购物车', '试读', '购买 ¥ 58.00'], ''],
  ['a user without a right', {}, ['收藏', '购物车', '试读', '购买 ¥ 58.00'], ''],
  ['a buyer', { entitled: true, right: 'bought' }, ['收藏', '开始阅读'], '已购买'],
  ['a user with a right from the staff', { entitled: true, right: 'granted' }, ['收藏', '开始阅读'], '已获授权'],
  ['a buyer whose refund is in progress', { right: 'refunding', note: '退款处理中，暂不能阅读' }, ['收藏'], '退款处理中，暂不能阅读'],
  ['a user without a payment channel', { note: '支付方式暂不可用，请稍后再试' }, ['收藏', '免费试读前两章'], '支付方式暂不可用，请稍后再试'],
])('#48.2 shows a paid book to %s with the ways to read and to buy it', async (_who, state, acts, words) => {
  const found = await ways(state, 'foot');
  expect(found.acts).toEqual(acts);
  expect(found.words).toContain(words);
});

test('#48.2 the card of a paid book strikes a higher list price, and says nothing about accounts that the publisher opens', async () => {
  const { words, acts } = await ways({}, 'side');
  expect(acts).toEqual(['购买 ¥ 58.00', '免费试读前两章', '加入购物车', '收藏']);
  expect(words).toContain('定价 ¥ 68.00');
  expect(words).not.toContain('开通');
});

test('offers to start a book, to continue it, and once it is finished to read it again from the start', async () => {
  expect(await wayIn(0)).toEqual(['开始阅读', '/cms/main/epubRead?publishId=5']);
  expect(await wayIn(43.7)).toEqual(['续读 43%', '/cms/main/epubRead?publishId=5']);
  expect(await wayIn(99.2)).toEqual(['再读一遍', '/cms/main/epubRead?publishId=5&at=0']);
});
