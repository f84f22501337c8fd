import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';

export { playPath } from '../../../contract/media/address.ts';

/** Artwork for the system's media controls, which do not accept data URLs. */
export const artworkOf = (poster: string): string => (poster.startsWith('data:') ? '' : poster);

export type TrackRight = 'whole' | 'trial' | 'none';

/** Returns how much of a track the user may play. */
export function trackRight(track: Track, entitled: boolean): TrackRight {
  if (track.isFree || entitled) return 'whole';
  return track.trialSec > 0 ? 'trial' : 'none';
}

/** 试听 for audio, 试看 for video. */
export const trialName = (track: Pick<Track, 'mediaType'>): string => (track.mediaType === 'video' ? '试看' : '试听');

export function trialWords(track: Track): string {
  const { trialSec } = track;
  const length = trialSec % 60 === 0 ? `${trialSec / 60} 分钟` : `${trialSec} 秒`;
  return `${trialName(track)} ${length}`;
}

export const kindName = (work: Pick<BookDetail, 'kind'>): string => (work.kind === 'video' ? '视频' : '音频');

/** Formats a length as 约 12 分钟. */
export function lengthWords(tracks: readonly Track[]): { value: string; unit: string } {
  const seconds = tracks.reduce((sum, track) => sum + track.durationSec, 0);
  return seconds < 60 ? { value: String(seconds), unit: '秒' } : { value: String(Math.round(seconds / 60)), unit: '分钟' };
}

/** The message after a work of several parts was played to its end; `next`: a following part that the user may not play. */
export const endWords = ({ count, next, unit }: { count: number; next: Track | undefined; unit: string }): string =>
  next ? `下一${unit}“${next.title}”还没有为您开放。` : count > 1 ? `放完了，这是最后一${unit}。` : '放完了。';

/** The message when there is no network and nothing is playable on this device; `unit`: the name of a part of the work. */
export const awayWords = ({ begun, over, unit }: { begun: boolean; over: boolean; unit: string }): string =>
  over ? '本机副本已过期，续期后联网打开即可继续，不用重新下载。' : begun ? '网络断了，联网后接着放。' : `这一${unit}没有存到本机，联网后可以播放。`;
