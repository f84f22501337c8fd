// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAnnotations } from '../../annotations/annotations.store.ts';
import { session } from '../../session/session.store.ts';
import { NotesScreen } from './notes.screen.tsx';
import { ReadingDaysScreen } from './reading-days.screen.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const server = vi.fn(() => Promise.reject(new TypeError('no answer')));
vi.stubGlobal('fetch', server);

const user = {
  userId: 9,
  userName: 'a',
  nickName: '',
  email: '',
  phonenumber: '',
  avatar: '',
  introduction: '',
  admin: false,
  sex: '0',
  status: '0',
} as const;

beforeEach(async () => {
  session.now = { state: 'authenticated', user, roles: [], permissions: [] };
  await openAnnotations();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

async function open(Screen: ComponentType): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('div'));
  await act(async () =>
    createRoot(place).render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <Screen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return place;
}
const wait = () => act(() => vi.advanceTimersByTimeAsync(5_000));

test('does not show an empty list when the server does not return the data of other devices', async () => {
  const place = await open(NotesScreen);
  expect(place.querySelector('[aria-busy]')).not.toBeNull();
  await wait();
  expect(place.textContent).toContain('没能取到您的笔记');
  expect(place.textContent).not.toContain('还没有笔记，');
  await act(async () => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === '重试')?.click());
  expect(place.querySelector('[aria-busy]')).not.toBeNull();
  await wait();
  expect(place.textContent).toContain('没能取到您的笔记');
});

test('does not show days without data as days without reading', async () => {
  const place = await open(ReadingDaysScreen);
  expect([...place.querySelectorAll('.reading-sums b')].map(({ textContent }) => textContent)).toEqual(['–', '–', '–']);
  expect(place.querySelector('.calendar-sum')?.textContent).not.toContain('没有阅读');
  await wait();
  expect(place.textContent).toContain('0 天连续阅读');
  expect(place.textContent).toContain('现在只有这台设备的，别的设备的还没有取到。');
});
