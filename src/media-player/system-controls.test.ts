// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { takeSystemControls } from './system-controls.ts';

const said = { title: '第一讲', artist: '林舟', album: '夜航', artwork: '' };
const nothing = { play: () => undefined, seekBy: null, seekTo: null, next: null, previous: null };

test('who takes the keys of the system silences the voice that had them, and one voice that takes them twice does not', () => {
  let silenced = 0;
  const pause = (): void => void (silenced += 1);
  const voice = {};
  const release = takeSystemControls(said, { ...nothing, pause }, voice);
  takeSystemControls(said, { ...nothing, pause }, voice);
  expect(silenced).toBe(0);
  // Who has lost them cannot let go of them any more.
  release();
  const aloud = takeSystemControls(said, { ...nothing, pause: () => undefined });
  expect(silenced).toBe(1);
  aloud();
  takeSystemControls(said, { ...nothing, pause }, {});
  expect(silenced).toBe(1);
});
