// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { bindSystemControls } from './system-controls.ts';

const said = { title: '第一讲', artist: '林舟', album: '夜航', artwork: '' };
const nothing = { play: () => undefined, seekBy: null, seekTo: null, next: null, previous: null };

test('who takes the keys of the system silences the voice that had them, and one voice that takes them twice does not', () => {
  let silenced = 0;
  const pause = (): void => void (silenced += 1);
  const voice = {};
  const release = bindSystemControls(said, { ...nothing, pause }, voice);
  bindSystemControls(said, { ...nothing, pause }, voice);
  expect(silenced).toBe(0);
  // Who has lost them cannot let go of them any more.
  release();
  const aloud = bindSystemControls(said, { ...nothing, pause: () => undefined });
  expect(silenced).toBe(1);
  aloud();
  bindSystemControls(said, { ...nothing, pause }, {});
  expect(silenced).toBe(1);
});

test('what begins to be heard in another tab silences this one, and what begins here tells the others', async () => {
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
