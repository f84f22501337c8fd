// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { openPlayer } from './open-player.ts';
import { playerLibrary } from './player-library.ts';

vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');

const nothing = (): void => undefined;
const LISTENER = {
  onTime: nothing,
  onPlaying: nothing,
  onEnded: nothing,
  onSlow: nothing,
  onSilent: nothing,
  onSeeking: nothing,
  onBroken: nothing,
};

/** Returns every text of a player, visible or for screen readers. */
async function wordsOf(sound: boolean): Promise<string> {
  const host = document.body.appendChild(document.createElement('div'));
  const player = openPlayer(await playerLibrary(false), host, { poster: '', label: '第一讲', sound }, LISTENER);
  const words = [...host.querySelectorAll('*')].flatMap((part) => [part.getAttribute('aria-label'), part.getAttribute('title'), part.textContent]);
  player.dispose();
  host.remove();
  return words.join('\n');
}

test('the player’s texts say 音频 for audio, and 视频 for video', async () => {
  const sound = await wordsOf(true);
  expect(sound).toContain('播放音频');
  expect(sound).toContain('音频播放器');
  expect(sound).not.toContain('视频');
  const pictures = await wordsOf(false);
  expect(pictures).toContain('播放视频');
  expect(pictures).not.toContain('音频');
  expect(pictures).toContain('下阴影');
  expect(pictures).not.toContain('Drop shadow');
});

test('closing a list with Escape returns the focus to its button', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const player = openPlayer(await playerLibrary(false), host, { poster: '', label: '第一讲', sound: false }, LISTENER);
  const button = host.querySelector<HTMLElement>('button.vjs-playback-rate');
  button?.click();
  const item = host.querySelector<HTMLElement>('.vjs-playback-rate .vjs-menu-item');
  item?.focus();
  expect(document.activeElement).toBe(item);
  item?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  expect(document.activeElement).toBe(button);
  expect(button?.getAttribute('aria-expanded')).toBe('false');
  player.dispose();
  host.remove();
});
