// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { Track } from '../../../contract/media/track.ts';
import { book as workQuestion } from '../catalog/catalog-queries.ts';
import { VideoPlayScreen } from './video-play.screen.tsx';
import { tracks as tracksQuestion } from './media-queries.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => new Promise(() => undefined));

/** The stage before the player has loaded. */
async function stageOf(mediaType: Track['mediaType']): Promise<Element> {
  const queries = new QueryClient();
  const cover = { url: '/covers/5.webp', drawing: 'lit', colour: '', format: '' } as const;
  queries.setQueryData<object>(workQuestion(5).queryKey, { publishId: 5, kind: mediaType, title: '夜航', authorsText: '林舟', cover, isFree: true });
  const track = { mediaId: 50, publishId: 5, mediaType, title: '第一讲', posterUrl: '', durationSec: 60, isFree: true };
  queries.setQueryData<object>(tracksQuestion(5).queryKey, [track]);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={['/cms/main/collectedVideoPlay?publishId=5']}>
          <VideoPlayScreen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  const stage = place.querySelector('.stage')?.cloneNode(true) as Element;
  await act(async () => root.unmount());
  place.remove();
  return stage;
}

test('the audio stage shows the cover and the title at once; the video stage stays empty for the film', async () => {
  const sound = await stageOf('audio');
  expect(sound.querySelector('img')?.getAttribute('src')).toBe('/covers/5.webp');
  expect(sound.textContent).toBe('夜航林舟');
  expect((await stageOf('video')).textContent).toBe('');
});

test('offers a way back when nothing is playable', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={['/cms/main/collectedVideoPlay?publishId=5']}>
          <VideoPlayScreen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await act(() => vi.waitFor(() => expect(place.querySelector('h1')).not.toBeNull()));
  expect(place.querySelector('[aria-label="返回"]')).not.toBeNull();
  await act(async () => root.unmount());
  place.remove();
});
