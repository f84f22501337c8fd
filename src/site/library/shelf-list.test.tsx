// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { REQUEST_TIMEOUT_MS } from '../../../contract/limits.ts';
import { personOf } from '../../../tests/support/person.ts';
import '../../api/http-client.ts';
import { queryClient } from '../../api/query-client.ts';
import { downloads, startDownload, loadDownloads } from '../../downloads/downloads.store.ts';
import { type TrackDownload, trackDownloads } from '../../downloads/track-downloads.store.ts';
import { storePosition } from '../../media-player/positions.ts';
import { session } from '../../session/session.store.ts';
import { network } from '../frame/network.store.ts';
import { SLOW_MS } from '../frame/use-slow.ts';
import { hintAt } from '../../reading-progress/position-hints.ts';
import { CollectShelf, StoredShelf, ReadingShelf } from './shelf-list.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
// Another tab runs the downloads, so here they wait.
Object.assign(navigator, {
  locks: {
    request: (_key: string, how: LockOptions | (() => unknown), work?: (lock: null) => unknown) =>
      typeof how === 'function' ? Promise.resolve(how()) : how.ifAvailable ? Promise.resolve(work?.(null)) : new Promise(() => undefined),
  },
});

async function shelf(which: ReactElement = <ReadingShelf />) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>{which}</MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return { place, root };
}

test('the shelf shows the downloads and a message after one time-out when the server does not answer', async () => {
  const asked: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    if (signal) asked.push(signal);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  session.now = { state: 'authenticated', user: personOf({ userId: 9 }), roles: [], permissions: [] };
  await loadDownloads();
  await startDownload({
    publishId: 1,
    title: '甲',
    authorsText: '',
    cover: { url: '', drawing: 'lit', colour: '', format: '' },
  } as unknown as BookCard);
  asked.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { place, root } = await shelf();
  expect(place.textContent).not.toContain('甲');
  await act(() => vi.advanceTimersByTimeAsync(SLOW_MS + 100));
  expect(place.textContent).toContain('网络很慢，先看已存到本机的作品');
  expect(place.textContent).toContain('甲');
  expect(Object.keys(downloads.items)).toEqual(['1']);
  // The request timed out: the page says so and does not retry.
  await act(() => vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS));
  vi.useRealTimers();
  expect(place.textContent).toContain('现在连不上网络，先看已存到本机的作品');
  expect(asked.length).toBe(1);
  await act(async () => root.unmount());
});

test('shows the position of the last reading on this device until another device has a later one', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 9 }), roles: [], permissions: [] };
  queryClient.clear();
  const cover = { url: '', drawing: 'lit', colour: '', format: '' };
  const row = (publishId: number, percent: number) => ({
    book: { publishId, title: `书${publishId}`, authorsText: '', cover },
    progress: { publishId, editionId: 2, percent, clock: 50 },
  });
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, msg: '', total: 4, rows: [row(21, 14), row(22, 14), row(23, 99.2), row(24, 31)] }));
  for (const [publishId, clock] of [
    [21, 60],
    [22, 40],
  ] as const)
    hintAt(publishId, { userId: 9, editionId: 2, documentIndex: 3, percent: 53.4, cfi: 'epubcfi(/6/8!/4)', clock });
  // Written in the old format without a percentage.
  hintAt(24, { userId: 9, editionId: 2, documentIndex: 3, cfi: '', clock: 60 });
  const { place, root } = await shelf();
  const notes = () => [...place.querySelectorAll('.shelf-note')].map((note) => note.textContent);
  await act(() => vi.waitFor(() => expect(notes()).toEqual(['53%', '14%', '读完', '31%'])));
  await act(async () => root.unmount());
});

const film = {
  publishId: 31,
  kind: 'video',
  title: '公开课',
  authorsText: '',
  cover: { url: '', drawing: 'lit', colour: '', format: '' },
} as unknown as BookCard;
const downloadedTrack = (mediaId: number): TrackDownload =>
  ({ work: film, track: { mediaId, publishId: 31 }, state: 'ready', bytes: 9, total: 9, reason: '', validTo: null }) as TrackDownload;

test('links a favourite film to its own page, and its downloads play without a network', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 9 }), roles: [], permissions: [] };
  queryClient.clear();
  const rows = [31, 32].map((publishId) => ({ ...film, publishId, collectTime: '2026-11-20T00:00:00Z' }));
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, msg: '', total: 2, rows }));
  await loadDownloads();
  trackDownloads.items = { 311: downloadedTrack(311) };
  network.online = false;
  const { place, root } = await shelf(<CollectShelf />);
  const tiles = () => [...place.querySelectorAll('.book-tile')].map((tile) => tile.getAttribute('href'));
  await act(() => vi.waitFor(() => expect(tiles()).toEqual(['/cms/main/collectedVideoDetail/31', '/cms/main/collectedVideoDetail/32'])));
  const notes = () => [...place.querySelectorAll('.shelf-note')].map((note) => note.textContent?.slice(0, 6));
  await act(() => vi.waitFor(() => expect(notes()).toEqual([expect.stringMatching(/^已存/), '联网后可播放'])));
  network.online = true;
  await act(async () => root.unmount());
});

test('continues the downloads of a film with the part that was played last', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 9 }), roles: [], permissions: [] };
  trackDownloads.items = { 311: downloadedTrack(311), 312: downloadedTrack(312), 313: downloadedTrack(313) };
  storePosition(9, 312, 40_000);
  const { place, root } = await shelf(<StoredShelf />);
  expect(place.querySelector('a[href*="mediaId"]')?.getAttribute('href')).toBe('/cms/main/collectedVideoPlay?publishId=31&mediaId=312');
  await act(async () => root.unmount());
  trackDownloads.items = {};
});

test('does not show an empty device list before storage was read, or when storage does not answer', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 12 }), roles: [], permissions: [] };
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'InvalidStateError');
  });
  downloads.items = {};
  downloads.looked = null;
  const { place, root } = await shelf(<StoredShelf />);
  expect(place.querySelector('[aria-busy="true"]')).not.toBeNull();
  await act(() => loadDownloads());
  expect(place.textContent).toContain('本机书库没有读到');
  open.mockRestore();
  await act(async () => place.querySelector('button')?.click());
  await act(() => vi.waitFor(() => expect(place.textContent).toContain('还没有存到本机的作品')));
  await act(async () => root.unmount());
});
