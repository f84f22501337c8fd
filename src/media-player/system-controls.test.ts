// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { bindSystemControls } from './system-controls.ts';

const said = { title: '第一讲', artist: '林舟', album: '夜航', artwork: '' };
const nothing = { play: () => undefined, seekBy: null, seekTo: null, next: null, previous: null };

test('a source that takes the system controls silences the previous source, and taking them twice does not', () => {
  let silenced = 0;
  const pause = (): void => void (silenced += 1);
  const voice = {};
  const release = bindSystemControls(said, { ...nothing, pause }, voice);
  bindSystemControls(said, { ...nothing, pause }, voice);
  expect(silenced).toBe(0);
  // A source that has lost the controls cannot release them any more.
  release();
  const aloud = bindSystemControls(said, { ...nothing, pause: () => undefined });
  expect(silenced).toBe(1);
  aloud();
  bindSystemControls(said, { ...nothing, pause }, {});
  expect(silenced).toBe(1);
});

test('playback that starts in another tab silences this one, and playback that starts here notifies the others', async () => {
  const sent: string[] = [];
  let hear = (): void => undefined;
  class Tabs {
    addEventListener = (_name: string, listener: () => void): void => void (hear = listener);
    postMessage = (words: string): void => void sent.push(words);
  }
  vi.stubGlobal('BroadcastChannel', Tabs);
  vi.resetModules();
  const here = await import('./system-controls.ts');
  let silenced = 0;
  const release = here.bindSystemControls(said, { ...nothing, pause: () => void (silenced += 1) });
  here.updateSystemControls(false);
  expect(sent).toEqual([]);
  here.updateSystemControls(true);
  expect([sent, silenced]).toEqual([['heard'], 0]);
  hear();
  expect(silenced).toBe(1);
  release();
  hear();
  expect(silenced).toBe(1);
});
