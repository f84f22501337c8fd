import { readMemory, writeMemory } from '../storage/local-memory.ts';
import type { VideoPlayer } from './player-library.ts';

/** Playback settings of this device: speed, volume and size of the last track, with captions or without. */
interface PlaybackSettings {
  readonly rate: number;
  readonly volume: number;
  readonly muted: boolean;
  readonly captions: boolean;
  /** The shorter side of the chosen stream size; null for automatic. */
  readonly size: number | null;
}

const KEPT = 'shuzhou.player';
const PLAIN: PlaybackSettings = { rate: 1, volume: 1, muted: false, captions: true, size: null };

export function playbackSettings(): PlaybackSettings {
  try {
    return { ...PLAIN, ...(JSON.parse(readMemory(KEPT) ?? '{}') as Partial<PlaybackSettings>) };
  } catch {
    return PLAIN;
  }
}

const change = (to: Partial<PlaybackSettings>): void => writeMemory(KEPT, JSON.stringify({ ...playbackSettings(), ...to }));

export const storeSize = (size: number | null): void => change({ size });

/** Applies the last settings of this device, and stores the user's changes. */
export function storePlaybackSettings(player: VideoPlayer): void {
  const begin = (): void => {
    const { rate, volume, muted } = playbackSettings();
    // Otherwise another file would start at the default speed.
    player.defaultPlaybackRate(rate);
    player.playbackRate(rate);
    player.volume(volume);
    player.muted(muted);
  };
  player.ready(begin);
  player.on('loadedmetadata', () => {
    begin();
    player.on('ratechange', faster);
  });
  const faster = (): void => {
    const rate = player.playbackRate();
    if (!rate || rate === playbackSettings().rate) return;
    player.defaultPlaybackRate(rate);
    change({ rate });
  };
  player.on('loadstart', () => player.off('ratechange', faster));
  player.on('volumechange', () => change({ volume: player.volume() ?? 1, muted: player.muted() ?? false }));
  const tracks = player.textTracks() as unknown as EventTarget & ArrayLike<TextTrack>;
  tracks.addEventListener('change', () => {
    const captions = Array.from(tracks).find(({ kind }) => kind === 'captions');
    if (captions) change({ captions: captions.mode === 'showing' });
  });
}
