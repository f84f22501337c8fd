// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { storeSize } from './playback-settings.ts';
import { beginInSize, chooseQuality, nearestQuality, qualitiesOf, qualityName, type Representation, type Selecting } from './quality.ts';

interface Size extends Representation {
  on: boolean;
  enabled(on: boolean): void;
}

const sizes = (): Size[] =>
  [
    [640, 360],
    [1280, 720],
    [720, 1280],
  ].map(
    ([width = 0, height = 0]): Size => ({
      width,
      height,
      on: true,
      enabled(on) {
        this.on = on;
      },
    }),
  );

test('names sizes by their shorter side, the largest first', () => {
  expect(qualitiesOf(sizes()).map(qualityName)).toEqual(['高清 720P', '流畅 360P']);
  expect([1080, 480].map(qualityName)).toEqual(['超清 1080P', '清晰 480P']);
});

test('plays only the chosen size at once, until automatic selection starts again from the smallest', () => {
  const list = sizes();
  const letIn: number[] = [];
  for (const one of list) {
    one.enabled = (on) => {
      if (on && !one.on) letIn.push(Math.min(one.width, one.height));
      one.on = on;
    };
  }
  chooseQuality(list, 360);
  expect([letIn, list.map((one) => one.on)]).toEqual([[360], [true, false, false]]);
  chooseQuality(list, 720);
  expect(list.map((one) => one.on)).toEqual([false, true, true]);
  chooseQuality(list, null);
  expect([letIn.at(-1), list.every((one) => one.on)]).toEqual([360, true]);
});

test('plays the previously chosen size again, or the next smaller one, or the smallest', () => {
  expect(nearestQuality([1080, 720, 360], 720)).toBe(720);
  expect(nearestQuality([1080, 720, 360], 480)).toBe(360);
  expect(nearestQuality([720, 480], 360)).toBe(480);
  expect(nearestQuality([720, 480], null)).toBeNull();
  expect(nearestQuality([], 720)).toBeNull();
});

test('loads the first segment of a stream in the previously chosen size, or automatically without a choice', () => {
  /** Sizes that remain for the player's automatic selection. */
  const left = (size: number | null): number[] => {
    storeSize(size);
    const playlists = sizes().map(({ width, height }) => ({ attributes: { RESOLUTION: { width, height } }, disabled: false }));
    const found: number[] = [];
    const stream: Selecting = {
      playlists: { main: { playlists } },
      selectPlaylist() {
        found.push(...playlists.filter((one) => !one.disabled).map(({ attributes }) => attributes.RESOLUTION.height));
        return playlists[0]!;
      },
    };
    beginInSize(stream);
    stream.selectPlaylist();
    return found;
  };
  expect([left(360), left(480), left(720), left(null)]).toEqual([[360], [360], [720, 1280], [360, 720, 1280]]);
});
