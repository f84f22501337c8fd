// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';
import type { DownloadedTrack } from '../../../sw/messages.ts';
import { personOf } from '../../../tests/support/person.ts';
import { loadDownloads } from '../../downloads/downloads.store.ts';
import { downloadedTracks } from '../../downloads/downloaded-tracks.ts';
import { linkTo } from '../../downloads/track-link.ts';
import { session } from '../../session/session.store.ts';
import { DownloadTrackButton } from './download-track.tsx';
import { awayWords } from './media-messages.ts';
import { eventLoopTurns } from '../../../tests/support/event-loop.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('isSecureContext', true);
type Work = (lock: object) => unknown;
Object.assign(navigator, { locks: { request: (_key: string, how: unknown, work?: Work) => Promise.resolve((work ?? (how as Work))({})) } });
const answers: Record<string, object> = {};
vi.stubGlobal('fetch', async (url: string) => {
  const answer = Object.entries(answers).find(([path]) => String(url).includes(path))?.[1];
  return answer ? Response.json(answer) : Promise.reject(new TypeError('no network'));
});

const work = { publishId: 5, title: '夜航' } as BookDetail;
const track = { mediaId: 50, publishId: 5, title: '第一讲', bytes: 9, durationSec: 60, mediaType: 'audio' } as Track;
const kept = {
  mediaId: 50,
  work,
  track,
  file: { type: 'audio/mpeg', bytes: 9 },
  parts: ['a'],
  captions: '旧',
  complete: true,
  asked: 'run',
} as const;
const keeping = (change: Partial<DownloadedTrack>): DownloadedTrack => ({ ...kept, bytes: 9, validTo: null, keptAt: 1, ...change });
const settle = () => act(eventLoopTurns);

async function onDevice(userId: number, change: Partial<DownloadedTrack>): Promise<void> {
  session.now = { state: 'authenticated', user: personOf({ userId }), roles: [], permissions: [] };
  await downloadedTracks(userId).begin(keeping(change), 9);
  await downloadedTracks(userId).putPart(50, 0, new ArrayBuffer(9));
  await loadDownloads();
}

test('a copy whose access has expired says so, also after a failed renewal', async () => {
  await onDevice(9, { validTo: 1_000 });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<DownloadTrackButton work={work} track={track} />));
  await settle();
  const button = (): HTMLButtonElement | null => place.querySelector('button');
  expect(button()?.getAttribute('aria-label')).toBe('“第一讲”的本机副本已过期，重新下载');
  answers['/info/download/media'] = { code: 403, msg: '这一段还没有开通' };
  await act(async () => button()?.click());
  await settle();
  expect(button()?.getAttribute('aria-label')).toBe('“第一讲”的本机副本已过期，重新下载');
  expect(button()?.title).toBe('这一段还没有开通');
  expect(awayWords({ begun: false, over: true, unit: '段' })).toContain('已过期');
  await act(async () => root.unmount());
});

test('a copy shows the current data of the server from its next opening on', async () => {
  await onDevice(10, {});
  expect((await linkTo(50, 60)).captions).toBe('旧');
  answers['/publish/media/50'] = { code: 200, msg: '', data: { whole: true, captions: '新' } };
  await linkTo(50, 60);
  await settle();
  expect((await linkTo(50, 60)).captions).toBe('新');
});
