// @vitest-environment jsdom
import { act, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Track } from '../../../contract/media/track.ts';
import type { PlayerListener } from '../../media-player/open-player.ts';

const seen = vi.hoisted(() => ({
  listener: null as PlayerListener | null,
  at: 0,
  whole: true,
  /** The position from other devices, and when it arrives. */
  elsewhere: null as { positionMs: number; come: Promise<void> } | null,
  place: null as { positionMs: number } | null,
  kept: [] as number[],
  links: 0,
  /** How long access lasts, and how the server answers a new request for access. */
  rightMs: Infinity,
  rejects: null as Error | null,
  /** Whether the track is a copy on the device, which has one address. */
  copy: false,
  plays: 0,
  stops: 0,
  relinks: 0,
}));
vi.mock('../../media-player/open-player.ts', () => ({
  openPlayer: (_library: unknown, _host: unknown, _options: unknown, listener: PlayerListener) => {
    seen.listener = listener;
    return {
      load: ({ startAt }: { startAt: number }) => void (seen.at = startAt),
      seek: (seconds: number) => void (seen.at = seconds),
      time: () => seen.at,
      paused: () => seen.plays === seen.stops,
      play: () => void (seen.plays += 1),
      pause: () => void (seen.stops = seen.plays),
      relink: () => void (seen.relinks += 1),
      leaveFullScreen: () => undefined,
      dispose: () => undefined,
    };
  },
}));
vi.mock('../../media-player/player-library.ts', () => ({ playerLibrary: async () => ({}) }));
vi.mock('../../downloads/track-link.ts', () => ({
  linkTo: async () => {
    seen.links += 1;
    if (seen.rejects) throw seen.rejects;
    const lasts = { until: Date.now() + Math.min(600_000, seen.rightMs), rightUntil: Date.now() + seen.rightMs };
    return {
      url: seen.copy ? '/media/1' : `/media/1?l=${seen.links}`,
      streamUrl: '',
      mime: 'audio/mpeg',
      whole: seen.whole,
      playSec: 100,
      captions: '',
      ...lasts,
    };
  },
}));
vi.mock('../../media-player/positions.ts', async (original) => ({
  ...(await original<typeof import('../../media-player/positions.ts')>()),
  devicePosition: () => seen.place,
  storePosition: (_userId: number, _mediaId: number, positionMs: number) => void seen.kept.push(positionMs),
  sendPositions: async () => 'done',
  takePositions: async () => {
    await seen.elsewhere?.come;
    seen.place = seen.elsewhere;
  },
}));
const { CallError } = await import('../../api/call.ts');
const { usePlayer } = await import('./use-player.ts');
const { setPendingIntent } = await import('../../session/pending-intent.ts');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
const page = document.createElement('div');
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(seen, {
    listener: null,
    at: 0,
    whole: true,
    elsewhere: null,
    place: null,
    kept: [],
    links: 0,
    rightMs: Infinity,
    rejects: null,
    copy: false,
    plays: 0,
    stops: 0,
    relinks: 0,
  });
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
    onSlept: () => undefined,
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

test('opening and leaving a track saves no position: that of another device stays the latest', async () => {
  await open();
  window.dispatchEvent(new Event('pagehide'));
  expect(seen.kept).toEqual([]);
});

test('playing or seeking saves the position', async () => {
  const listener = await open();
  seen.at = 40;
  await act(async () => listener.onSeeking());
  // The text follows at once, although no sound has loaded yet.
  expect(page.textContent).toBe('open 40');
  window.dispatchEvent(new Event('pagehide'));
  expect(seen.kept).toEqual([40_000]);
});

