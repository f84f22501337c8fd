// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { openPlayer, type Player } from './open-player.ts';
import type { VideoJs } from './player-library.ts';

/** A fake library whose player records its calls and reports its position. */
function fakePlayer({ stopped = false, host = document.createElement('div') } = {}) {
  const once = new Map<string, (() => void)[]>();
  const always = new Map<string, (() => void)[]>();
  let now = 0;
  let broken = 0;
  let plays = 0;
  let length = 0;
  const silences: boolean[] = [];
  const slows: boolean[] = [];
  let press = (_event: KeyboardEvent): void => undefined;
  const made = {
    on: (names: string | string[], listener: () => void) => {
      for (const name of [names].flat()) always.set(name, [...(always.get(name) ?? []), listener]);
    },
    off: () => undefined,
    ready: () => undefined,
    readyState: () => 1,
    textTracks: () => new EventTarget(),
    defaultPlaybackRate: () => 1,
    playbackRate: () => 1,
    volume: () => 1,
    muted: () => false,
    one: (name: string, listener: () => void) => void once.set(name, [...(once.get(name) ?? []), listener]),
    error: () => null,
    src: () => (now = 0),
    currentTime: (seconds?: number) => (seconds === undefined ? now : (now = seconds)),
    duration(seconds?: number) {
      if (seconds === undefined || seconds === length) return length;
      length = seconds;
      happens('durationchange');
      return undefined;
    },
    paused: () => stopped,
    seeking: () => false,
    play: () => void (plays += 1),
    pause: () => undefined,
    getChild: () => undefined,
    addTextTrack: () => ({ addCue: () => undefined }),
  };
  const player: Player = openPlayer(
    ((_element: Element, { userActions }: { userActions: { hotkeys: typeof press } }) => {
      press = userActions.hotkeys;
      return made;
    }) as unknown as VideoJs,
    host,
    { poster: '', label: '', sound: false },
    {
      onTime: () => undefined,
      onPlaying: () => undefined,
      onEnded: () => undefined,
      onSlow: (slow) => void slows.push(slow),
      onSilent: (silent) => void silences.push(silent),
      onSeeking: () => undefined,
      onBroken: () => (broken += 1),
    },
  );
  const happens = (name: string): void => {
    for (const listener of always.get(name) ?? []) listener();
  };
  const come = (): void => {
    happens('loadedmetadata');
    for (const listener of once.get('loadedmetadata') ?? []) listener();
    once.clear();
  };
  return {
    player,
    come,
    happens,
    broken: () => broken,
    plays: () => plays,
    silences,
    slows,
    made,
    press: (key: string) => press(new KeyboardEvent('keydown', { key })),
  };
}
afterEach(() => void vi.useRealTimers());
const film = { url: '/media/1?l=a', mime: 'video/mp4', streamUrl: '', trialSec: 0 };

test('keeps the position of a film that has not loaded, also when it is left again or requested again', () => {
  const { player, come } = fakePlayer();
  player.load({ ...film, startAt: 42, cues: [], autoplay: false });
  expect(player.time()).toBe(42);
  player.relink({ ...film, url: '/media/1?l=b' });
  expect(player.time()).toBe(42);
  come();
  expect(player.time()).toBe(42);
});

test('starts at a transcript line that was pressed before the film had loaded', () => {
  const { player, come } = fakePlayer();
  player.load({ ...film, startAt: 42, cues: [], autoplay: false });
  player.seek(0);
  expect(player.time()).toBe(0);
  player.seek(12);
  come();
  expect(player.time()).toBe(12);
  player.seek(5);
  expect(player.time()).toBe(5);
});

test('shows a line with markup characters as written', () => {
  const shown: string[] = [];
  const made = function (this: object, _start: number, _end: number, text: string): void {
    shown.push(text);
  };
  vi.stubGlobal('VTTCue', made);
  fakePlayer().player.load({ ...film, startAt: 0, cues: [{ start: 0, end: 1, text: '若 3 < 5，则 <div> & 成立' }], autoplay: false });
  expect(shown).toEqual(['若 3 &lt; 5，则 &lt;div&gt; &amp; 成立']);
});

test('continues playback from another address, though the browser stopped at the first one; a paused film stays paused', () => {
  const { player, come, happens, plays } = fakePlayer({ stopped: true });
  player.load({ ...film, startAt: 0, cues: [], autoplay: false });
  come();
  expect(plays()).toBe(0);
  happens('play');
  happens('error');
  happens('pause');
  player.relink({ ...film, url: '/media/1?l=b' });
  happens('loadstart');
  come();
  expect(plays()).toBe(1);
  happens('pause');
  player.relink({ ...film, url: '/media/1?l=c' });
  come();
  expect(plays()).toBe(1);
});

