// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { storedPerson } from '../session/session.store.ts';
import { UnavailableScreen } from './unavailable.screen.tsx';

vi.mock('../session/session.store.ts', async (original) => ({ ...(await original<object>()), storedPerson: vi.fn() }));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline'))));

async function shown(): Promise<string> {
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={['/cms/main/bookShelf']}>
        <UnavailableScreen error={null} />
      </MemoryRouter>,
    ),
  );
  const text = place.textContent;
  root.unmount();
  return text;
}

test('#44.17 without a network a signed-in user is told of the books on this device', async () => {
  vi.mocked(storedPerson).mockReturnValue({ user: { userId: 1 } } as never);
  expect(await shown()).toContain('书架上已存到本机的书现在就能读');
});

test('#44.17 without a network a signed-out user is told that the books on this device need an account', async () => {
  vi.mocked(storedPerson).mockReturnValue(null);
  expect(await shown()).toContain('您没有登录，存在本机的书要联网登录后才能读');
});

test('44.17 a page whose scripts belong to an older release loads again without a message before', async () => {
  vi.mocked(storedPerson).mockReturnValue(null);
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  expect(await shown()).toBe('');
});
