import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BookCard } from '../../contract/catalog/book.ts';
import type { Track } from '../../contract/media/track.ts';
import { personOf } from '../../tests/support/person.ts';
import { bookKey, type DownloadedBook, type DownloadedTrack } from '../../sw/messages.ts';
import type { DownloadedBooks } from './downloaded-books.ts';
import type { DownloadedTracks } from './downloaded-tracks.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

const stored = new Map<string, string>();
vi.stubGlobal('document', { cookie: 'Admin-Token=a' });
const notified: string[] = [];
vi.stubGlobal('fetch', (address: string, { body }: RequestInit = {}) => {
  notified.push(`${address} ${String(body)}`);
  return Promise.reject(new TypeError('no network'));
});
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

/** Running downloads of all tabs; each runs until the test decides how it ends. */
const fetching = vi.hoisted(() => new Map<number, (how: 'ends' | Error) => void>());
let begun = 0;
const coming = (id: number, signal: AbortSignal, begin: () => Promise<void>, whole: () => Promise<void>): Promise<void> => {
  begun += 1;
  return new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    void begin().then(() => fetching.set(id, (how) => (how === 'ends' ? resolve() : reject(how))));
  })
    .finally(() => fetching.delete(id))
    .then(whole);
};
vi.mock('./download-book.ts', () => ({
  downloadBook: async (book: BookCard, kept: DownloadedBooks, signal: AbortSignal): Promise<DownloadedBook> => {
    const record = (complete: boolean): DownloadedBook =>
      ({ book, editionId: 3, complete, asked: 'run', bytes: 1, total: 10, documentsReady: 0, validTo: null, downloadId: 1 }) as DownloadedBook;
    const write = (complete: boolean) => (): Promise<void> => kept.write([[bookKey(book.publishId), record(complete)]]);
    await coming(book.publishId, signal, write(false), write(true));
    return record(true);
  },
}));
vi.mock('./download-track.ts', () => ({
  keepTrack: async ({
    work,
    track,
    kept,
    signal,
  }: {
    work: BookCard;
    track: Track;
    kept: DownloadedTracks;
    signal: AbortSignal;
  }): Promise<DownloadedTrack> => {
    const { mediaId } = track;
    const file = { type: 'audio/mp4', bytes: 9 };
    const record = (complete: boolean): DownloadedTrack =>
      ({
        mediaId,
        work,
        track,
        file,
        parts: [],
        captions: '',
        complete,
        asked: 'run',
        bytes: 1,
        validTo: null,
        keptAt: 1,
        downloadId: 4,
      }) as DownloadedTrack;
    await coming(
      mediaId,
      signal,
      () => kept.put(record(false)),
      () => kept.put(record(true)),
    );
    return record(true);
  },
}));

/** A separate user for each test, because the tabs of earlier tests still exist. */
let id = 0;
async function openTab() {
  vi.resetModules();
  const { session } = await import('../session/session.store.ts');
  session.now = { state: 'authenticated', user: personOf({ userId: id }), roles: [], permissions: [] };
  const books = await import('./downloads.store.ts');
  const tracks = await import('./track-downloads.store.ts');
  await books.loadDownloads();
  return { ...books, ...tracks };
}
const work = (publishId: number) => ({ publishId, title: '长夜行船' }) as BookCard;
const track = (mediaId: number) => ({ mediaId, title: '第一讲', bytes: 9 }) as Track;
type Tab = Awaited<ReturnType<typeof openTab>>;

let one: Tab;
let other: Tab;
beforeEach(async () => {
  id += 1;
  [one, other] = [await openTab(), await openTab()];
  begun = 0;
});

/** A book downloaded by the first tab, while the second waits for it. */
async function keptByOne(): Promise<void> {
  void one.startDownload(work(id));
  await vi.waitFor(() => expect(fetching.has(id)).toBe(true));
  await vi.waitFor(() => expect(other.downloads.items[id]).toMatchObject({ state: 'waiting', reason: '正在另一个页面下载' }));
}
const seen = (tab: Tab) => ({ state: tab.downloads.items[id]?.state, reason: tab.downloads.items[id]?.reason });

it('shows what one tab has downloaded in the other', async () => {
  await keptByOne();
  fetching.get(id)?.('ends');
  await vi.waitFor(() => expect(seen(other)).toEqual({ state: 'ready', reason: '' }));
  expect([seen(one).state, begun]).toEqual(['ready', 1]);
});

