// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';
import { personOf } from '../../../tests/support/person.ts';
import { loadDownloads } from '../../downloads/downloads.store.ts';
import { startTrackDownload, pauseTrack, removeTrack, trackDownloads } from '../../downloads/track-downloads.store.ts';
import { session } from '../../session/session.store.ts';
import { DownloadAll } from './download-all.tsx';
import { eventLoopTurns } from '../../../tests/support/event-loop.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
// Another tab holds the lock, so all downloads wait here.
Object.assign(navigator, {
  locks: {
    request: (_key: string, how: LockOptions | (() => unknown), work?: (lock: null) => unknown) =>
      typeof how === 'function' ? Promise.resolve(how()) : how.ifAvailable ? Promise.resolve(work?.(null)) : new Promise(() => undefined),
  },
});

const work = { publishId: 5, kind: 'audio', title: '夜航' } as BookDetail;
const tracks = [1, 2, 3, 4].map((mediaId) => ({ mediaId, publishId: 5, title: `第${mediaId}讲`, bytes: 1_048_576, mediaType: 'audio' }) as Track);
const settle = () => act(eventLoopTurns);

test('queues all tracks that are neither stored nor downloading, in order; a single track has its own button', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 9 }), roles: [], permissions: [] };
  await loadDownloads();
  startTrackDownload(work, tracks[1] as Track);
  await pauseTrack(2);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const show = async (shown: readonly Track[]): Promise<void> => {
    await act(async () => root.render(<DownloadAll work={work} tracks={shown} />));
    await settle();
  };
  await show(tracks.slice(0, 1));
  expect(place.textContent).toBe('');
  await show(tracks);
  const button = () => place.querySelector('button');
  expect(button()?.textContent).toBe('全部下载（3 段，3\u00a0MB）');
  button()?.focus();
  await act(async () => button()?.click());
  await settle();
  expect(Object.values(trackDownloads.items).map(({ track, state }) => [track.mediaId, state])).toEqual([
    [1, 'waiting'],
    [2, 'paused'],
    [3, 'waiting'],
    [4, 'waiting'],
  ]);
  expect(button()).toBeNull();
  expect(document.activeElement?.textContent).toBe('3 段已加入下载，进度在“我的下载”里看');
  await act(async () => removeTrack(3));
  await settle();
  expect(button()?.textContent).toContain('1 段');
  await act(async () => root.unmount());
});