test('starts at a late position of another device, unless it is playing by then', async () => {
  let come = (): void => undefined;
  seen.elsewhere = { positionMs: 70_000, come: new Promise((resolve) => (come = resolve)) };
  const first = await open();
  expect(seen.at).toBe(0);
  await act(async () => come());
  expect(seen.at).toBe(70);
  // The player's own seek to it.
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

test('treats a failure after the end of a trial as the end of the trial, not as a network error', async () => {
  seen.whole = false;
  const listener = await open();
  seen.at = 140;
  await act(async () => listener.onBroken());
  expect(page.textContent).toBe('trial-over 0');
  expect(seen.links).toBe(1);
});

test('removes the trial message when the user seeks back from the end of a trial', async () => {
  seen.whole = false;
  const listener = await open();
  seen.at = 140;
  await act(async () => listener.onTime(140));
  expect(page.textContent).toBe('trial-over 140');
  seen.at = 40;
  await act(async () => listener.onSeeking());
  expect(page.textContent).toBe('open 40');
});

test('continues after sign-in from the end of a trial, unless the account has its own position', async () => {
  setPendingIntent('place', { mediaId: 1, positionMs: 50_000 });
  await open();
  expect(seen.at).toBe(50);
  await act(async () => root.unmount());
  setPendingIntent('place', { mediaId: 1, positionMs: 50_000 });
  seen.place = { positionMs: 70_000 };
  seen.elsewhere = { positionMs: 70_000, come: Promise.resolve() };
  await open();
  expect(seen.at).toBe(70);
});

describe('when access expires', () => {
  /** It is playing at 40 seconds, and access lasts for another minute. */
  async function played(): Promise<PlayerListener> {
    seen.rightMs = 60_000;
    const listener = await open();
    seen.plays = 1;
    seen.at = 40;
    await act(async () => listener.onPlaying(true));
    await act(async () => vi.advanceTimersByTimeAsync(61_000));
    return listener;
  }
  const goesOn = (listener: PlayerListener): Promise<void> => act(async () => listener.onTime(40.2));

  test('stops playback, saves the position, and asks the server once', async () => {
    const listener = await played();
    seen.rejects = new CallError(403, '没有试听');
    const asked = seen.links;
    await goesOn(listener);
    expect(page.textContent).toBe('right-over 40.2');
    expect([seen.stops, seen.kept.at(-1), seen.links - asked]).toEqual([1, 40_000, 1]);
    // A failure after that is not a network error and causes no request.
    await act(async () => listener.onBroken());
    expect([page.textContent, seen.links - asked]).toEqual(['right-over 40.2', 1]);
  });

  test('keeps the remaining trial and does not play beyond its end', async () => {
    const listener = await played();
    seen.whole = false;
    await goesOn(listener);
    expect([page.textContent, seen.relinks]).toEqual(['right-over 40.2', 0]);
  });

  test('stops a copy too when there is no network', async () => {
    const listener = await played();
    seen.rejects = new CallError(0, '网络连接失败');
    await goesOn(listener);
    expect(page.textContent).toBe('right-over 40.2');
  });

  test('continues when access was renewed meanwhile', async () => {
    const listener = await played();
    await goesOn(listener);
    expect([seen.relinks, seen.plays, page.textContent]).toEqual([1, 2, 'open 40.2']);
  });

  test('continues a copy that is still valid, without another request', async () => {
    seen.copy = true;
    const listener = await played();
    await goesOn(listener);
    const asked = seen.links;
    await goesOn(listener);
    await goesOn(listener);
    expect([seen.relinks, seen.plays, seen.links - asked, page.textContent]).toEqual([0, 2, 0, 'open 40.2']);
  });
});

test('reports access that is withdrawn during playback', async () => {
  const listener = await open();
  seen.at = 40;
  seen.rejects = new CallError(403, '没有试听');
  await act(async () => listener.onBroken());
  expect(page.textContent).toBe('right-over 0');
});

test('requests a new link when the old one expired in a long pause', async () => {
  const listener = await open();
  await act(async () => listener.onPlaying(false));
  await act(async () => vi.advanceTimersByTimeAsync(3_600_000));
  expect(seen.relinks).toBe(0);
  await act(async () => listener.onPlaying(true));
  expect(seen.relinks).toBe(1);
});

test('reports repeated playback failures, also when every link had expired by then', async () => {
  const listener = await open();
  for (let times = 0; times < 4; times++) {
    await act(async () => vi.advanceTimersByTimeAsync(700_000));
    await act(async () => listener.onBroken());
  }
  expect(page.textContent).toBe('failed 0');
});
