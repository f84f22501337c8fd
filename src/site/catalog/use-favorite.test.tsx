// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { personOf } from '../../../tests/support/person.ts';
import { onSignedOut } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { startFavorites } from '../../favorites/favorites.store.ts';
import { endSession } from '../../session/session.store.ts';
import { logIn } from '../../session/sign-in.ts';
import { shelf } from './catalog-queries.ts';
import { useFavorite } from './use-favorite.ts';
import { eventLoopTurns } from '../../../tests/support/event-loop.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const user = personOf();
let answer: (body: string) => Response | Promise<never>;
vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
  if (address.endsWith('/login')) return Response.json({ code: 200, msg: '', token: 'a-token' });
  if (address.endsWith('/getInfo')) return Response.json({ code: 200, msg: '', user, roles: [], permissions: [] });
  return address.includes('/info/collect') ? answer(String(body)) : new Promise(() => undefined);
});

function Collect({ publishId }: { publishId: number }) {
  const { collected, toggle } = useFavorite(publishId);
  return <button onClick={toggle}>{collected ? '已收藏' : '收藏'}</button>;
}

const place = document.createElement('div');
const shown = createRoot(place);
const signIn = () => logIn({ username: 'reader', password: 'right-pass-1', code: '', uuid: '' }, false);
beforeAll(async () => {
  await signIn();
  startFavorites();
});
afterAll(() => act(async () => shown.unmount()));

/** Presses the button of a work that is not in favourites. */
async function press(publishId: number): Promise<void> {
  document.getElementById('spoken')?.remove();
  queryClient.setQueryData<object>(shelf(publishId).queryKey, { entitled: true, collected: false, score: 0, progress: null });
  await act(async () =>
    shown.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Collect publishId={publishId} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await act(async () => place.querySelector('button')?.click());
  await act(eventLoopTurns);
}
/** The button's text and the message. */
const result = () => [place.textContent, document.getElementById('spoken')?.textContent ?? null];

test('shows a message when a favourite is added without a network; if a sign-in is needed, only asks for that and adds it afterwards', async () => {
  answer = () => Promise.reject(new TypeError('no network'));
  await press(5);
  await vi.waitFor(() => expect(result()).toEqual(['已收藏', '已收藏，联网后同步到账号']));
  answer = () => Response.json({ code: 401, msg: '认证失败' });
  const asked = vi.fn();
  onSignedOut(asked);
  await press(6);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('a-token'));
  expect(result()).toEqual(['已收藏', null]);
  const heard: string[] = [];
  answer = (body) => {
    heard.push(body);
    return Response.json({ code: 200, msg: '', data: { collectNum: 1 } });
  };
  await act(endSession);
  expect(heard).toEqual([]);
  await act(signIn);
  await vi.waitFor(() => expect(heard).toEqual(['{"targetId":5}', '{"targetId":6}']));
  await press(7);
  await vi.waitFor(() => expect(result()).toEqual(['已收藏', '已收藏，在书架里']));
});