test('shows a trial as long as its playable part, whatever its segments or file contain, and a shorter full film as long as it is', () => {
  const { player, made } = fakePlayer();
  const lengthOf = (trialSec: number, said: number): number | undefined => {
    player.load({ ...film, trialSec, startAt: 0, cues: [], autoplay: false });
    made.duration(said);
    return made.duration();
  };
  expect([lengthOf(10, 12), lengthOf(10, 9.6), lengthOf(0, 60)]).toEqual([10, 9.6, 60]);
});

test('reports a stall once after twelve seconds without data, and not for slow data', () => {
  vi.useFakeTimers();
  const { player, come, happens, broken } = fakePlayer();
  player.load({ ...film, startAt: 0, cues: [], autoplay: true });
  vi.advanceTimersByTime(11_000);
  come();
  vi.advanceTimersByTime(60_000);
  expect(broken()).toBe(0);
  happens('waiting');
  for (let piece = 0; piece < 6; piece++) {
    vi.advanceTimersByTime(11_000);
    happens('progress');
  }
  expect(broken()).toBe(0);
  vi.advanceTimersByTime(12_001);
  expect(broken()).toBe(1);
  happens('seeking');
  happens('pause');
  vi.advanceTimersByTime(60_000);
  expect(broken()).toBe(1);
});

/** What a simulated browser reports about silence within three seconds of a film. */
function notifiedOf(telling: object): boolean[] {
  const host = document.createElement('div');
  const { player, come, happens, silences } = fakePlayer({ host });
  player.load({ ...film, startAt: 0, cues: [], autoplay: true });
  for (const [name, value] of Object.entries({ audioTracks: undefined, ...telling }))
    Object.defineProperty(host.querySelector('video'), name, { value });
  come();
  for (const at of [0.2, 0.9, 1.4, 3]) {
    player.seek(at);
    happens('timeupdate');
  }
  return silences;
}

test('reports a film without sound in the way of each browser, and nothing with sound or without browser support', () => {
  for (const silent of [{ mozHasAudio: false }, { audioTracks: [] }, { webkitAudioDecodedByteCount: 0 }]) expect(notifiedOf(silent)).toEqual([true]);
  for (const other of [{ mozHasAudio: true }, { audioTracks: [{}] }, { webkitAudioDecodedByteCount: 9 }, {}]) expect(notifiedOf(other)).toEqual([]);
});

test('does not report silence just after the start or after a seek', () => {
  const host = document.createElement('div');
  const { player, come, happens, silences } = fakePlayer({ host });
  player.load({ ...film, startAt: 42, cues: [], autoplay: true });
  const video = Object.assign(host.querySelector('video') as object, { webkitAudioDecodedByteCount: 0 });
  Object.defineProperty(video, 'audioTracks', { value: undefined });
  come();
  happens('seeking');
  for (const at of [42.1, 42.9]) {
    player.seek(at);
    happens('timeupdate');
  }
  happens('seeking');
  player.seek(80);
  happens('timeupdate');
  expect(silences).toEqual([]);
  player.seek(81.5);
  happens('timeupdate');
  video.webkitAudioDecodedByteCount = 9;
  happens('timeupdate');
  expect(silences).toEqual([true, false]);
});

test('handles a letter key also with caps lock on', () => {
  const { press, plays, made } = fakePlayer({ stopped: true });
  const muted = vi.spyOn(made, 'muted');
  for (const key of ['k', 'K', ' ']) press(key);
  press('M');
  expect([plays(), muted.mock.calls.length]).toEqual([3, 2]);
});

test('reports a wait of more than three seconds once until playback continues, and none for a paused film', () => {
  vi.useFakeTimers();
  const { player, come, happens, slows } = fakePlayer();
  player.load({ ...film, startAt: 0, cues: [], autoplay: true });
  come();
  happens('waiting');
  vi.advanceTimersByTime(2_000);
  happens('waiting');
  vi.advanceTimersByTime(900);
  expect(slows).toEqual([]);
  vi.advanceTimersByTime(200);
  happens('waiting');
  happens('progress');
  expect(slows).toEqual([true]);
  happens('playing');
  happens('timeupdate');
  expect(slows).toEqual([true, false]);
  happens('pause');
  happens('seeking');
  vi.advanceTimersByTime(5_000);
  expect(slows).toEqual([true, false]);
});
