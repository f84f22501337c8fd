// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BookCard } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';
import { personOf } from '../../../tests/support/person.ts';
import { downloads, startDownload, loadDownloads, pause } from '../../downloads/downloads.store.ts';
import { startTrackDownload, trackDownloads } from '../../downloads/track-downloads.store.ts';
import { session } from '../../session/session.store.ts';
import { DownloadScreen } from './download.screen.tsx';
import { eventLoopTurns } from '../../../tests/support/event-loop.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
const asked = vi.hoisted((): string[] => []);
vi.mock('../frame/dialogs.ts', () => ({
  confirm: (...words: string[]) => Promise.resolve(asked.push(words.join('\n')) > 0),
  toast: () => Promise.resolve(),
}));
Element.prototype.scrollIntoView = () => undefined;
// Another tab holds the lock, so all downloads wait here.
Object.assign(navigator, {
  locks: {
    request: (_key: string, how: LockOptions | (() => unknown), work?: (lock: null) => unknown) =>
      typeof how === 'function' ? Promise.resolve(how()) : how.ifAvailable ? Promise.resolve(work?.(null)) : new Promise(() => undefined),
  },
});

const bookOf = (publishId: number, title: string) =>
  ({ publishId, title, authorsText: '', cover: { url: '', drawing: 'lit', colour: '', format: '' } }) as unknown as BookCard;
const track = { mediaId: 21, publishId: 20, title: '第一讲', bytes: 900, mediaType: 'audio' } as Track;

let root: Root;
let place: HTMLElement;
const settle = () => act(eventLoopTurns);
const focused = (): string => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '';
async function press(name: string): Promise<void> {
  const button = place.querySelector<HTMLElement>(`button[aria-label="${name}"]`);
  if (!button) throw new Error(`no button ${name}`);
  button.focus();
  await act(async () => button.click());
  await settle();
}

beforeEach(async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 9 }), roles: [], permissions: [] };
  await loadDownloads();
  await startDownload(bookOf(1, '甲'));
  await startDownload(bookOf(2, '乙'));
  startTrackDownload(bookOf(20, '讲座'), track);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <DownloadScreen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await settle();
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

test('a moved queue entry keeps the focus; at the end of the list the button next to it gets the focus', async () => {
  await press('把《甲》推后');
  expect(focused()).toBe('把《甲》推后');
  await press('把《甲》推后');
  expect(focused()).toBe('把《甲》提前');
  await press('把《甲》提前');
  expect(focused()).toBe('把《甲》提前');
  await press('把《甲》提前');
  expect(focused()).toBe('把《甲》推后');
});

test('a download that is paused, resumed or completed keeps the focus at its new place', async () => {
  await press('暂停下载《乙》');
  expect(focused()).toBe('继续下载《乙》');
  await press('继续下载《乙》');
  expect(focused()).toBe('暂停下载《乙》');
  await press('暂停下载“第一讲”');
  expect(focused()).toBe('继续下载“第一讲”');
  await press('继续下载“第一讲”');
  const item = downloads.items[2];
  place.querySelector<HTMLElement>('button[aria-label="暂停下载《乙》"]')?.focus();
  await act(async () => void Object.assign(item ?? {}, { state: 'ready' }));
  await settle();
  expect(focused()).toBe('删除《乙》的本机副本');
  // A user who removed the focus does not get it back.
  await act(async () => place.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  (document.activeElement as HTMLElement).blur();
  await act(async () => void Object.assign(item ?? {}, { state: 'paused' }));
  await settle();
  expect(document.activeElement).toBe(document.body);
});

test('after a copy is removed the focus goes to the next one, then to the previous one, then to the heading', async () => {
  await act(async () => void (await Promise.all([pause(1), pause(2)])));
  await press('暂停下载“第一讲”');
  await press('取消下载《甲》');
  expect(focused()).toBe('取消下载《乙》');
  await press('取消下载“第一讲”');
  expect(focused()).toBe('取消下载《乙》');
  await press('取消下载《乙》');
  expect(focused()).toBe('我的下载');
});

test('cancels an incomplete track as a download, with the lost amount, and not as a copy', async () => {
  await press('暂停下载“第一讲”');
  const item = trackDownloads.items[21];
  await act(async () => void Object.assign(item ?? {}, { bytes: 450 }));
  await press('取消下载“第一讲”');
  expect(asked.at(-1)).toBe('取消下载\n“第一讲”已存的 450\u00a0B 会从这台设备删除，不再下载；联网后可以重新下载，播放位置不受影响。\n取消下载');
  expect(trackDownloads.items[21]).toBeUndefined();
});
