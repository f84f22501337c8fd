// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';
import { SiteFrame } from '../frame/site-frame.tsx';
import { bottomBar } from '../frame/bottom-bar.store.ts';
import { continueWithout, listening } from './listening.store.ts';
import { MiniPlayer } from './mini-player.tsx';
import { OPENING, type TrackSession } from '../../media-player/track-session.ts';
import { VideoPlayScreen } from './video-play.screen.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('scrollTo', () => undefined);
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
vi.stubGlobal('fetch', async (address: string) => {
  if (address.includes('/5')) return new Promise(() => undefined);
  return Response.json({ code: 500, msg: '系统错误' });
});

const work = { publishId: 2, kind: 'audio', title: '夜航', authorsText: '林舟', cover: { url: '', drawing: 'lit', colour: '', format: '' } };
const track = { mediaId: 1, publishId: 2, durationSec: 100, mediaType: 'audio', title: '第一讲', posterUrl: '' } as Track;
const heard = { ...OPENING, state: 'open', playing: true, heard: true, seconds: 12 } as const;
const close = vi.fn();
const session: TrackSession = {
  room: document.createElement('div'),
  track,
  userId: null,
  player: () => null,
  now: () => heard,
  subscribe: () => () => undefined,
  onEnded: () => undefined,
  onSlept: () => undefined,
  close,
};

test('the audio bar stays while another player page is loading, and when it fails to load', async () => {
  continueWithout(session, { work: work as unknown as BookDetail, tracks: [track], entitled: true });
  bottomBar.Bar = MiniPlayer;
  const routes = [{ element: <SiteFrame />, children: [{ path: '/cms/main/collectedVideoPlay', Component: VideoPlayScreen }] }];
  const router = createMemoryRouter(routes, { initialEntries: ['/cms/main/collectedVideoPlay?publishId=5'] });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const bar = () => place.querySelector('.mini-player')?.textContent;
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(() => expect(place.querySelector('[aria-busy]')).not.toBeNull());
  expect(bar()).toContain('第一讲');
  await act(() => router.navigate('/cms/main/collectedVideoPlay?publishId=9'));
  await act(() => vi.waitFor(() => expect(place.textContent).toContain('系统错误')));
  expect(bar()).toContain('第一讲');
  expect([listening.now !== null, close.mock.calls.length]).toEqual([true, 0]);
  await act(async () => root.unmount());
});
