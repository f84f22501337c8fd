// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { recording } from './recording.ts';

const ADDRESS = 'http://localhost/books/1/1/voice.mp3';

test('a clip behind the end of its recording says nothing, and does not begin it anew', async () => {
  const audio = document.createElement('audio');
  const play = vi.spyOn(audio, 'play').mockResolvedValue();
  vi.spyOn(audio, 'pause').mockReturnValue();
  Object.defineProperty(audio, 'duration', { value: 12 });
  const voice = recording(audio);
  void voice.play(ADDRESS, { at: 'a', audio: 'voice.mp3', from: 3, to: 4 }, 1);
  expect(play).toHaveBeenCalledTimes(1);
  await expect(voice.play(ADDRESS, { at: 'b', audio: 'voice.mp3', from: 12, to: null }, 1).done).resolves.toBe(false);
  expect(play).toHaveBeenCalledTimes(1);
});
