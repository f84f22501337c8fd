// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { openPlayer, type Player } from './open-player.ts';
import type { VideoJs } from './player-library.ts';

/** A library whose player is told what comes, and says where it is. */
function fakePlayer() {
  const once = new Map<string, (() => void)[]>();
  let now = 0;
  const made = {
    on: () => undefined,
    one: (name: string, listener: () => void) => void once.set(name, [...(once.get(name) ?? []), listener]),
    error: () => null,
    src: () => (now = 0),
    currentTime: (seconds?: number) => (seconds === undefined ? now : (now = seconds)),
    paused: () => true,
    getChild: () => undefined,
  };
  const player: Player = openPlayer(
    (() => made) as unknown as VideoJs,
    document.createElement('div'),
    { poster: '', label: '', sound: false },
    {
      onTime: () => undefined,
      onPlaying: () => undefined,
      onEnded: () => undefined,
      onSeeking: () => undefined,
      onBroken: () => undefined,
    },
  );
  const come = (): void => {
    for (const listener of once.get('loadedmetadata') ?? []) listener();
    once.clear();
  };
  return { player, come };
}
const film = { url: '/media/1?l=a', mime: 'video/mp4', streamUrl: '' };

test('a film that has not come yet stands where it was left, also when it is left again or asked for anew', () => {
  const { player, come } = fakePlayer();
  player.load({ ...film, startAt: 42, cues: [], autoplay: false });
  expect(player.time()).toBe(42);
  player.relink({ ...film, url: '/media/1?l=b' });
  expect(player.time()).toBe(42);
  come();
  expect(player.time()).toBe(42);
});

test('a line of the text that is pressed before the film has come is where it begins', () => {
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
