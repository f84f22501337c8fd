// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { recording } from './recording.ts';

const ADDRESS = 'http://localhost/books/1/1/voice.mp3';
let audio: HTMLAudioElement;
let rate = 1;
let paused = true;
let time = 0;
const searchTerm: number[] = [];
const clip = (from: number, to: number | null) => ({ at: String(from), audio: 'voice.mp3', from, to });

const reached = vi.fn<(part: number) => void>();
const fresh = { goesOn: false, reached };

beforeEach(() => {
  audio = document.createElement('audio');
  [rate, paused, time] = [1, true, 0];
  searchTerm.length = 0;
  reached.mockClear();
  vi.spyOn(audio, 'load').mockReturnValue();
  vi.spyOn(audio, 'play').mockImplementation(async () => void (paused = false));
  vi.spyOn(audio, 'pause').mockImplementation(() => void (paused = true));
  Object.defineProperties(audio, {
    duration: { value: 12 },
    paused: { get: () => paused },
    currentTime: {
      get: () => time,
      set(to: number) {
        time = to;
        searchTerm.push(to);
      },
    },
  });
});

test('a clip after the end of its recording is silent and does not restart the recording', async () => {
  const voice = recording(audio);
  void voice.play(ADDRESS, clip(3, 4), () => rate, fresh);
  expect(audio.play).toHaveBeenCalledTimes(1);
  await expect(voice.play(ADDRESS, clip(12, null), () => rate, fresh).done).resolves.toBe(false);
  expect(audio.play).toHaveBeenCalledTimes(1);
});

test('a clip resumes where it was stopped, also at another speed, and starts again only on request', () => {
  const voice = recording(audio);
  const first = voice.play(ADDRESS, clip(3, 9), () => rate, fresh);
  time = 7;
  rate = 1.5;
  first.adapt?.();
  expect([audio.playbackRate, searchTerm]).toEqual([1.5, [3]]);
  first.stop();
  const second = voice.play(ADDRESS, clip(3, 9), () => rate, { ...fresh, goesOn: true });
  expect([audio.playbackRate, searchTerm]).toEqual([1.5, [3]]);
  second.stop();
  voice.play(ADDRESS, clip(3, 9), () => rate, fresh).stop();
  expect(searchTerm).toEqual([3, 3]);
});

test('an external stop interrupts the clip, and the stop before the clip does not', async () => {
  const voice = recording(audio);
  voice.play(ADDRESS, clip(3, 9), () => rate, fresh).stop();
  const { done } = voice.play(ADDRESS, clip(9, 12), () => rate, fresh);
  const notified = vi.fn<(cut: boolean) => void>();
  void done.then(notified);
  audio.dispatchEvent(new Event('pause'));
  await Promise.resolve();
  expect(notified).not.toHaveBeenCalled();
  paused = true;
  audio.dispatchEvent(new Event('pause'));
  await expect(done).resolves.toBe(true);
});

test('reports the played part of a clip, also of one without an end', () => {
  const voice = recording(audio);
  voice.play(ADDRESS, clip(2, 6), () => rate, fresh);
  time = 3;
  audio.dispatchEvent(new Event('timeupdate'));
  time = 6;
  audio.dispatchEvent(new Event('timeupdate'));
  voice.play(ADDRESS, clip(6, null), () => rate, fresh);
  time = 9;
  audio.dispatchEvent(new Event('timeupdate'));
  expect(reached.mock.calls).toEqual([[0.25], [0.5]]);
});