it.each(['one', 'other'] as const)('stops a download in both tabs when it is stopped in %s tab, and resumes it in one', async (name) => {
  await keptByOne();
  const here = name === 'one' ? one : other;
  await here.pause(id);
  for (const tab of [one, other]) await vi.waitFor(() => expect(seen(tab)).toEqual({ state: 'paused', reason: '' }));
  expect([fetching.has(id), begun]).toEqual([false, 1]);
  await here.resume(id);
  await vi.waitFor(() => expect([one, other].map((tab) => seen(tab).state).sort()).toEqual(['running', 'waiting']));
  await vi.waitFor(() => expect(fetching.has(id)).toBe(true));
  fetching.get(id)?.('ends');
  for (const tab of [one, other]) await vi.waitFor(() => expect(seen(tab).state).toBe('ready'));
});

it.each(['one', 'other'] as const)('cancels a download in both tabs when it is cancelled in %s tab, and shows it in neither', async (name) => {
  await keptByOne();
  await (name === 'one' ? one : other).remove(id);
  for (const tab of [one, other]) await vi.waitFor(() => expect(tab.downloads.items[id]).toBeUndefined());
  await eventLoopTurns();
  expect([fetching.has(id), begun, seen(one).state, seen(other).state]).toEqual([false, 1, undefined, undefined]);
});

it('shows a failure with its reason in every tab, also one opened later, and no tab repeats what just failed', async () => {
  await keptByOne();
  fetching.get(id)?.(new DOMException('full', 'QuotaExceededError'));
  const failed = { state: 'failed', reason: '这台设备的存储空间满了，还需要 9\u00a0B。请清理后重试' };
  for (const tab of [one, other, await openTab()])
    await vi.waitFor(() => expect(seen(tab)).toEqual({ ...failed, reason: expect.stringContaining('空间满了') as string }));
  expect(begun).toBe(1);
});

it('reports a track like a book: downloading, downloaded, and removed', async () => {
  one.startTrackDownload(work(id), track(id));
  const state = (tab: Tab) => tab.trackDownloads.items[id]?.state;
  await vi.waitFor(() => expect(other.trackDownloads.items[id]?.reason).toBe('正在另一个页面下载'));
  fetching.get(id)?.('ends');
  await vi.waitFor(() => expect(state(other)).toBe('ready'));
  await other.removeTrack(id);
  await vi.waitFor(() => expect(state(one)).toBeUndefined());
  expect(begun).toBe(1);
});

it('downloads a track cancelled in the other tab in neither', async () => {
  one.startTrackDownload(work(id), track(id));
  await vi.waitFor(() => expect(fetching.has(id)).toBe(true));
  await vi.waitFor(() => expect(other.trackDownloads.items[id]?.reason).toBe('正在另一个页面下载'));
  await other.removeTrack(id);
  for (const tab of [one, other]) await vi.waitFor(() => expect(tab.trackDownloads.items[id]).toBeUndefined());
  await eventLoopTurns();
  expect([fetching.has(id), begun]).toEqual([false, 1]);
});

it('reports a track that the browser cleared and downloads it again on request; a removed one is not reported', async () => {
  one.startTrackDownload(work(id), track(id));
  await vi.waitFor(() => expect(fetching.has(id)).toBe(true));
  fetching.get(id)?.('ends');
  await vi.waitFor(() => expect(one.trackDownloads.items[id]?.state).toBe('ready'));
  const { downloadedTracks } = await import('./downloaded-tracks.ts');
  await downloadedTracks(id).remove(id);
  const later = await openTab();
  expect(later.trackDownloads.items[id]).toMatchObject({ state: 'failed', reason: '浏览器清理了这份副本，点重试重新下载', track: { mediaId: id } });
  void later.resumeTrack(id);
  await vi.waitFor(() => expect(fetching.has(id)).toBe(true));
  // Still requested, also in a tab that opens before the download is complete.
  expect((await openTab()).trackDownloads.items[id]?.state).not.toBe('failed');
  fetching.get(id)?.('ends');
  await vi.waitFor(() => expect(later.trackDownloads.items[id]?.state).toBe('ready'));
  await later.removeTrack(id);
  expect((await openTab()).trackDownloads.items[id]).toBeUndefined();
});

it('reports to the server that an unfinished track was cancelled, and does not report the removal of a complete one', async () => {
  notified.length = 0;
  const failed = (): string[] => notified.filter((one) => one.includes('"result":"failed"'));
  one.startTrackDownload(work(id), track(id));
  await vi.waitFor(() => expect(fetching.has(id)).toBe(true));
  fetching.get(id)?.('ends');
  await vi.waitFor(() => expect(one.trackDownloads.items[id]?.state).toBe('ready'));
  await one.removeTrack(id);
  expect(failed()).toEqual([]);
  one.startTrackDownload(work(id), track(id));
  await vi.waitFor(() => expect(fetching.has(id)).toBe(true));
  await one.removeTrack(id);
  await vi.waitFor(() => expect(failed()).toEqual([expect.stringContaining('"downloadId":4')]));
});
