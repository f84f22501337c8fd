// @vitest-environment jsdom
import { act, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Track } from '../../../contract/media/track.ts';
import type { PlayerListener } from '../../media-player/open-player.ts';

const seen = vi.hoisted(() => ({
  listener: null as PlayerListener | null,
  at: 0,
  whole: true,
  /** What other devices know of the place, when it comes. */
  elsewhere: null as { positionMs: number; come: Promise<void> } | null,
  place: null as { positionMs: number } | null,
  kept: [] as number[],
  links: 0,
}));
vi.mock('../../media-player/open-player.ts', () => ({
  openPlayer: (_library: unknown, _host: unknown, _options: unknown, listener: PlayerListener) => {
    seen.listener = listener;
    return {
      load: ({ startAt }: { startAt: number }) => void (seen.at = startAt),
      seek: (seconds: number) => void (seen.at = seconds),
      time: () => seen.at,
      paused: () => true,
      pause: () => undefined,
      relink: () => undefined,
      leaveFullScreen: () => undefined,
      dispose: () => undefined,
    };
  },
}));
vi.mock('../../media-player/player-library.ts', () => ({ playerLibrary: async () => ({}) }));
vi.mock('../../media-player/link-to.ts', () => ({
  linkTo: async () => {
    seen.links += 1;
    return { url: '/media/1', streamUrl: '', mime: 'audio/mpeg', whole: seen.whole, playSec: 100, captions: '', until: Date.now() + 600_000 };
  },
}));
vi.mock('../../media-player/places.ts', async (original) => ({
  ...(await original<typeof import('../../media-player/places.ts')>()),
  devicePlace: () => seen.place,
  keepPlace: (_userId: number, _mediaId: number, positionMs: number) => void seen.kept.push(positionMs),
  sendPlaces: async () => 'done',
  takePlaces: async () => {
    await seen.elsewhere?.come;
    seen.place = seen.elsewhere;
  },
}));
const { usePlayer } = await import('./use-player.ts');
const { want } = await import('../../session/wanted.ts');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
const page = document.createElement('div');
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(seen, { listener: null, at: 0, whole: true, elsewhere: null, place: null, kept: [], links: 0 });
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

const track = { mediaId: 1, publishId: 2, durationSec: 100, mediaType: 'audio', title: '声' } as Track;
function Sound() {
  const host = useRef(document.body);
  const { state, seconds } = usePlayer({
    host,
    track,
    poster: '',
    userId: 3,
    autoplay: false,
    onEnded: () => undefined,
    onLeave: () => false,
  }).watching;
  return `${state} ${seconds}`;
}
async function open(): Promise<PlayerListener> {
  root = createRoot(page);
  await act(async () => root.render(<Sound />));
  await act(async () => vi.advanceTimersByTimeAsync(1_000));
  if (!seen.listener) throw new Error('no player was opened');
  return seen.listener;
}

test('whoever opens a track and leaves has not heard it: the place of another device stays the last', async () => {
  await open();
  window.dispatchEvent(new Event('pagehide'));
  expect(seen.kept).toEqual([]);
});

test('whoever plays it, or goes to another place of it, has been there', async () => {
  const listener = await open();
  seen.at = 40;
  await act(async () => listener.onSeeking());
  // The text follows at once, though no sound has come yet.
  expect(page.textContent).toBe('open 40');
  window.dispatchEvent(new Event('pagehide'));
  expect(seen.kept).toEqual([40_000]);
});

test('a place of another device that comes late is where it begins, unless it plays by then', async () => {
  let come = (): void => undefined;
  seen.elsewhere = { positionMs: 70_000, come: new Promise((resolve) => (come = resolve)) };
  const first = await open();
  expect(seen.at).toBe(0);
  await act(async () => come());
  expect(seen.at).toBe(70);
  // The player's own jump to it.
  await act(async () => first.onSeeking());
  window.dispatchEvent(new Event('pagehide'));
  expect(seen.kept).toEqual([]);
  await act(async () => root.unmount());

  Object.assign(seen, { listener: null, at: 0, place: null });
  seen.elsewhere.come = new Promise((resolve) => (come = resolve));
  const second = await open();
  await act(async () => second.onPlaying(true));
  await act(async () => come());
  expect(seen.at).toBe(0);
});

test('what breaks behind the end of a trial is its end, and no fault of the network', async () => {
  seen.whole = false;
  const listener = await open();
  seen.at = 140;
  await act(async () => listener.onBroken());
  expect(page.textContent).toBe('trial-over 0');
  expect(seen.links).toBe(1);
});

test('who goes back from the end of a trial sees what he went to', async () => {
  seen.whole = false;
  const listener = await open();
  seen.at = 140;
  await act(async () => listener.onTime(140));
  expect(page.textContent).toBe('trial-over 140');
  seen.at = 40;
  await act(async () => listener.onSeeking());
  expect(page.textContent).toBe('open 40');
});

test('who signed in at the end of a trial goes on from there, unless his account has a place of its own', async () => {
  want('place', { mediaId: 1, positionMs: 50_000 });
  await open();
  expect(seen.at).toBe(50);
  await act(async () => root.unmount());
  want('place', { mediaId: 1, positionMs: 50_000 });
  seen.place = { positionMs: 70_000 };
  seen.elsewhere = { positionMs: 70_000, come: Promise.resolve() };
  await open();
  expect(seen.at).toBe(70);
});
